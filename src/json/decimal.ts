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

/** Parses a number as JavaScript writes it. The caller limits its length. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = WRITTEN.exec(text) ?? [];
  if (whole === "") return undefined;
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** The nearest number. */
export function toNumber({ digits, scale }: Decimal): number {
  return Number(`${digits}e${-scale}`);
}

export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: digitsAt(one, scale) + digitsAt(other, scale), scale };
}

export function multiply(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale };
}

/** Compares two decimals, like the function of a sort. */
export function compare(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [a, b] = [digitsAt(one, scale), digitsAt(other, scale)];
  return a < b ? -1 : Number(a > b);
}

/** Whether one decimal is a multiple of the other, which is not zero. */
export function isMultipleOf(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return digitsAt(one, scale) % digitsAt(other, scale) === 0n;
}

/** The digits of a decimal at another scale, which is not smaller. */
function digitsAt({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

/** The nearest multiple; the one farther from zero if two are equally near. */
export function nearestMultiple(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const [digits, step] = [digitsAt(one, scale), digitsAt(other, scale)];
  const rest = digits % step;
  const distance = rest < 0n ? -rest : rest;
  const toZero = digits - rest;
  const isFar = 2n * distance >= step;
  return { digits: isFar ? toZero + (rest < 0n ? -step : step) : toZero, scale };
}
