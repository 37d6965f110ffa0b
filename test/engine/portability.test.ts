import { portabilityProblems } from "../../src/engine/portability.js";

const told = (candidate: unknown) =>
  portabilityProblems(candidate).map(({ path, fixes }) => [
    path.slice("/candidate".length),
    ...fixes().map(({ patch }) => patch),
  ]);

test.each<[string, unknown]>([
  ["plain JSON", { a: [1, "x", null, true, { "ö😀": "😀" }] }],
  ["numbers at the ends of the range", [Number.MAX_VALUE, Number.MIN_VALUE, -0]],
  ["a text that is no object", "x"],
])("%s is portable", (_, candidate) => {
  expect(told(candidate)).toEqual([]);
});

test("half a surrogate pair is reported where it stands, with U+FFFD to look at", () => {
  const path = "/candidate/a/1";
  expect(told({ a: ["x", "y\ud800z"] })).toEqual([["/a/1", [{ op: "replace", path, value: "y\ufffdz" }]]]);
});

test("a name with half a pair is reported at its member, and what is below it too", () => {
  expect(told({ "\udc00": { b: "\ud800" } }).map(([path]) => path)).toEqual(["/\udc00", "/\udc00/b"]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("%p has no place in JSON", (number) => {
  expect(told([number])).toEqual([["/0"]]);
});

test("a long text is not repeated in a fix", () => {
  expect(told([`${"x".repeat(300)}\ud800`])).toEqual([["/0"]]);
});
