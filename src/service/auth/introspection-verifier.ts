import { hash } from "node:crypto";
import { BoundedMap } from "../../ground/cache/bounded-map.js";
import { boundedFetch } from "../../ground/fetch/bounded-fetch.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { ajv } from "../../schema/ajv.js";
import type { BearerVerifier, KeyHolder } from "./stored-keys.js";

const ACCEPTED_FOR_MS = 60_000;
const REFUSED_FOR_MS = 10_000;
const ACCEPTED_IN_OUTAGE_MS = 300_000;
/** After this many failures in a row, one attempt is made per `PAUSE_MS`. */
const MAX_FAILURES = 5;
const PAUSE_MS = 2_000;

// More requests at once would time out: an outage of our own making.
const MAX_IN_FLIGHT = 64;
/** Bounds the guesses of one address, which would otherwise refuse the new keys of all others. */
const MAX_UNKNOWN_KEYS_PER_ADDRESS = 8;

const REFUSED = new AppError(
  "invalid-credentials",
  "the identity service does not accept the key: it is unknown, revoked or expired; get a new key",
);

const BUSY = new AppError(
  "identity-unavailable",
  "the key cannot be verified now: too many new keys of this address, or of all, are being verified; try again later",
  { retryAfterSeconds: 1 },
);

/** It appears in every log line. */
const MAX_ID_LENGTH = 128;

interface Introspection {
  readonly active: boolean;
  readonly sub?: string;
  readonly client_id?: string;
  /** Seconds since the epoch. */
  readonly exp?: number;
  readonly nbf?: number;
  /** Why the identity service, which works, rejects the request about this one key. */
  readonly rejection?: string;
}

interface IntrospectionEndpoint {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const MAX_RESPONSE_BYTES = 64 * 1024;
/** Statuses that blame the key in the request, not the identity service or our credentials. */
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

interface Accepted {
  readonly callerId: string;
  readonly askedAt: number;
  readonly expiresAt: number;
}

interface IntrospectionOptions {
  readonly now?: () => number;
  readonly timeoutMs?: number;
  /** How many accepted keys, and how many refused ones, are kept at least. */
  readonly cachedKeys?: number;
  /** Called with the reason when the identity service fails; then not again until it recovers. */
  readonly onFailure?: (error: unknown) => void;
}

/** Asks the identity service about keys. Caches results by SHA-256, never by the key. */
export class IntrospectionVerifier implements BearerVerifier {
  // Separate caches, so guesses cannot evict a good key.
  readonly #accepted: BoundedMap<Accepted>;
  readonly #refusedUntil: BoundedMap<number>;
  readonly #inFlight = new Map<
    string,
    {
      readonly answer: Promise<KeyHolder | AppError>;
      /** Who sent the key, if it is unknown. */
      readonly guessedBy: string | undefined;
    }
  >();
  readonly #now: () => number;
  /** How many requests have failed in a row. */
  #failures = 0;
  #pausedUntil = 0;
  /** Whether the last response rejected the request about its key. */
  #rejecting = false;

  constructor(
    private readonly endpoint: IntrospectionEndpoint,
    private readonly options: IntrospectionOptions = {},
  ) {
    this.#accepted = new BoundedMap(options.cachedKeys ?? 10_000);
    this.#refusedUntil = new BoundedMap(options.cachedKeys ?? 10_000);
    this.#now = options.now ?? Date.now;
  }

  async verify(key: string, address: string): Promise<KeyHolder | AppError> {
    const digest = hash("sha256", key);
    const holder = this.#acceptedFor(digest, ACCEPTED_FOR_MS);
    if (holder !== undefined) return holder;
    if (this.#now() < (this.#refusedUntil.get(digest) ?? 0)) return REFUSED;
    const inFlight = this.#inFlight.get(digest);
    if (inFlight !== undefined) return inFlight.answer;
    // Only unknown keys are limited: a flood of guesses must not delay serving or revoking a key
    // that was good.
    const guessedBy = this.#accepted.get(digest) === undefined ? address : undefined;
    if (guessedBy !== undefined) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return BUSY;
      const asking = [...this.#inFlight.values()].filter((other) => other.guessedBy === address);
      if (asking.length >= MAX_UNKNOWN_KEYS_PER_ADDRESS) return BUSY;
    }
    const answer = this.#ask(key, digest).finally(() => this.#inFlight.delete(digest));
    this.#inFlight.set(digest, { answer, guessedBy });
    return answer;
  }

  async #ask(key: string, digest: string): Promise<KeyHolder | AppError> {
    // The time of the request, not of the response: a key revoked in between must not be served for
    // longer.
    const askedAt = this.#now();
    if (askedAt < this.#pausedUntil) return this.#duringOutage(digest);
    this.#pauseIfFailing();
    let answer: Introspection;
    try {
      answer = await introspect(this.endpoint, key, this.options.timeoutMs ?? 500);
    } catch (error) {
      if (this.#failures === 0) this.options.onFailure?.(error);
      this.#failures++;
      this.#pauseIfFailing();
      return this.#duringOutage(digest);
    }
    this.#failures = 0;
    this.#pausedUntil = 0;
    const { rejection } = answer;
    if (rejection && !this.#rejecting) this.options.onFailure?.(new Error(rejection));
    this.#rejecting = rejection !== undefined;
    // A rejection is about this key: as an outage, it would refuse the keys of others.
    const { active, sub, client_id, exp = Number.POSITIVE_INFINITY, nbf = 0 } = answer;
    if (!active || exp * 1000 <= askedAt || nbf * 1000 > askedAt) {
      this.#accepted.delete(digest);
      this.#refusedUntil.set(digest, askedAt + REFUSED_FOR_MS);
      return REFUSED;
    }
    // RFC 7662 does not require a claim that names the holder.
    const callerId = (sub ?? client_id ?? `sha256:${digest.slice(0, 16)}`).slice(0, MAX_ID_LENGTH);
    this.#accepted.set(digest, { callerId, askedAt, expiresAt: exp * 1000 });
    return { callerId };
  }

  #pauseIfFailing(): void {
    if (this.#failures >= MAX_FAILURES) this.#pausedUntil = this.#now() + PAUSE_MS;
  }

  #acceptedFor(digest: string, forMs: number): KeyHolder | undefined {
    const accepted = this.#accepted.get(digest);
    if (accepted === undefined) return undefined;
    const until = Math.min(accepted.askedAt + forMs, accepted.expiresAt);
    return this.#now() < until ? { callerId: accepted.callerId } : undefined;
  }

  #duringOutage(digest: string): KeyHolder | AppError {
    const holder = this.#acceptedFor(digest, ACCEPTED_IN_OUTAGE_MS);
    if (holder !== undefined) return holder;
    const detail =
      "the key cannot be verified now: the identity service is unavailable or overloaded; try again later";
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#pausedUntil - this.#now()) / 1000));
    return new AppError("identity-unavailable", detail, { retryAfterSeconds });
  }
}

/** Asks an RFC 7662 endpoint about one key. Throws without the key in the message. */
async function introspect(
  { url, clientId, clientSecret }: IntrospectionEndpoint,
  key: string,
  timeoutMs: number,
): Promise<Introspection> {
  // RFC 6749 §2.3.1: both are form-encoded before joining.
  const [id, secret] = [clientId, clientSecret].map((value) =>
    new URLSearchParams([["", value]]).toString().slice(1),
  );
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
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
    return {
      active: false,
      rejection: `the identity service answered ${status} to a request about one key`,
    };
  if (status !== 200) throw new Error(`the identity service answered ${status} instead of 200`);
  const response = tryParse(body.toString());
  if (!isIntrospection(response))
    throw new Error("the identity service sent no valid introspection response");
  return response;
}
