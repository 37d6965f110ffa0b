import { changedLines } from "../../web/workbench/changed-lines.js";

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join("\n");

test.each([
  ["nothing", "a\nb", "a\nb", []],
  ["what differs", "a\nb\nc", "a\nx\nc\nd", [" a", "-b", "+x", " c", "+d"]],
  [
    "a change far from both ends",
    numbered("", 9),
    numbered("", 9).replace("4", "x"),
    ["⋯", " 2", " 3", "-4", "+x", " 5", " 6", "⋯"],
  ],
  [
    "changes far apart",
    `x\n${numbered("", 6)}\nx`,
    `y\n${numbered("", 6)}\ny`,
    ["-x", "+y", " 0", " 1", "⋯", " 4", " 5", "-x", "+y"],
  ],
  [
    "too many to compare",
    numbered("a", 600),
    numbered("b", 600),
    [...numbered("-a", 600).split("\n"), ...numbered("+b", 600).split("\n")],
  ],
])("the changed lines are shown with those around them: %s", (_, before, after, lines) => {
  expect(changedLines(before, after)).toEqual(lines);
});
