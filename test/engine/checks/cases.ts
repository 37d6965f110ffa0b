import type { CheckSource } from "../../../src/engine/grammar.js";
import type { Json } from "../../../src/json/value.js";
import { type Found, found, isInGrammar } from "./found.js";

export type Row = [title: string, check: CheckSource, candidate: Json, expected: Found[]];

/** A table of checks, each as a rule file may have it, and what they must find. */
export function cases(name: string, rows: Row[]): void {
  describe(name, () => {
    test.each(rows)("%s", (_, check, candidate, expected) => {
      expect(isInGrammar(check)).toBe(true);
      expect(found(check, candidate)).toEqual(expected);
    });
  });
}
