/** A decimal number, `digits` × 10^-`scale`, without rounding. Unlike in binary, 0.1 + 0.2 is 0.3. */
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

/** The nearest number. JSON has none beyond the limits, so that every number compares with it as with the decimal. */
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

/** Whether one decimal is a multiple of the other, which is not zero. */
export function isMultipleOf(one: Decimal, other: Decimal): boolean {
  const { a, b } = atOneScale(one, other);
  return a % b === 0n;
}

/** The nearest multiple of a positive decimal; the one farther from zero if two are equally near. */
export function nearestMultiple(one: Decimal, other: Decimal): Decimal {
  const { a, b, scale } = atOneScale(one, other);
  const rest = a % b;
  const distance = rest < 0n ? -rest : rest;
  const awayFromZero = rest < 0n ? -b : b;
  return { digits: a - rest + (2n * distance >= b ? awayFromZero : 0n), scale };
}

/** The digits of two decimals at the larger of their scales. */
function atOneScale(one: Decimal, other: Decimal) {
  const scale = Math.max(one.scale, other.scale);
  const digitsOf = (decimal: Decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale);
  return { a: digitsOf(one), b: digitsOf(other), scale };
}
