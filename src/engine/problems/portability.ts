import { format, type Token } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { hasLongMarkRun, MOST_MARKS, SURELY_FEW_MARKS } from "../../text/marks.js";
import { isShort, quote } from "../../text/quote.js";
import { Memo } from "../memo.js";
import { keepSome, type Problem } from "../problem.js";

interface PortabilityCode {
  readonly code: string;
  readonly summary: string;
  breaks(text: string): boolean;
  inName(key: string): string;
  inValue(value: unknown): string;
  fix: { title: string; apply(text: string): string };
}

/** RFC 8785 has no canonical form for such values, so no digest could be made of a package that holds one. */
export const UNPORTABLE: PortabilityCode = {
  code: "unportable-value",
  summary: "A string or a property name holds half a surrogate pair, or a number is not one that JSON can write.",
  breaks: (text) => !text.isWellFormed(),
  inName: (key) => `the property name ${quote(key)} holds half a surrogate pair`,
  inValue: (value) => `${quote(value)} cannot be written in canonical JSON`,
  fix: { title: "Replace each half pair with U+FFFD", apply: (text) => text.toWellFormed() },
};

export const TOO_MANY_MARKS: PortabilityCode = {
  code: "too-many-marks",
  summary: `A string or a property name has more than ${MOST_MARKS} combining marks in a row (UAX #15, stream-safe text).`,
  breaks: hasLongMarkRun,
  inName: (key) => `the property name ${quote(key)} has more than ${MOST_MARKS} combining marks in a row`,
  inValue: (value) => `${quote(value)} has more than ${MOST_MARKS} combining marks in a row`,
  fix: {
    title: `Keep the first ${MOST_MARKS} marks of each run`,
    apply: (text) => text.replace(/(\p{M}{30})\p{M}+/gu, "$1"),
  },
};

export const PORTABILITY_CODES: readonly PortabilityCode[] = [UNPORTABLE, TOO_MANY_MARKS];

/** More are only counted, and then no fix of the candidate is proven. A text that was damaged has few. */
const MOST_KEPT = 250;
/** Of the paths of these problems, in all: a key of 50,000 characters may be part of every one of them. */
const LONGEST_PATHS = 100_000;

/** Strings, property names and numbers that not every reader takes as they are, anywhere in a candidate. */
export function portabilityProblems(candidate: unknown, memo = new Memo(), clean?: Set<object>): Problem[] {
  if (isPortableIn(candidate, memo, clean)) return [];
  const found = new Found();
  findUnportable(candidate, ["candidate"], memo, clean ?? new Set(), found);
  return keepSome(found.kept, toProblem, found.total);
}

/** Notes what patched forms of a candidate mostly keep, where none of its problems says that it is not clean. */
export function notePortable(candidate: unknown, problems: readonly Problem[], clean: Set<object>): void {
  if (problems.some(({ code }) => PORTABILITY_CODES.some((one) => one.code === code))) return;
  const note = (value: unknown) => {
    if (typeof value === "object" && value !== null) clean.add(value);
  };
  for (const part of isObject(candidate) ? Object.values(candidate) : []) {
    note(part);
    if (Array.isArray(part)) part.forEach(note);
  }
}

/** Whether all of a value can be written as canonical JSON and normalized. */
export function isPortable(value: unknown): boolean {
  return isPortableIn(value, new Memo(), undefined);
}

interface Unportable {
  readonly code: PortabilityCode;
  readonly path: string;
  readonly value: unknown;
  /** Of the property, where it is the name that is wrong. */
  readonly name: string | undefined;
}

/** What is found in one candidate. Of very much, most is only counted. */
class Found {
  readonly kept: Unportable[] = [];
  total = 0;
  #length = 0;

  add(code: PortabilityCode, trail: readonly Token[], value: unknown, name?: string): void {
    this.total++;
    if (this.kept.length === MOST_KEPT || this.#length > LONGEST_PATHS) return;
    const path = format(trail);
    this.#length += path.length;
    if (this.kept.length === 0 || this.#length <= LONGEST_PATHS) this.kept.push({ code, path, value, name });
  }

  addBroken(text: string, memo: Memo, trail: readonly Token[], value: unknown, name?: string): void {
    for (const code of PORTABILITY_CODES)
      if (memo.ofString(code.code, text, code.breaks)) this.add(code, trail, value, name);
  }
}

/** Finds what is within a value, to which the trail leads. */
function findUnportable(value: unknown, trail: Token[], memo: Memo, clean: Set<object>, found: Found): void {
  if (typeof value !== "object" || value === null) {
    if (isPortableIn(value, memo, clean)) return;
    if (typeof value === "string") found.addBroken(value, memo, trail, value);
    else found.add(UNPORTABLE, trail, value);
    return;
  }
  if (clean.has(value)) return;
  const before = found.total;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      trail.push(at);
      findUnportable(value[at], trail, memo, clean, found);
      trail.pop();
    }
  } else {
    for (const name in value) {
      const property: unknown = value[name as keyof typeof value];
      trail.push(name);
      if (!isPortableString(name, memo)) found.addBroken(name, memo, trail, property, name);
      findUnportable(property, trail, memo, clean, found);
      trail.pop();
    }
  }
  if (found.total === before) clean.add(value);
}

// Functions, not methods of a class: private methods took two thirds as long again, for every string of every
// candidate.
/** `clean` are objects that are known to be portable. */
function isPortableIn(value: unknown, memo: Memo, clean: Set<object> | undefined): boolean {
  if (typeof value === "string") return isPortableString(value, memo);
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || areContentsPortable(value, memo, clean);
}

function isPortableString(text: string, memo: Memo): boolean {
  if (text.length <= SURELY_FEW_MARKS) return text.isWellFormed();
  return text.isWellFormed() && !memo.ofString(TOO_MANY_MARKS.code, text, hasLongMarkRun);
}

/** By itself, so that for most values, which are neither arrays nor objects, V8 need not call anything. */
function areContentsPortable(value: object, memo: Memo, clean: Set<object> | undefined): boolean {
  if (clean?.has(value)) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isPortableIn(value[at], memo, clean)) return false;
  } else {
    // An array of the keys costs as much as looking at them.
    for (const key in value) {
      if (!isPortableString(key, memo) || !isPortableIn((value as Record<string, unknown>)[key], memo, clean))
        return false;
    }
  }
  clean?.add(value);
  return true;
}

function toProblem({ code: { code, inName, inValue, fix }, path, value, name }: Unportable): Problem {
  const isFixable = name === undefined && typeof value === "string" && isShort(value);
  return {
    code,
    severity: "error",
    path,
    about: name,
    actual: value,
    expected: undefined,
    message: () => (name === undefined ? inValue(value) : inName(name)),
    fixes: () =>
      isFixable
        ? [
            {
              title: fix.title,
              applicability: "maybe-incorrect",
              patch: [{ op: "replace", path, value: fix.apply(value) }],
            },
          ]
        : [],
  };
}
