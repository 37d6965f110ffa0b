/** Finds the first other owner of a value. Comparing all owners with all others would take their number squared. */
export function otherOwner(
  values: Iterable<readonly [owner: string, value: string]>,
): (owner: string, value: string) => string | undefined {
  const firstTwo = new Map<string, string[]>();
  for (const [owner, value] of values) {
    const known = firstTwo.get(value) ?? [];
    if (known.length < 2 && !known.includes(owner)) firstTwo.set(value, [...known, owner]);
  }
  return (owner, value) => firstTwo.get(value)?.find((other) => other !== owner);
}
