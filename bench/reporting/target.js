/** A goal and the measured figure, whether or not the goal is met. */
export function atMost(name, limit, measured) {
  return { name, goal: `≤ ${limit}`, measured, met: measured <= limit };
}

export function atLeast(name, limit, measured) {
  return { name, goal: `≥ ${limit}`, measured, met: measured >= limit };
}
