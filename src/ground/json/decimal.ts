/**
 * A decimal number, `digits` × 10^-`scale`, without rounding. Unlike in binary, 0.1 + 0.2 is 0.3.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const WRITTEN = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The decimal of a number; undefined for any other value, and for a number that is not finite. */
export function toDecimal(value: unknown): Decimal | undefined {
  return typeof value === "number" ? parseDecimal(String(value)) : undefined;
}

/** Parses a number as JavaScript writes it. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = WRITTEN.exec(text) ?? [];
  if (whole === "") return undefined;
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/**
 * The nearest number. A decimal beyond the largest number becomes that number: no number of JSON is
 * larger, so each compares with it as with the decimal.
 */
export function toNumber({ digits, scale }: Decimal): number {
  const number = Number(`${digits}e${-scale}`);
  return Math.min(Math.max(number, -Number.MAX_VALUE), Number.MAX_VALUE);
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const { a, b, scale } = atOneScale(one, other);
  return { digits: a + b, scale };
}

export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

/** Compares two decimals, like the function of a sort. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const { a, b } = atOneScale(one, other);
  return a < b ? -1 : Number(a > b);
}

/** Whether a decimal is a multiple of a step that is not zero. */
export function isMultipleOf(decimal: Decimal, step: Decimal): boolean {
  const { a, b } = atOneScale(decimal, step);
  return a % b === 0n;
}

/**
 * The multiple of a positive step that is nearest to a decimal; the one farther from zero if two
 * are equally near.
 */
export function nearestMultiple(decimal: Decimal, step: Decimal): Decimal {
  const { a, b, scale } = atOneScale(decimal, step);
  const remainder = a % b;
  const distance = remainder < 0n ? -remainder : remainder;
  const awayFromZero = remainder < 0n ? -b : b;
  return { digits: a - remainder + (2n * distance >= b ? awayFromZero : 0n), scale };
}

/** The digits of two decimals at the larger of their scales. */
function atOneScale(one: Decimal, other: Decimal) {
  const scale = Math.max(one.scale, other.scale);
  const digitsOf = (decimal: Decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale);
  return { a: digitsOf(one), b: digitsOf(other), scale };
}
