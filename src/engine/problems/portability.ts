import { lastToken, type Token, toPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { hasLongMarkRun, MAX_MARKS, SURELY_FEW_MARKS } from "../../ground/text/marks.js";
import { isShortText, quote } from "../../ground/text/quote.js";
import { Memo } from "../memo.js";
import { makeFix, NOTHING, type Violation, withFurther } from "../violation.js";

interface PortabilityCode {
  readonly code: string;
  readonly summary: string;
  breaks(text: string): boolean;
  inName(key: string): string;
  inValue(value: unknown): string;
  fix: { title: string; apply(text: string): string };
}

/** Values without a canonical form in RFC 8785. A package that contains one has no digest. */
const UNPORTABLE: PortabilityCode = {
  code: "unportable-value",
  summary:
    "A string or a property name contains half a surrogate pair, or JSON cannot represent a number.",
  breaks: (text) => !text.isWellFormed(),
  inName: (key) => `the property name ${quote(key)} contains half a surrogate pair`,
  inValue: (value) => `${quote(value)} cannot be written in canonical JSON`,
  fix: { title: "Replace each half pair with U+FFFD", apply: (text) => text.toWellFormed() },
};

const LONG_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");

const TOO_MANY_MARKS: PortabilityCode = {
  code: "too-many-marks",
  summary: `A string or a property name has more than ${MAX_MARKS} combining marks in a row (UAX #15, stream-safe text).`,
  breaks: hasLongMarkRun,
  inName: (key) =>
    `the property name ${quote(key)} has more than ${MAX_MARKS} combining marks in a row`,
  inValue: (value) => `${quote(value)} has more than ${MAX_MARKS} combining marks in a row`,
  fix: {
    title: `Keep the first ${MAX_MARKS} marks of each run`,
    apply: (text) => text.replace(LONG_RUN, "$1"),
  },
};

export const PORTABILITY_CODES: readonly PortabilityCode[] = [UNPORTABLE, TOO_MANY_MARKS];

/**
 * Further problems are only counted, and no fix of the candidate is certain then. Damaged text has
 * few.
 */
const MAX_UNPORTABLE = 250;
/**
 * Limits the total length of the paths: each of them may contain the same key of 50,000 characters.
 */
const MAX_PATHS_LENGTH = 100_000;

/**
 * Finds strings, property names and numbers that programs may read differently, anywhere in a
 * candidate.
 */
export function findUnportable(candidate: unknown, memo = new Memo()): readonly Violation[] {
  if (isPlain(candidate)) return NOTHING;
  const kept: Violation[] = [];
  let [total, length] = [0, 0];
  const trail: Token[] = ["candidate"];
  const add = (code: PortabilityCode, value: unknown, name?: string) => {
    total++;
    if (kept.length === MAX_UNPORTABLE || length > MAX_PATHS_LENGTH) return;
    const path = toPointer(trail);
    length += path.length;
    if (kept.length === 0 || length <= MAX_PATHS_LENGTH)
      kept.push(unportable(code, path, value, name));
  };
  const addBroken = (text: string, value: unknown, name?: string) => {
    for (const code of isPlainText(text) ? [] : PORTABILITY_CODES)
      if (memo.ofString(text, code.breaks)) add(code, value, name);
  };
  const searchAt = (token: Token, value: unknown, name?: string) => {
    trail.push(token);
    if (name !== undefined) addBroken(name, value, name);
    search(value);
    trail.pop();
  };
  const search = (value: unknown) => {
    if (typeof value === "string") addBroken(value, value);
    else if (Array.isArray(value))
      for (let index = 0; index < value.length; index++) searchAt(index, value[index]);
    else if (isObject(value)) for (const name in value) searchAt(name, value[name], name);
    else if (!isPlain(value)) add(UNPORTABLE, value);
  };
  search(candidate);
  return withFurther(kept, total - kept.length);
}

/** Whether a value can be written as canonical JSON and normalized. */
export function isPortable(value: unknown): boolean {
  return findUnportable(value).length === 0;
}

/**
 * Matches marks and halves of surrogate pairs. V8 knows without a search that a Latin-1 string has
 * none.
 */
const MAY_BREAK = /[\u0300-\uffff]/;

/** Whether a value is certainly portable, as most are. */
function isPlain(value: unknown): boolean {
  if (typeof value === "string") return isPlainText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  // Making an array of the keys would take as long as looking at them.
  for (const key in value)
    if (!isPlainText(key) || !isPlain((value as JsonObject)[key])) return false;
  return true;
}

function isPlainText(text: string): boolean {
  return text.length <= SURELY_FEW_MARKS ? text.isWellFormed() : !MAY_BREAK.test(text);
}

function unportable(
  { code, breaks, inName, inValue, fix }: PortabilityCode,
  path: string,
  value: unknown,
  name?: string,
): Violation {
  const isFixable = name === undefined && isShortText(value);
  return {
    code,
    severity: "error",
    path,
    subject: name,
    actual: value,
    expected: undefined,
    message: () => (name === undefined ? inValue(value) : inName(name)),
    isLeftIn: ({ candidate }, place) => {
      const text = name === undefined ? valueAt({ candidate }, place) : lastToken(place);
      return typeof text !== "string" || breaks(text);
    },
    fixes: () =>
      isFixable
        ? [makeFix(fix.title, false, [{ op: "replace", path, value: fix.apply(value) }])]
        : [],
  };
}
