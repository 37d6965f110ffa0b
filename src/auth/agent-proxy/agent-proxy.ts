import { hash, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import type { ProxyCredentials } from "../read-credentials.js";
import { type Refusal, refuse } from "../verdict.js";
import type { NonceStore } from "./local-nonces.js";
import type { ProxyKeys } from "./parse-proxy-keys.js";
import { type Claims, readClaims } from "./read-claims.js";
import { signedText } from "./signed-text.js";

const CLOCK_WINDOW_SECONDS = 60;

// A signature is good for 120 s by one clock; the rest is for instances whose clocks differ by up to a minute.
const NONCE_SECONDS = 180;

// On the thread pool: 15 µs of the event loop instead of 145, which a flood of forged signatures would otherwise block.
const verifySignature: (algorithm: null, data: Buffer, key: KeyObject, signature: Buffer) => Promise<boolean> =
  promisify(verify);

/** A call whose signature verified: the agent is known, what it may do and whether it is a replay is still open. */
export type SignedCall = Claims;

export interface AgentProxyOptions {
  readonly keys: { readonly current: ProxyKeys };
  readonly audience: string;
  readonly nonces: NonceStore;
  readonly now?: () => number;
}

/** The checks of one call in the order to make them; between `claim` and `checkBody` it is counted and its body read. */
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
        "x-adt-proxy-key-id names no key that is valid now. Sign with a current key.",
      );
    }
    if (Math.abs(now - Number(claims.timestamp)) > CLOCK_WINDOW_SECONDS) {
      return refuse(
        "invalid-credentials",
        `x-adt-proxy-timestamp is more than ${CLOCK_WINDOW_SECONDS} s away from the time here, ${Math.floor(now)}. Set the clock and sign again.`,
      );
    }
    if (claims.audience !== this.options.audience) {
      return refuse("invalid-credentials", `The call is signed for another audience than ${this.options.audience}.`);
    }
    const text = signedText(claims, { ...request, contentType: credentials.contentType });
    const signature = Buffer.from(claims.signature, "base64url");
    if (text === undefined || !(await verifySignature(null, Buffer.from(text), key.publicKey, signature))) {
      return refuse(
        "invalid-credentials",
        "x-adt-proxy-signature does not match the call. Sign its headers, method, target and content type as they are sent.",
      );
    }
    return claims;
  }

  /** Apart, because on one door the path says which capability is needed and on the other the body. */
  checkCapability(call: SignedCall, needed: string): Refusal | undefined {
    if (call.capability === needed) return undefined;
    return refuse("capability-not-granted", `This needs a call that is signed for the capability ${needed}.`);
  }

  async claim(call: SignedCall): Promise<Refusal | undefined> {
    if (await this.options.nonces.claim(call.keyId, call.nonce, NONCE_SECONDS)) return undefined;
    return refuse(
      "invalid-credentials",
      "x-adt-proxy-nonce was used before. Sign every call anew, with a fresh nonce.",
    );
  }

  checkBody(call: SignedCall, body: Uint8Array): Refusal | undefined {
    if (hash("sha256", body) === call.contentSha256) return undefined;
    return refuse(
      "invalid-credentials",
      "x-adt-proxy-content-sha256 is not the SHA-256 of the body as it was received.",
    );
  }
}
