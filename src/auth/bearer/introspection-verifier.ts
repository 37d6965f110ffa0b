import { hash } from "node:crypto";
import { BoundedMap } from "../bounded-map.js";
import type { BearerVerifier, Verdict } from "../verdict.js";
import { refuse } from "../verdict.js";
import { Breaker } from "./breaker.js";
import { type Introspection, RefusedQuestion } from "./introspection-client.js";

const ACCEPTED_MS = 60_000;
const REFUSED_MS = 10_000;
const OUTAGE_MS = 300_000;

// 1,000 questions at once did not all come back within their 500 ms, which looks like an outage and is our own doing.
const MAX_STRANGERS_IN_FLIGHT = 64;

const REFUSED: Verdict = refuse(
  "invalid-credentials",
  "The identity service does not accept the key: it is unknown, revoked or expired. Get a new one.",
);

/** Of a caller's id, which stands in every log line. */
const LONGEST_ID = 128;

interface Accepted {
  readonly callerId: string;
  readonly askedAt: number;
  readonly expiresAt: number;
}

export interface IntrospectionOptions {
  readonly now?: () => number;
  /** How many accepted keys to remember, and how many refused ones. */
  readonly cachedKeys?: number;
  /** Told why the identity service could not be asked, once until it answers again. */
  readonly onFailure?: (error: unknown) => void;
}

/** Asks the identity service about a key, and remembers the answer by the key's SHA-256, never the key. */
export class IntrospectionVerifier implements BearerVerifier {
  // Apart, so that no number of guesses pushes out a key that is good.
  readonly #accepted: BoundedMap<Accepted>;
  readonly #refusedUntil: BoundedMap<number>;
  readonly #inFlight = new Map<string, Promise<Verdict>>();
  readonly #breaker: Breaker;
  readonly #now: () => number;
  /** Whether the last answer was a refusal to look at the key. */
  #refusing = false;

  constructor(
    private readonly client: { introspect(key: string): Promise<Introspection> },
    private readonly options: IntrospectionOptions = {},
  ) {
    this.#accepted = new BoundedMap(options.cachedKeys ?? 10_000);
    this.#refusedUntil = new BoundedMap(options.cachedKeys ?? 10_000);
    this.#now = options.now ?? Date.now;
    this.#breaker = new Breaker(5, 2000, this.#now);
  }

  async verify(key: string): Promise<Verdict> {
    const digest = hash("sha256", key);
    const known = this.#known(digest, ACCEPTED_MS);
    if (known !== undefined) return known;
    if (this.#now() < (this.#refusedUntil.get(digest) ?? 0)) return REFUSED;
    const inFlight = this.#inFlight.get(digest);
    if (inFlight !== undefined) return inFlight;
    // Never a key that was good before: a flood of guesses must not keep it from being served, or from being revoked.
    const isStranger = this.#accepted.get(digest) === undefined;
    if (isStranger && this.#inFlight.size >= MAX_STRANGERS_IN_FLIGHT) return this.#duringOutage(digest);
    const asking = this.#ask(key, digest).finally(() => this.#inFlight.delete(digest));
    this.#inFlight.set(digest, asking);
    return asking;
  }

  async #ask(key: string, digest: string): Promise<Verdict> {
    // Before the question, not after the answer: a key revoked in between must not be served for longer.
    const askedAt = this.#now();
    if (!this.#breaker.admits()) return this.#duringOutage(digest);
    try {
      const answer = await this.client.introspect(key);
      this.#breaker.succeeded();
      this.#refusing = false;
      return this.#remember(digest, answer, askedAt);
    } catch (error) {
      if (error instanceof RefusedQuestion) return this.#refuseQuestion(digest, askedAt, error);
      if (!this.#breaker.failing) this.options.onFailure?.(error);
      this.#breaker.failed();
      return this.#duringOutage(digest);
    }
  }

  /** One odd key must not look like an outage, which would refuse the keys of others; nor is one that was good now bad. */
  #refuseQuestion(digest: string, askedAt: number, error: RefusedQuestion): Verdict {
    if (!this.#refusing) this.options.onFailure?.(error);
    this.#refusing = true;
    const known = this.#known(digest, OUTAGE_MS);
    if (known === undefined) this.#refusedUntil.set(digest, askedAt + REFUSED_MS);
    return known ?? REFUSED;
  }

  #remember(digest: string, answer: Introspection, askedAt: number): Verdict {
    const { active, sub, client_id, exp = Number.POSITIVE_INFINITY, nbf = 0 } = answer;
    if (!active || exp * 1000 <= askedAt || nbf * 1000 > askedAt) {
      this.#accepted.delete(digest);
      this.#refusedUntil.set(digest, askedAt + REFUSED_MS);
      return REFUSED;
    }
    // RFC 7662 requires no claim that names the holder.
    const callerId = (sub ?? client_id ?? `sha256:${digest.slice(0, 16)}`).slice(0, LONGEST_ID);
    this.#accepted.set(digest, { callerId, askedAt, expiresAt: exp * 1000 });
    return { ok: true, callerId };
  }

  #known(digest: string, forMs: number): Verdict | undefined {
    const accepted = this.#accepted.get(digest);
    if (accepted === undefined) return undefined;
    const until = Math.min(accepted.askedAt + forMs, accepted.expiresAt);
    return this.#now() < until ? { ok: true, callerId: accepted.callerId } : undefined;
  }

  #duringOutage(digest: string): Verdict {
    const unavailable: Verdict = {
      ok: false,
      code: "identity-unavailable",
      detail:
        "The key cannot be checked now: the identity service does not answer or is asked too much. Try again later.",
      retryAfterSeconds: Math.max(1, Math.ceil(this.#breaker.restSeconds)),
    };
    return this.#known(digest, OUTAGE_MS) ?? unavailable;
  }
}
