import type { NodeCheckDefinition } from "./check.js";

/** A way to compute the check digits of an identifier. */
interface Checksum {
  readonly form: RegExp;
  /** The form in words. */
  readonly formInWords: string;
  /** The identifier with the check digits that fit the rest of it. */
  complete(identifier: string): string;
}

const CHECKSUMS: Readonly<Record<string, Checksum>> = {
  luhn: {
    form: /^\d{2,}$/,
    formInWords: "it has at least two digits and nothing else",
    complete: (digits) => withLast(digits, lastOfLuhn(digits)),
  },
  iban: {
    form: /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/,
    formInWords: "an IBAN has two capital letters, two digits, and 11 to 30 letters or digits",
    complete: (iban) => `${iban.slice(0, 2)}${digitsOfIban(iban)}${iban.slice(4)}`,
  },
  isbn: {
    form: /^(?:\d{9}[\dX]|97[89]\d{10})$/,
    formInWords:
      "an ISBN has 13 digits and begins with 978 or 979, or has 10, of which the last may be X",
    complete: (isbn) =>
      withLast(isbn, isbn.length === 10 ? lastOfIsbn10(isbn) : lastOfIsbn13(isbn)),
  },
};

export const checksum: NodeCheckDefinition = {
  name: "checksum",
  summary:
    "The check digits of the string fit the rest of it: `luhn` (such as card numbers and IMEIs), `iban`, or `isbn` (10 and 13 digits). Spaces and hyphens between the characters are ignored, and the empty string is left to the length limits. `{form}` says what is wrong. It offers no digits, because any other character may be the wrong one.",
  value: { enum: Object.keys(CHECKSUMS) },
  types: ["string"],
  placeholders: () => ["form"],
  unfilled: ["expected"],
  triedWith: "examples and placeholders",
  compile({ value }) {
    const { form, formInWords, complete } = CHECKSUMS[String(value)] as Checksum;
    return () => (actual, context) => {
      if (typeof actual !== "string" || actual === "") return;
      const identifier = withoutSeparators(actual);
      const hasForm = form.test(identifier);
      if (hasForm && complete(identifier) === identifier) return;
      const why = hasForm
        ? "its check digits do not fit: a character is wrong, or two are swapped"
        : formInWords;
      context.report({ fills: { form: why } });
    };
  },
};

function withoutSeparators(text: string): string {
  return text.replace(/[ -]/g, "");
}

function withLast(text: string, last: string): string {
  return text.slice(0, -1) + last;
}

function addDigits(digits: string, weigh: (digit: number, index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) sum += weigh(Number(digits[index]), index);
  return sum;
}

/**
 * ISO/IEC 7812-1, annex B: from the right, every second digit is doubled, and its digits are added.
 */
function lastOfLuhn(digits: string): string {
  const sum = addDigits(digits.slice(0, -1), (digit, index) => {
    const doubled = (digits.length - index) % 2 === 0 ? 2 * digit : digit;
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return String((10 - (sum % 10)) % 10);
}

function lastOfIsbn10(isbn: string): string {
  const last =
    (11 - (addDigits(isbn.slice(0, 9), (digit, index) => (10 - index) * digit) % 11)) % 11;
  return last === 10 ? "X" : String(last);
}

function lastOfIsbn13(isbn: string): string {
  return String(
    (10 -
      (addDigits(isbn.slice(0, 12), (digit, index) => (index % 2 === 0 ? 1 : 3) * digit) % 10)) %
      10,
  );
}

/**
 * ISO 7064, MOD 97-10: the country and zeros are moved to the end, and a letter counts as 10 to 35.
 */
function digitsOfIban(iban: string): string {
  let remainder = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 2)}00`) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return String(98 - remainder).padStart(2, "0");
}
