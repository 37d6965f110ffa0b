import { hash, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import type { ProxyCredentials } from "../read-credentials.js";
import { type Refusal, refuse } from "../verdict.js";
import type { ProxyKeys } from "./parse-proxy-keys.js";
import { type Claims, readClaims } from "./read-claims.js";
import { stringToSign } from "./string-to-sign.js";

const CLOCK_WINDOW_SECONDS = 60;

/**
 * How long a nonce must be remembered. By one clock, a signature is valid for 120 s. The rest is for instances whose
 * clocks differ by up to a minute.
 */
export const NONCE_SECONDS = 180;

// On the thread pool: 15 µs of the event loop instead of 145, so that forged signatures cannot block it.
const verifySignature: (algorithm: null, data: Buffer, key: KeyObject, signature: Buffer) => Promise<boolean> =
  promisify(verify);

/** A call with a valid signature: the agent is known, but capability and body are not checked yet. */
export type SignedCall = Claims;

interface AgentProxyOptions {
  readonly keys: { readonly current: ProxyKeys };
  readonly audience: string;
  readonly now?: () => number;
}

/**
 * Call these checks in order. Before `checkBody`, the call is counted, its nonce is used up, in the same step, and its
 * body is read.
 */
export class AgentProxy {
  readonly #now: () => number;

  constructor(private readonly options: AgentProxyOptions) {
    this.#now = options.now ?? Date.now;
  }

  async verify(
    credentials: ProxyCredentials,
    request: { readonly method: string; readonly target: string },
  ): Promise<SignedCall | Refusal> {
    const claims = readClaims(credentials.headers);
    if (!claims.ok) return claims;
    const now = this.#now() / 1000;
    const key = this.options.keys.current.get(claims.keyId);
    if (key === undefined || now < key.nbf || now >= key.exp) {
      return refuse(
        "invalid-credentials",
        "x-adt-proxy-key-id does not name a key that is valid now; sign with a current key",
      );
    }
    if (Math.abs(now - Number(claims.timestamp)) > CLOCK_WINDOW_SECONDS) {
      const difference = `differs by more than ${CLOCK_WINDOW_SECONDS} s from the server time, ${Math.floor(now)}`;
      return refuse("invalid-credentials", `x-adt-proxy-timestamp ${difference}; set the clock and sign again`);
    }
    if (claims.audience !== this.options.audience) {
      const detail = `the call is signed for another audience; sign it for ${this.options.audience}`;
      return refuse("invalid-credentials", detail);
    }
    const signed = stringToSign(claims, { ...request, contentType: credentials.contentType });
    const signature = Buffer.from(claims.signature, "base64url");
    if (signed === undefined || !(await verifySignature(null, Buffer.from(signed), key.publicKey, signature))) {
      return refuse(
        "invalid-credentials",
        "x-adt-proxy-signature does not match the call; sign headers, method, target and content type as sent",
      );
    }
    return claims;
  }

  /** A separate check: over REST the path implies the capability, over MCP the body does. */
  checkCapability(call: SignedCall, required: string): Refusal | undefined {
    if (call.capability === required) return undefined;
    return refuse("capability-not-granted", `the call is signed for another capability; sign it for ${required}`);
  }

  checkBody(call: SignedCall, body: Uint8Array): Refusal | undefined {
    if (hash("sha256", body) === call.contentSha256) return undefined;
    return refuse(
      "invalid-credentials",
      "x-adt-proxy-content-sha256 is not the SHA-256 of the received body; hash the body as sent and sign again",
    );
  }
}

/** Accepted once per agent. */
export function nonceOf({ keyId, nonce }: SignedCall): string {
  return `${keyId}:${nonce}`;
}

export function refuseReplay(): Refusal {
  return refuse("invalid-credentials", "x-adt-proxy-nonce was used before; sign each call with a new nonce");
}
