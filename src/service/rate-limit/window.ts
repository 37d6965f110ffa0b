export interface Decision {
  admitted: boolean;
  /** The call was not admitted because its nonce was used before. It counts against no quota. */
  replayed: boolean;
  remaining: number;
  /** At least 1, until the oldest counted call expires: then, a refused caller is admitted. */
  resetSeconds: number;
}

export type Outcome = "admitted" | "refused" | "replayed";

/** `used` includes this call if it is admitted; the oldest one expires in `waitMicros`. */
export function toDecision(
  calls: number,
  outcome: Outcome,
  used: number,
  waitMicros: number,
): Decision {
  // Rounded up: after a wait that is rounded down, the slot would not be free yet.
  return {
    admitted: outcome === "admitted",
    replayed: outcome === "replayed",
    remaining: Math.max(0, calls - used),
    resetSeconds: Math.max(1, Math.ceil(waitMicros / 1_000_000)),
  };
}

/** How many calls one caller may make in any period of `windowSeconds`. */
export interface Quota {
  calls: number;
  windowSeconds: number;
}

/**
 * `count` counts a call and uses up its nonce, if it is admitted; `use-nonce` only uses up the
 * nonce.
 */
export type Verb = "count" | "use-nonce";

/** Where calls are counted: in this process without a Redis, in Redis, or until it is back. */
export const MODES = ["unconfigured", "shared", "fallback"] as const;
export type Mode = (typeof MODES)[number];

/** How long nonces are remembered, and how many of each caller. */
export interface NonceLimits {
  readonly seconds: number;
  readonly perCaller: number;
}

/**
 * A sliding window: in any period of its length, it admits at most the quota, each nonce once, and
 * a bounded number of nonces.
 */
export interface RateLimit {
  readonly quota: Quota;
  decide(verb: Verb, key: string, nonce?: string): Promise<Decision>;
  mode(): Mode;
  close(): void;
}
