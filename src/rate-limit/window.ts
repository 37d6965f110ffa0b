/** The decision of a window about one call. */
export interface Decision {
  admitted: boolean;
  remaining: number;
  /** Whole seconds, at least 1, until the oldest counted call expires: after that wait, a refused caller is admitted. */
  resetSeconds: number;
}

/** `used` includes this call if it is admitted; `wait` is the microseconds until the oldest counted call expires. */
export function toDecision(calls: number, admitted: boolean, used: number, wait: number): Decision {
  // Rounded up: after a wait that is rounded down, the slot would not be free yet.
  return {
    admitted,
    remaining: Math.max(0, calls - used),
    resetSeconds: Math.max(1, Math.ceil(wait / 1_000_000)),
  };
}

/** The decision when two windows must both admit: the refusal, if any; otherwise the one with fewer calls left. */
export function stricterDecision(one: Decision, other: Decision): Decision {
  if (one.admitted !== other.admitted) return one.admitted ? other : one;
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return one.resetSeconds > other.resetSeconds ? one : other;
}

/** How many calls one caller may make in any period of `windowSeconds`. */
export interface Quota {
  calls: number;
  windowSeconds: number;
}

/** A sliding window: in any period of its length, it admits at most the quota. */
export interface Window {
  take(key: string): Promise<Decision>;
}

/** `shared`: counted over all instances. `local`: counted in this process alone. */
export type Mode = "shared" | "local";

/** The window that the service uses. */
export interface RateLimit extends Window {
  readonly quota: Quota;
  mode(): Mode;
  close(): void;
}
