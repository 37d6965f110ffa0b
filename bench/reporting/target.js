/** A goal and what came out; figures are given as measured, met or not. */
export function atMost(name, limit, measured) {
  return { name, goal: `≤ ${limit}`, measured, met: measured <= limit };
}

export function atLeast(name, limit, measured) {
  return { name, goal: `≥ ${limit}`, measured, met: measured >= limit };
}
