/** What a window says about one call. */
export interface Ticket {
  admitted: boolean;
  remaining: number;
  /** Whole seconds, at least 1, until the oldest counted call leaves: a refused caller that waits so long is admitted. */
  resetSeconds: number;
}

/** `used` counts this call too if it is admitted; `wait` is how many microseconds the oldest counted call still stays. */
export function issueTicket(calls: number, admitted: boolean, used: number, wait: number): Ticket {
  // Rounded up, never down: a floored wait sends the caller back before its slot is free.
  return {
    admitted,
    remaining: Math.max(0, calls - used),
    resetSeconds: Math.max(1, Math.ceil(wait / 1_000_000)),
  };
}

/** The answer when two windows must both admit: the refusal if there is one, and of two alike the one that leaves less. */
export function tighterTicket(one: Ticket, other: Ticket): Ticket {
  if (one.admitted !== other.admitted) return one.admitted ? other : one;
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return one.resetSeconds > other.resetSeconds ? one : other;
}
