import { isSafePattern } from "redos-detector";
import { SpecFault } from "./spec-fault.js";

/** Compiles a pattern, or refuses it: `^(\w+\s?)+$` takes 28 s on 28 characters, and candidates are hostile input. */
export function compilePattern(source: string): RegExp {
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, "u");
  } catch (error) {
    throw new SpecFault(`the pattern does not compile: ${(error as Error).message}`);
  }
  const verdict = isSafePattern(source, {
    unicode: true,
    maxScore: 10,
    timeout: Number.POSITIVE_INFINITY,
    maxSteps: 20_000,
  });
  if (!verdict.safe) {
    throw new SpecFault(
      "the pattern is unsafe: some texts make it backtrack without end; let no two repetitions match the same text, and anchor it with ^ and $",
    );
  }
  return pattern;
}
