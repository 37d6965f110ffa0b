import { SpecError } from "./spec-error.js";

/** Compiles a pattern. The loader checks once, before a package is served, that no string makes it slow. */
export function compilePattern(source: string, pointer: string, inSpec = false): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (error) {
    throw new SpecError(`the pattern does not compile: ${(error as Error).message}`, pointer, inSpec);
  }
}
