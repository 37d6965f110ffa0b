import { join } from "../../json/pointer.js";
import { hasLongMarkRun, MOST_MARKS } from "../../text/marks.js";
import { isShort, quote } from "../../text/quote.js";
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

/** Strings, names and numbers that not every reader takes as they are, anywhere in a candidate. */
export function portabilityProblems(candidate: unknown, settled?: Set<object>): Problem[] {
  return isPortable(candidate, settled) ? [] : keepSome([...findUnportable(candidate, "/candidate")], problem);
}

interface Unportable {
  readonly code: PortabilityCode;
  readonly path: string;
  readonly value: unknown;
  /** Of the property, where it is the name that is wrong. */
  readonly name?: string;
}

function* findUnportable(value: unknown, path: string): Generator<Unportable> {
  if (isPortable(value)) return;
  if (typeof value === "string") yield* brokenBy(value).map((code) => ({ code, path, value }));
  else if (typeof value !== "object" || value === null) yield { code: UNPORTABLE, path, value };
  else
    for (const [name, member] of Object.entries(value)) {
      const below = join(path, name);
      yield* brokenBy(name).map((code) => ({ code, path: below, value: member, name }));
      yield* findUnportable(member, below);
    }
}

function brokenBy(text: string): PortabilityCode[] {
  return PORTABILITY_CODES.filter((code) => code.breaks(text));
}

export function isPortable(value: unknown, settled?: Set<object>): boolean {
  if (typeof value === "string") return isPortableText(value);
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || areMembersPortable(value, settled);
}

function isPortableText(text: string): boolean {
  return text.isWellFormed() && (text.length <= MOST_MARKS || !hasLongMarkRun(text));
}

/** By itself, so that for most values, which are neither lists nor objects, V8 need not call anything. */
function areMembersPortable(value: object, settled?: Set<object>): boolean {
  if (settled?.has(value)) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isPortable(value[at], settled)) return false;
  } else {
    // A list of the names costs as much as looking at them.
    for (const key in value) {
      if (!isPortableText(key) || !isPortable((value as Record<string, unknown>)[key], settled)) return false;
    }
  }
  settled?.add(value);
  return true;
}

function problem({ code: { code, inName, inValue, fix }, path, value, name }: Unportable): Problem {
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
