import { inDocumentOrder } from "../../src/engine/document-order.js";
import type { Problem, Severity } from "../../src/engine/problem.js";
import fc from "../support/fast-check.js";

const problem = (path: string, code = "a", severity: Severity = "error", about?: string): Problem => ({
  code,
  severity,
  path: `/candidate${path}`,
  about,
  actual: undefined,
  expected: undefined,
  message: () => "",
  fixes: () => [],
});

const CANDIDATE = {
  z: Array.from({ length: 12 }, () => ({ b: 1, a: 2 })),
  "a/b": 1,
  a: 1,
  many: Array.from({ length: 70_000 }, () => 0),
  object: { f: 1, e: 1, d: 1, c: 1, b: 1 },
};

/** Each list is in the order in which it must come out. */
test.each<[string, Problem[]]>([
  ["members stand as they were sent, not by name", [problem("/z"), problem("/a~1b"), problem("/a")]],
  ["list items by number, not by text", [problem("/z/2"), problem("/z/10")]],
  [
    "list items by number, however many",
    ["/many", "/many/0", "/many/32767", "/many/32768", "/many/65535", "/many/65536", "/object"].map((path) =>
      problem(path),
    ),
  ],
  ["many members of one object", ["f", "e", "d", "c", "b"].map((name) => problem(`/object/${name}`))],
  [
    "a node before its members",
    [problem(""), problem("/z"), problem("/z/0"), problem("/z/0/b"), problem("/z/0/a"), problem("/z/1")],
  ],
  [
    "at one place errors before warnings before infos",
    [problem("/a", "z"), problem("/a", "b", "warning"), problem("/a", "a", "info")],
  ],
  ["of one severity by code", [problem("/a", "a"), problem("/a", "b")]],
  ["of one code by what it is about", [problem("/a", "a", "error", "x"), problem("/a", "a", "error", "y")]],
])("%s", (_, expected) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(expected, { minLength: expected.length }), (shuffled) => {
      expect(inDocumentOrder(shuffled, CANDIDATE)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});
