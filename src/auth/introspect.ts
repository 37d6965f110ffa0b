import { boundedFetch } from "../fetch/bounded-fetch.js";
import { ajv } from "../json-schema/ajv.js";

export interface Introspection {
  readonly active: boolean;
  readonly sub?: string;
  readonly client_id?: string;
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly nbf?: number;
}

export interface IntrospectionEndpoint {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const MAX_RESPONSE_BYTES = 64 * 1024;
/** Statuses that blame the request, and so the key in it, rather than the identity service or our credentials. */
const KEY_ERROR_STATUSES = new Set([400, 413, 414, 422, 431]);

const isIntrospection = ajv.compile<Introspection>({
  type: "object",
  required: ["active"],
  properties: {
    active: { type: "boolean" },
    sub: { type: "string" },
    client_id: { type: "string" },
    exp: { type: "number" },
    nbf: { type: "number" },
  },
});

/** The identity service works, but rejects the request about this one key. */
export class KeyRejectedError extends Error {}

/** Asks an RFC 7662 endpoint about one key. Throws unless the response is valid; the message contains no key. */
export async function introspect(
  { url, clientId, clientSecret }: IntrospectionEndpoint,
  key: string,
  timeoutMs: number,
): Promise<Introspection> {
  // RFC 6749 §2.3.1: both are form-encoded before joining.
  const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  const { status, body } = await boundedFetch(url, MAX_RESPONSE_BYTES, {
    method: "POST",
    headers: { authorization, accept: "application/json" },
    // In the body, as RFC 7662 §4 requires: query strings end up in access logs.
    body: new URLSearchParams({ token: key }),
    // A redirect would send the key to a host that is not configured.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (KEY_ERROR_STATUSES.has(status))
    throw new KeyRejectedError(`the identity service answered ${status} to a request about one key`);
  if (status !== 200) throw new Error(`the identity service answered ${status} instead of 200`);
  const response = parse(body.toString());
  if (!isIntrospection(response)) throw new Error("the identity service sent no valid introspection response");
  return response;
}

function formEncode(value: string): string {
  return new URLSearchParams([["", value]]).toString().slice(1);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
