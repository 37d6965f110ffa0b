import { applyEdit, editText, mergeEdits } from "../../src/json/edit-text.js";
import { formatJson } from "../../src/json/format-json.js";
import { JsonRanges } from "../../src/json/json-ranges.js";
import { applyPatch, type Operation } from "../../src/json/patch.js";
import { join, valueAt } from "../../src/json/pointer.js";
import type { Json } from "../../src/json/value.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

const edited = (text: string, patch: Operation[]) => editText(text, patch).reduce(applyEdit, text);

const TEXT = `{
  "owner": { "kind": "Human", "id": "u" },
  "generator_id":   "Tide Table",
  "tags": ["a",   "b"],
  "records": [
    { "x": 1 }
  ]
}`;

test.each<[string, Operation[], [string, string]]>([
  ["a value", [{ op: "replace", path: "/owner/kind", value: "human" }], ['"Human"', '"human"']],
  ["a key", [{ op: "move", from: "/generator_id", path: "/generatorId" }], ['"generator_id":   ', '"generatorId":   ']],
  ["an item", [{ op: "add", path: "/tags/1", value: "c" }], ['"a",   "b"', '"a",   "c", "b"']],
  ["a last item", [{ op: "add", path: "/tags/-", value: "c" }], ['"b"]', '"b", "c"]']],
  ["a property in a line", [{ op: "add", path: "/owner/team", value: 1 }], ['"u" }', '"u", "team": 1 }']],
  ["a property on a line", [{ op: "add", path: "/notes", value: "n" }], ["  ]\n}", '  ],\n  "notes": "n"\n}']],
  ["a record", [{ op: "add", path: "/records/-", value: { x: 2 } }], ['{ "x": 1 }', '{ "x": 1 },\n    { "x": 2 }']],
  ["a removed item", [{ op: "remove", path: "/tags/0" }], ['"a",   "b"', '"b"']],
  ["a removed last item", [{ op: "remove", path: "/tags/1" }], ['"a",   "b"', '"a"']],
  ["an only item", [{ op: "remove", path: "/records/0" }], ['[\n    { "x": 1 }\n  ]', "[]"]],
  ["a first property", [{ op: "remove", path: "/owner" }], ['"owner": { "kind": "Human", "id": "u" },\n  ', ""]],
])("the edit of %s leaves the rest as it is written", (_, patch, [before, after]) => {
  expect(edited(TEXT, patch)).toBe(TEXT.replace(before, after));
  expect(JSON.parse(edited(TEXT, patch))).toEqual(applyPatch(JSON.parse(TEXT), patch));
});

test("an empty object gets lines, an empty array does not need them", () => {
  expect(edited("{}", [{ op: "add", path: "/a", value: [] }])).toBe('{\n  "a": []\n}');
  expect(edited('{\n\t"a": []\n}', [{ op: "add", path: "/a/0", value: "b" }])).toBe('{\n\t"a": ["b"]\n}');
});

test("a new document is formatted", () => {
  const value = { a: { b: 1, c: [1, 2] }, d: ["x".repeat(90)], e: {} };
  const formatted = `{\n  "a": {\n    "b": 1,\n    "c": [1, 2]\n  },\n  "d": [\n    "${"x".repeat(90)}"\n  ],\n  "e": {}\n}`;
  expect(edited("[]", [{ op: "replace", path: "", value }])).toBe(formatted);
});

/** A patch of some operations that apply one after another. */
function patchFor(document: Json, choices: readonly number[]): Operation[] {
  const patch: Operation[] = [];
  let current: unknown = document;
  for (const choice of choices) {
    const places = [...pointers(current)].slice(1).map(([pointer]) => pointer);
    const path = places[choice % Math.max(1, places.length)];
    const other = places[(choice * 7) % Math.max(1, places.length)];
    if (path === undefined || other === undefined) break;
    const operation = [
      { op: "replace", path, value: { r: [choice] } },
      { op: "remove", path },
      { op: "add", path, value: choice },
      {
        op: "move",
        from: path,
        path: join(
          path.slice(0, path.lastIndexOf("/")),
          Array.isArray(valueAt(current, path.slice(0, path.lastIndexOf("/")))) ? 0 : `k${choice}`,
        ),
      },
    ][choice % 4] as Operation;
    current = applyPatch(current, [operation]);
    patch.push(operation);
  }
  return patch;
}

test("every patch edits the text to the document that it makes", () => {
  const json = fc.object({
    key: fc.constantFrom("a", "b/c", "~", 'q"'),
    maxDepth: 3,
    values: [fc.string(), fc.integer()],
  });
  const layout = fc.constantFrom(
    (value: Json) => formatJson(value),
    (value: Json) => JSON.stringify(value, null, 4),
    (value: Json) => JSON.stringify(value),
  );
  fc.assert(
    fc.property(json, layout, fc.array(fc.nat(1000), { maxLength: 6 }), (document, format, choices) => {
      const text = format(document as Json);
      const patch = patchFor(JSON.parse(text), choices);
      expect(JSON.parse(edited(text, patch))).toEqual(applyPatch(JSON.parse(text), patch));
      // Merged, the last one first: none moves what another refers to.
      const merged = mergeEdits(text, editText(text, patch));
      expect(merged.reduceRight(applyEdit, text)).toBe(edited(text, patch));
      merged.reduce((end, { from, to }) => {
        expect(from).toBeGreaterThanOrEqual(end);
        return to;
      }, 0);
      // Not written anew.
      if (patch.length > 0) expect(editText(text, patch)[0]).not.toMatchObject({ from: 0, to: text.length });
    }),
    runs(60),
  );
});

function rangesOf(text: string): JsonRanges {
  const read = JsonRanges.read(text);
  if ("error" in read) throw new Error(read.error.detail);
  return read.ranges;
}

function* pointers(value: unknown, pointer = ""): Iterable<[string, unknown]> {
  yield [pointer, value];
  if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) yield* pointers(part, join(pointer, key));
}

test("the range of every value is its text, and that of every key is the key", () => {
  const unlucky = ["__proto__", "constructor", "prototype"];
  const key = fc.string().filter((name) => !unlucky.includes(name));
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
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
          expect(join("", JSON.parse(text.slice(keyRange.from, keyRange.to)))).toBe(
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

test("a document that is not JSON has an error with its position", () => {
  expect(JsonRanges.read('{ "a": }')).toMatchObject({ error: { code: "malformed-json", position: { offset: 7 } } });
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

  test("report the position of the second occurrence of a repeated key", () => {
    expect(JsonRanges.read('{\n "a": 1,\n "a": 2\n}')).toEqual({
      error: {
        code: "unacceptable-json",
        pointer: "/a",
        position: { offset: 12, line: 3, column: 2 },
        problem: 'the key "a" is repeated in the same object.',
        detail: 'Line 3, column 2: the key "a" is repeated in the same object.',
      },
    });
  });
});
