/** A number as it is written in JSON, `digits` × 10^-`scale`: 0.1 + 0.2 is 0.3, which it is not in binary. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const WRITTEN = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Undefined for anything but a finite number: `1e999` is Infinity. */
export function toDecimal(value: unknown): Decimal | undefined {
  return typeof value === "number" ? parseDecimal(String(value)) : undefined;
}

/** A number as JSON writes it. The caller bounds its length. */
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

/** Below, at or above zero, like the function of a sort. */
export function compare(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const [a, b] = [digitsAt(one, scale), digitsAt(other, scale)];
  return a < b ? -1 : Number(a > b);
}

/** Whether one is a whole number of times the other, which is not zero. */
export function isMultipleOf(one: Decimal, other: Decimal): boolean {
  const scale = Math.max(one.scale, other.scale);
  return digitsAt(one, scale) % digitsAt(other, scale) === 0n;
}

/** The digits at a scale that is not smaller. */
function digitsAt({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * powerOfTen(wanted - scale);
}

/** Numbers are from 1e-324 to 1e308: there are a few hundred powers, and a candidate may need one for each number. */
const POWERS: bigint[] = [];

function powerOfTen(exponent: number): bigint {
  const power = POWERS[exponent] ?? 10n ** BigInt(exponent);
  if (exponent < 1_000) POWERS[exponent] = power;
  return power;
}

/** The multiple that is nearest; of two, the one away from zero. */
export function nearestMultiple(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const [digits, step] = [digitsAt(one, scale), digitsAt(other, scale)];
  const rest = digits % step;
  const distance = rest < 0n ? -rest : rest;
  const toZero = digits - rest;
  const isFar = 2n * distance >= step;
  return { digits: isFar ? toZero + (rest < 0n ? -step : step) : toZero, scale };
}
