/** A goal that is missed by more than this share of it fails the run. The machine is noisy. */
const TOLERANCE = 0.1;

export function atMost(name, limit, measured) {
  return { name, goal: `≤ ${limit}`, measured, met: measured <= limit, failed: measured > limit * (1 + TOLERANCE) };
}

export function atLeast(name, limit, measured) {
  return { name, goal: `≥ ${limit}`, measured, met: measured >= limit, failed: measured < limit * (1 - TOLERANCE) };
}
