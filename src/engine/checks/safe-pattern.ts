import { isSafePattern } from "redos-detector";
import { SpecError } from "../spec-error.js";

/** Compiles a pattern, or refuses it: `^(\w+\s?)+$` takes 28 s on 28 characters, and candidates are hostile input. */
export function compilePattern(source: string, pointer: string, inSpec = false): RegExp {
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, "u");
  } catch (error) {
    throw new SpecError(`the pattern does not compile: ${(error as Error).message}`, pointer, inSpec);
  }
  if (!isSafe(source) || looksFarAndOften(source)) {
    throw new SpecError(
      "the pattern is unsafe: some texts make it backtrack without end; let no two repetitions match the same text, and anchor it with ^ and $",
      pointer,
      inSpec,
    );
  }
  return pattern;
}

/**
 * A look-ahead or look-behind goes through the text once for every place that it is tried at: `^.*(?=a*b)` takes 5 s on
 * 60,000 characters. One that repeats something is safe only at the start, where it is tried once.
 */
function looksFarAndOften(source: string): boolean {
  const bare = source.replace(/\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]])*\]/gs, "x");
  let once = bare.startsWith("^") ? 1 : -1;
  for (const { index, 0: look } of bare.matchAll(/\(\?<?[=!]/g)) {
    let end = index + look.length;
    for (let depth = 1; depth > 0; end++) depth += bare[end] === "(" ? 1 : bare[end] === ")" ? -1 : 0;
    if (index === once) once = end;
    else if (/[*+{]/.test(bare.slice(index, end))) return true;
  }
  return false;
}

const verdicts = new Map<string, boolean>();

/** Judging a pattern takes up to a second, and versions of a spec package share most of theirs. Steps, not time, are limited: the verdict is the same everywhere. */
function isSafe(source: string): boolean {
  const limits = { unicode: true, maxScore: 10, maxSteps: 2_000, timeout: Number.POSITIVE_INFINITY };
  const safe = verdicts.get(source) ?? isSafePattern(source, limits).safe;
  verdicts.set(source, safe);
  return safe;
}
