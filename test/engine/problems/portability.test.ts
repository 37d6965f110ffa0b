import { portabilityProblems } from "../../../src/engine/problems/portability.js";

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

describe("runs of combining marks", () => {
  const marks = (count: number) => `a${"\u0301".repeat(count)}b`;
  const codes = (candidate: unknown) => portabilityProblems(candidate).map(({ code, path }) => [code, path]);

  test("of up to 30 are text, of more are an error with a code of its own", () => {
    expect(codes([marks(30), `${marks(30)}${marks(30)}`])).toEqual([]);
    expect(codes({ x: [marks(31)] })).toEqual([["too-many-marks", "/candidate/x/0"]]);
    expect(codes({ [marks(31)]: 1 })).toEqual([["too-many-marks", `/candidate/${marks(31)}`]]);
  });

  test("are looked for in all scripts", () => {
    expect(
      codes([`\u0915${"\u093f".repeat(31)}`, `\u{1d15e}${"\u{1d165}".repeat(31)}`, "\u20dd".repeat(31)]),
    ).toHaveLength(3);
    expect(codes(["\u1100\u1161\u11a8".repeat(40), "\u4e00".repeat(40), "😀".repeat(40)])).toEqual([]);
  });

  test("can be cut to 30, if the author likes", () => {
    const [problem] = portabilityProblems([marks(40)]);
    expect(problem?.fixes()).toEqual([
      {
        title: "Keep the first 30 marks of each run",
        applicability: "maybe-incorrect",
        patch: [{ op: "replace", path: "/candidate/0", value: marks(30) }],
      },
    ]);
  });
});

test("of very many, some are kept and the rest counted", () => {
  const problems = portabilityProblems(Array(5_000).fill("\ud800"));
  expect(problems).toHaveLength(250);
  expect(problems.at(-1)?.more).toBe(4_750);
});

test("a long text is not repeated in a fix", () => {
  expect(told([`${"x".repeat(300)}\ud800`])).toEqual([["/0"]]);
});
