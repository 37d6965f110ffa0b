import type { Json } from "./json.js";
import { join } from "./pointer.js";
import type { Problem } from "./problem.js";
import { isShort, quote } from "./quote.js";

export const UNPORTABLE = {
  code: "unportable-value",
  summary: "A text or a member name holds half a surrogate pair, or a number is not one that JSON can write.",
} as const;

/** RFC 8785 has no canonical form for such values, so no digest could be made of a package that holds one. */
export function portabilityProblems(candidate: unknown, settled?: WeakSet<object>): Problem[] {
  return isPortable(candidate, settled) ? [] : [...unportable(candidate, "/candidate")];
}

export function isPortable(value: unknown, settled?: WeakSet<object>): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null || settled?.has(value)) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPortable(item, settled)) return false;
  } else {
    for (const key of Object.keys(value)) {
      if (!key.isWellFormed() || !isPortable((value as Record<string, unknown>)[key], settled)) return false;
    }
  }
  settled?.add(value);
  return true;
}

function* unportable(value: unknown, path: string): Generator<Problem> {
  if (typeof value !== "object" || value === null) {
    if (!isPortable(value)) yield problem(path, value, `${quote(value)} cannot be written in canonical JSON`);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    const at = join(path, key);
    if (!key.isWellFormed())
      yield { ...problem(at, member, `the name ${quote(key)} holds half a surrogate pair`), about: key };
    yield* unportable(member, at);
  }
}

function problem(path: string, actual: unknown, message: string): Problem {
  return {
    code: UNPORTABLE.code,
    severity: "error",
    path,
    about: undefined,
    actual,
    expected: undefined,
    message: () => message,
    fixes: () =>
      typeof actual !== "string" || actual.isWellFormed() || !isShort(actual)
        ? []
        : [
            {
              title: "Replace each half pair with U+FFFD",
              applicability: "maybe-incorrect",
              patch: [{ op: "replace", path, value: actual.toWellFormed() as Json }],
            },
          ],
  };
}
