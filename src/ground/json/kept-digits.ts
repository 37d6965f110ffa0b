const NUMBER = /^-?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * The digits of a number between its first and last one that is not zero, and the power of ten of
 * the last one.
 */
function significant(number: string): { digits: string; exponent: number } {
  const [, whole = "", fraction = "", exponent = "0"] = NUMBER.exec(number) ?? [];
  const digits = trimZeros(whole + fraction);
  const zeros = whole.length + fraction.length - digits.end;
  return {
    digits: digits.text,
    exponent: digits.text === "" ? 0 : Number(exponent) - fraction.length + zeros,
  };
}

/** Cuts the zeros off both ends. A regular expression would take quadratic time for `1000…0001`. */
function trimZeros(digits: string): { text: string; end: number } {
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === "0") start++;
  while (end > start && digits[end - 1] === "0") end--;
  return { text: digits.slice(start, end), end };
}

/** A double holds each number of up to 15 digits. */
const MAX_EXACT_LENGTH = 15;
const PLAIN = /^-?\d*\.?\d*$/;

/**
 * Whether a number in text is the one that JavaScript, and RFC 8785, write for the double that it
 * is read as.
 */
export function keepsDigits(number: string): boolean {
  if (number.length <= MAX_EXACT_LENGTH && PLAIN.test(number)) return true;
  const [written, read] = [significant(number), significant(String(Number(number)))];
  return written.digits === read.digits && written.exponent === read.exponent;
}

/**
 * Whether a number in text is an integer, however it is written, and a double would lose some of
 * its digits.
 */
export function isLostInteger(number: string): boolean {
  // 64 KiB may have 13,000 numbers such as 1e20.
  if (number.length <= MAX_EXACT_LENGTH && Number.isFinite(Number(number))) return false;
  return significant(number).exponent >= 0 && !keepsDigits(number);
}
