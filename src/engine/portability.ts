import type { Json } from "./json.js";
import { format, type Token } from "./pointer.js";
import type { Problem } from "./problem.js";
import { isShort, quote } from "./quote.js";

export const UNPORTABLE = {
  code: "unportable-value",
  summary: "A text or a member name holds half a surrogate pair, or a number is not one that JSON can write.",
} as const;

/** RFC 8785 has no canonical form for such values, so no digest could be made of a package that holds one. */
export function portabilityProblems(candidate: unknown, settled?: Set<object>): Problem[] {
  const problems: Problem[] = [];
  collect(candidate, [], settled, problems);
  return problems;
}

function collect(value: unknown, trail: Token[], settled: Set<object> | undefined, problems: Problem[]): void {
  if (isPortable(value, settled)) return;
  const path = () => `/candidate${format(trail)}`;
  if (typeof value !== "object" || value === null) {
    problems.push(problem(path(), value, () => `${quote(value)} cannot be written in canonical JSON`));
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    trail.push(key);
    if (!key.isWellFormed())
      problems.push({
        ...problem(path(), member, () => `the name ${quote(key)} holds half a surrogate pair`),
        about: key,
      });
    collect(member, trail, settled, problems);
    trail.pop();
  }
}

export function isPortable(value: unknown, settled?: Set<object>): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || areMembersPortable(value, settled);
}

/** By itself, so that for most values, which are neither lists nor objects, V8 need not call anything. */
function areMembersPortable(value: object, settled?: Set<object>): boolean {
  if (settled?.has(value)) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isPortable(value[at], settled)) return false;
  } else {
    // A list of the names costs as much as looking at them.
    for (const key in value) {
      if (!key.isWellFormed() || !isPortable((value as Record<string, unknown>)[key], settled)) return false;
    }
  }
  settled?.add(value);
  return true;
}

function problem(path: string, actual: unknown, message: () => string): Problem {
  return {
    code: UNPORTABLE.code,
    severity: "error",
    path,
    about: undefined,
    actual,
    expected: undefined,
    message,
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
