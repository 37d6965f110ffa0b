/** What a window says about one call. */
export interface Decision {
  admitted: boolean;
  remaining: number;
  /** Whole seconds, at least 1, until the oldest counted call leaves: a refused caller that waits so long is admitted. */
  resetSeconds: number;
}

/** `used` counts this call too if it is admitted; `wait` is how many microseconds the oldest counted call still stays. */
export function toDecision(calls: number, admitted: boolean, used: number, wait: number): Decision {
  // Rounded up, never down: a floored wait sends the caller back before its slot is free.
  return {
    admitted,
    remaining: Math.max(0, calls - used),
    resetSeconds: Math.max(1, Math.ceil(wait / 1_000_000)),
  };
}

/** The answer when two windows must both admit: the refusal if there is one, and of two alike the one that leaves less. */
export function stricterDecision(one: Decision, other: Decision): Decision {
  if (one.admitted !== other.admitted) return one.admitted ? other : one;
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return one.resetSeconds > other.resetSeconds ? one : other;
}

/** How many calls one caller may make in any stretch of that length. */
export interface Quota {
  calls: number;
  windowSeconds: number;
}

/** A sliding window: never more than the quota's calls are admitted in any stretch of its length. */
export interface Window {
  take(key: string): Promise<Decision>;
}

/** `shared`: counted over all instances. `local`: counted in this process alone. */
export type Mode = "shared" | "local";

/** The window that the service runs on. */
export interface RateLimit extends Window {
  readonly quota: Quota;
  mode(): Mode;
  close(): void;
}
