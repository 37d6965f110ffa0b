const RANGES = [
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minimum", "maximum", ""],
] as const;

/** The limits that a schema sets, in words. */
export function limitsOf(schema: Readonly<Record<string, unknown>>): string[] {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return [
    ...RANGES.flatMap(([least, most, unit]) => rangeOf(schema[least], schema[most], unit)),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ];
}

function rangeOf(least: unknown, most: unknown, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}
