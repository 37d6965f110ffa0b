import { join } from "../../json/pointer.js";
import { hasLongMarkRun, MOST_MARKS, SURELY_FEW_MARKS } from "../../text/marks.js";
import { isShort, quote } from "../../text/quote.js";
import { Memo } from "../memo.js";
import { KEPT, keepSome, type Problem } from "../problem.js";

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

/** Of the paths of these problems, in all: a key of 50,000 characters may be part of every one of them. */
const LONGEST_PATHS = 100_000;

/** Strings, property names and numbers that not every reader takes as they are, anywhere in a candidate. */
export function portabilityProblems(candidate: unknown, memo = new Memo(), clean?: Set<object>): Problem[] {
  const look = new Look(memo, clean);
  if (look.isPortable(candidate)) return [];
  const kept: Unportable[] = [];
  let [total, length] = [0, 0];
  for (const found of look.find(candidate, "/candidate")) {
    total++;
    length += found.path.length;
    if (kept.length === 0 || (kept.length < KEPT && length <= LONGEST_PATHS)) kept.push(found);
  }
  return keepSome(kept, toProblem, total);
}

/** Whether all of a value can be written as canonical JSON and normalized. */
export function isPortable(value: unknown): boolean {
  return new Look(new Memo()).isPortable(value);
}

interface Unportable {
  readonly code: PortabilityCode;
  readonly path: string;
  readonly value: unknown;
  /** Of the property, where it is the name that is wrong. */
  readonly name?: string;
}

class Look {
  constructor(
    private readonly memo: Memo,
    /** Objects that are known to be portable. */
    private readonly clean?: Set<object>,
  ) {}

  isPortable(value: unknown): boolean {
    if (typeof value === "string") return this.#isPortableString(value);
    if (typeof value === "number") return Number.isFinite(value);
    return typeof value !== "object" || value === null || this.#areContentsPortable(value);
  }

  *find(value: unknown, path: string): Generator<Unportable> {
    if (typeof value === "string") yield* this.#brokenBy(value).map((code) => ({ code, path, value }));
    else if (typeof value === "number" && !Number.isFinite(value)) yield { code: UNPORTABLE, path, value };
    else if (typeof value === "object" && value !== null) {
      for (const [name, property] of Object.entries(value)) {
        const below = join(path, name);
        if (!Array.isArray(value))
          yield* this.#brokenBy(name).map((code) => ({ code, path: below, value: property, name }));
        yield* this.find(property, below);
      }
    }
  }

  #brokenBy(text: string): PortabilityCode[] {
    return PORTABILITY_CODES.filter(({ code, breaks }) => this.memo.ofString(code, text, breaks));
  }

  #isPortableString(text: string): boolean {
    if (text.length <= SURELY_FEW_MARKS) return text.isWellFormed();
    return text.isWellFormed() && !this.memo.ofString(TOO_MANY_MARKS.code, text, hasLongMarkRun);
  }

  /** By itself, so that for most values, which are neither arrays nor objects, V8 need not call anything. */
  #areContentsPortable(value: object): boolean {
    if (this.clean?.has(value)) return true;
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) if (!this.isPortable(value[at])) return false;
    } else {
      // An array of the keys costs as much as looking at them.
      for (const key in value) {
        if (!this.#isPortableString(key) || !this.isPortable((value as Record<string, unknown>)[key])) return false;
      }
    }
    this.clean?.add(value);
    return true;
  }
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
