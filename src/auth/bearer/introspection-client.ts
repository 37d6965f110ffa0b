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

const MAX_ANSWER_BYTES = 64 * 1024;
/** Statuses that say that something is wrong with the question, and so with the key, not with the service or with us. */
const ABOUT_THE_KEY = new Set([400, 413, 414, 422, 431]);

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

/** The identity service is there, but does not take this one key for a token. */
export class RefusedQuestion extends Error {}

/** One question to an RFC 7662 endpoint. Throws on anything but a proper answer, with a message that names no key. */
export class IntrospectionClient {
  readonly #authorization: string;

  constructor(
    private readonly endpoint: IntrospectionEndpoint,
    private readonly timeoutMs = 500,
  ) {
    // RFC 6749 §2.3.1: both are form-encoded before they are joined.
    const pair = `${formEncode(endpoint.clientId)}:${formEncode(endpoint.clientSecret)}`;
    this.#authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  }

  async introspect(key: string): Promise<Introspection> {
    const { status, body } = await boundedFetch(this.endpoint.url, MAX_ANSWER_BYTES, {
      method: "POST",
      headers: { authorization: this.#authorization, accept: "application/json" },
      // In the body, as RFC 7662 §4 asks: a query string ends up in access logs.
      body: new URLSearchParams({ token: key }),
      // A redirect would carry the key to a host that nobody configured.
      redirect: "error",
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (ABOUT_THE_KEY.has(status)) throw new RefusedQuestion(`the identity service answered ${status} to a key`);
    if (status !== 200) throw new Error(`the identity service answered ${status}`);
    const answer = parse(body.toString());
    if (!isIntrospection(answer)) throw new Error("the identity service's answer is not an introspection response");
    return answer;
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
