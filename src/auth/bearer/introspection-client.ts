import { boundedFetch } from "../../fetch/bounded-fetch.js";
import { ajv } from "../../json-schema/ajv.js";

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

/** Sends one request to an RFC 7662 endpoint. Throws unless the response is valid; the message contains no key. */
export class IntrospectionClient {
  readonly #authorization: string;

  constructor(
    private readonly endpoint: IntrospectionEndpoint,
    private readonly timeoutMs = 500,
  ) {
    // RFC 6749 §2.3.1: both are form-encoded before joining.
    const pair = `${formEncode(endpoint.clientId)}:${formEncode(endpoint.clientSecret)}`;
    this.#authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  }

  async introspect(key: string): Promise<Introspection> {
    const { status, body } = await boundedFetch(this.endpoint.url, MAX_RESPONSE_BYTES, {
      method: "POST",
      headers: { authorization: this.#authorization, accept: "application/json" },
      // In the body, as RFC 7662 §4 requires: query strings end up in access logs.
      body: new URLSearchParams({ token: key }),
      // A redirect would send the key to a host that is not configured.
      redirect: "error",
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (KEY_ERROR_STATUSES.has(status))
      throw new KeyRejectedError(`the identity service answered ${status} to a request about one key`);
    if (status !== 200) throw new Error(`the identity service answered ${status} instead of 200`);
    const response = parse(body.toString());
    if (!isIntrospection(response)) throw new Error("the identity service sent no valid introspection response");
    return response;
  }
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
