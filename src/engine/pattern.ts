import { isSafePattern } from "redos-detector";
import { SpecFault } from "./spec-fault.js";

/** Compiles a pattern, or refuses it: `^(\w+\s?)+$` takes 28 s on 28 characters, and candidates are hostile input. */
export function compilePattern(source: string, pointer: string, inSpec = false): RegExp {
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, "u");
  } catch (error) {
    throw new SpecFault(`the pattern does not compile: ${(error as Error).message}`, pointer, inSpec);
  }
  if (!isSafe(source) || looksFromEverywhere(source)) {
    throw new SpecFault(
      "the pattern is unsafe: some texts make it backtrack without end; let no two repetitions match the same text, and anchor it with ^ and $",
      pointer,
      inSpec,
    );
  }
  return pattern;
}

/** A look-ahead or look-behind that is tried at every character of a text: `(?=a*b)` takes 5 s on 60,000 of them. */
function looksFromEverywhere(source: string): boolean {
  if (!/\(\?<?[=!]/.test(source)) return false;
  const bare = source.replace(/\\.|\[(\\.|[^\]])*\]/gs, "");
  let depth = 0;
  for (const character of bare) {
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) return true;
  }
  return !bare.startsWith("^");
}

const verdicts = new Map<string, boolean>();

/** Judging a pattern takes up to a second, and versions of a spec package share most of theirs. Steps, not time, are limited: the verdict is the same everywhere. */
function isSafe(source: string): boolean {
  const limits = { unicode: true, maxScore: 10, maxSteps: 2_000, timeout: Number.POSITIVE_INFINITY };
  const safe = verdicts.get(source) ?? isSafePattern(source, limits).safe;
  verdicts.set(source, safe);
  return safe;
}
