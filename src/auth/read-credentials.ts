import { type Refusal, refuse } from "./verdict.js";

const PROXY_PREFIX = "x-adt-proxy-";

// RFC 6750 §2.1 b64token, after the prefix of the identity service's keys.
const AUTHORIZATION = /^([A-Za-z]+) +(ai_[\w.~+/-]{1,500}={0,2})$/;

export interface ProxyCredentials {
  readonly ok: true;
  readonly kind: "proxy";
  /** By header name without the prefix: `key-id`, `nonce`, … */
  readonly headers: ReadonlyMap<string, string>;
  readonly contentType: string;
}

/** The key is undefined if the Authorization header has something else than a key of the identity service. */
export type Credentials =
  | { readonly ok: true; readonly kind: "none" }
  | { readonly ok: true; readonly kind: "bearer"; readonly key: string | undefined }
  | ProxyCredentials;

/** Takes `rawHeaders`, because Node's `headers` drops a second `Authorization` and joins repeated `x-*` headers. */
export function readCredentials(rawHeaders: readonly string[]): Credentials | Refusal {
  const authorizations: string[] = [];
  const contentTypes: string[] = [];
  const proxy = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const value = rawHeaders[at + 1] as string;
    if (name === "authorization") authorizations.push(value);
    else if (name === "content-type") contentTypes.push(value);
    else if (name.startsWith(PROXY_PREFIX)) {
      const suffix = name.slice(PROXY_PREFIX.length);
      if (proxy.has(suffix)) return sentTwice("an x-adt-proxy header");
      proxy.set(suffix, value);
    }
  }
  if (authorizations.length > 1) return sentTwice("the Authorization header");
  const [authorization] = authorizations;
  if (proxy.size === 0) return authorization === undefined ? { ok: true, kind: "none" } : readBearer(authorization);
  if (authorization !== undefined)
    return refuse("ambiguous-credentials", "send either an Authorization header or the x-adt-proxy headers, not both");
  if (contentTypes.length > 1)
    return refuse("invalid-credentials", "the signature covers the Content-Type header; send it at most once");
  return { ok: true, kind: "proxy", headers: proxy, contentType: contentTypes[0] ?? "" };
}

function readBearer(authorization: string): Credentials {
  const [, scheme, key] = AUTHORIZATION.exec(authorization) ?? [];
  return { ok: true, kind: "bearer", key: scheme?.toLowerCase() === "bearer" ? key : undefined };
}

function sentTwice(what: string): Refusal {
  return refuse("ambiguous-credentials", `${what} was sent more than once; send each credential header exactly once`);
}
