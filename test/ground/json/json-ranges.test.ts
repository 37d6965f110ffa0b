import { findCursor } from "../../../src/ground/json/cursor.js";
import { JsonRanges } from "../../../src/ground/json/json-ranges.js";
import { joinPointer } from "../../../src/ground/json/pointer.js";
import fc from "../../support/fast-check.js";
import { pointers } from "../../support/pointers.js";
import { runs } from "../../support/runs.js";

function rangesOf(text: string): JsonRanges {
  const read = JsonRanges.read(text);
  if ("error" in read) throw new Error(read.error.detail);
  return read.ranges;
}

test("the range of every value is its text, and that of every key is the key", () => {
  const unlucky = ["__proto__", "constructor", "prototype"];
  const key = fc.string().filter((name) => !unlucky.includes(name));
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant(null),
      ),
      fc.array(tie("value")),
      fc.dictionary(key, tie("value"), { noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, 4, "\t"), (document, space) => {
      const text = JSON.stringify(document, null, space);
      const ranges = rangesOf(text);
      for (const [pointer, value] of pointers(JSON.parse(text))) {
        const { from, to } = ranges.value(pointer) as { from: number; to: number };
        expect(JSON.parse(text.slice(from, to))).toEqual(value);
        const keyRange = ranges.key(pointer);
        if (keyRange)
          expect(joinPointer("", JSON.parse(text.slice(keyRange.from, keyRange.to)))).toBe(
            pointer.slice(pointer.lastIndexOf("/")),
          );
      }
    }),
    runs(40),
  );
});

test("children are in the order of the document, with the start of their keys", () => {
  const text = '{ "b": [1, "}"], "a": { } }';
  expect(rangesOf(text).children("")).toEqual([
    { token: "b", start: 2, value: { from: 7, to: 15 } },
    { token: "a", start: 17, value: { from: 22, to: 25 } },
  ]);
  expect(rangesOf(text).children("/b/0")).toBeUndefined();
  expect(rangesOf(text).value("/c")).toBeUndefined();
  expect(rangesOf(text).key("/b/0")).toBeUndefined();
});

describe("the ranges of a JSON document", () => {
  test("know the line and column of a value, and of the nearest one around a place without a value", () => {
    const ranges = rangesOf('{\r\n  "a": [\n    10, {"b/c":\n true} ]\n}');
    expect(ranges.near("")).toEqual({ offset: 0, line: 1, column: 1 });
    expect(ranges.near("/a")).toEqual({ offset: 10, line: 2, column: 8 });
    expect(ranges.key("/a")).toMatchObject({ from: 5 });
    expect(ranges.near("/a/0")).toEqual({ offset: 16, line: 3, column: 5 });
    expect(ranges.near("/a/1/b~1c")).toMatchObject({ line: 4, column: 2 });
    expect(ranges.near("/a/2/b/c")).toEqual(ranges.near("/a"));
    expect(ranges.near("/b")).toEqual(ranges.near(""));
  });

  test("have none for a pointer to nothing", () => {
    const ranges = rangesOf('{"a":[1],"b":"text"}');
    for (const pointer of ["/c", "/a/1", "/a/-", "/a/0/x", "/b/0", "/b/length", "/", "/toString"]) {
      expect(ranges.value(pointer)).toBeUndefined();
    }
  });

  test("report the position of an error", () => {
    expect(JsonRanges.read('{ "a": }')).toMatchObject({
      error: { code: "malformed-json", position: { offset: 7 } },
    });
    expect(JsonRanges.read('{\n "a": 1,\n "a": 2\n}')).toEqual({
      error: {
        code: "unacceptable-json",
        pointer: "/a",
        position: { offset: 12, line: 3, column: 2 },
        problem: 'the key "a" is repeated in the same object; keep one of them',
        detail: 'line 3, column 2: the key "a" is repeated in the same object; keep one of them',
      },
    });
  });
});

/** `|` is the cursor. */
test.each([
  ["{ | }", "key", "", [], "||"],
  ['{ "a": 1, "|', "key", "", ["a"], '|"|'],
  ['{ "a": { "b|": 1, "c": 2 }, "d": 3 }', "key", "a", ["c"], '|"b"|'],
  ['{ "a": 1, bc|, "d": [{ "e": 4 }] }', "key", "", ["a", "d"], "|bc|"],
  ['{ "a": |, "b": 2 }', "value", "a", ["a", "b"], "||"],
  ['{ "a": "x|y" }', "value", "a", ["a"], '|"xy"|'],
  ['{ "a": [1, | ] }', "value", "a/1", [], "||"],
  ['{ "a": [{ "b": tr|', "value", "a/0/b", ["b"], "|tr|"],
])(
  "the place of a cursor is found in JSON that may be incomplete: %s",
  (marked, kind, path, keys, around) => {
    const offset = marked.indexOf("|");
    const text = marked.replace("|", "");
    const { from, to, tokens, ...found } = findCursor(text, offset) ?? {
      from: 0,
      to: 0,
      tokens: [],
    };
    expect([found, tokens.join("/"), `|${text.slice(from, to)}|`]).toEqual([
      { kind, keys },
      path,
      around,
    ]);
  },
);

test.each(["|", '{ "a": 1 | }', '{ "a": "x"| }', '{ "a" | }', "{} |"])(
  "nothing can be written at %s",
  (marked) => {
    expect(findCursor(marked.replace("|", ""), marked.indexOf("|"))).toBeUndefined();
  },
);
