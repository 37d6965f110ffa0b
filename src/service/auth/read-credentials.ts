import { AppError } from "../../proposals/errors/app-error.js";

const PROXY_PREFIX = "x-adt-proxy-";

// RFC 6750 §2.1 b64token, after the prefix of the identity service's keys.
const AUTHORIZATION = /^([A-Za-z]+) +(ai_[\w.~+/-]{1,500}={0,2})$/;

export interface ProxyCredentials {
  readonly kind: "proxy";
  /** By header name without the prefix: `key-id`, `nonce`, … */
  readonly headers: ReadonlyMap<string, string>;
  readonly contentType: string;
}

export type Credentials =
  | { readonly kind: "none" }
  /** Undefined if the Authorization header has something else. */
  | { readonly kind: "bearer"; readonly key: string | undefined }
  | ProxyCredentials;

/** Node's `headers` drops a second `Authorization` and joins repeated `x-*` headers. */
export function readCredentials(rawHeaders: readonly string[]): Credentials | AppError {
  const authorizations: string[] = [];
  const contentTypes: string[] = [];
  const proxy = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    if (name === "authorization") authorizations.push(value);
    else if (name === "content-type") contentTypes.push(value);
    else if (name.startsWith(PROXY_PREFIX)) {
      const suffix = name.slice(PROXY_PREFIX.length);
      if (proxy.has(suffix)) return ambiguous(sentTwice("an x-adt-proxy header"));
      proxy.set(suffix, value);
    }
  }
  if (authorizations.length > 1) return ambiguous(sentTwice("the Authorization header"));
  const [authorization] = authorizations;
  if (proxy.size === 0) {
    if (authorization === undefined) return { kind: "none" };
    const [, scheme, key] = AUTHORIZATION.exec(authorization) ?? [];
    return { kind: "bearer", key: scheme?.toLowerCase() === "bearer" ? key : undefined };
  }
  if (authorization !== undefined)
    return ambiguous("send either an Authorization header or the x-adt-proxy headers, not both");
  if (contentTypes.length > 1)
    return new AppError(
      "invalid-credentials",
      "the signature covers the Content-Type header; send it at most once",
    );
  return { kind: "proxy", headers: proxy, contentType: contentTypes[0] ?? "" };
}

function ambiguous(detail: string): AppError {
  return new AppError("ambiguous-credentials", detail);
}

function sentTwice(what: string): string {
  return `${what} was sent more than once; send each credential header exactly once`;
}
