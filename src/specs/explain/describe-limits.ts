const RANGES = [
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " items"],
  ["minimum", "maximum", ""],
] as const;

export function describeLimits(schema: Readonly<Record<string, unknown>>): string[] {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return [
    ...RANGES.flatMap(([least, most, unit]) => describeRange(schema[least], schema[most], unit)),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ];
}

function describeRange(least: unknown, most: unknown, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}
