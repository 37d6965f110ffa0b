import { SpecError } from "./spec-error.js";

/** Whether some string makes it slow is the loader's to find out, once, before a package is served. */
export function compilePattern(source: string, pointer: string, inSpec = false): RegExp {
  try {
    return new RegExp(source, "u");
  } catch (error) {
    throw new SpecError(`the pattern does not compile: ${(error as Error).message}`, pointer, inSpec);
  }
}
