import { diffLines } from "../../../web/json/diff-lines.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

test("a diff shows the lines that differ, and only those", () => {
  expect(diffLines(["a", "b", "c"], ["a", "x", "c", "d"])).toEqual([
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "added", text: "x" },
    { kind: "same", text: "c" },
    { kind: "added", text: "d" },
  ]);
  expect(diffLines([], [])).toEqual([]);
});

test("without the added lines a diff is the first document, without the removed ones the second", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after);
      const without = (kind: string) => diff.filter((line) => line.kind !== kind).map(({ text }) => text);
      expect(without("added")).toEqual(before);
      expect(without("removed")).toEqual(after);
    }),
    runs(100),
  );
});

test("documents with nothing in common are shown one after the other", () => {
  const [before, after] = ["a", "b"].map((name) => Array.from({ length: 600 }, (_, at) => `${name}${at}`)) as [
    string[],
    string[],
  ];
  const diff = diffLines(before, after);
  expect(diff.map(({ text }) => text)).toEqual([...before, ...after]);
});
