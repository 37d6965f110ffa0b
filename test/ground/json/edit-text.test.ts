import { applyEdit, editText, mergeEdits } from "../../../src/ground/json/edit-text.js";
import { formatJson } from "../../../src/ground/json/format-json.js";
import { applyPatch, type Operation } from "../../../src/ground/json/patch.js";
import { joinPointer, valueAt } from "../../../src/ground/json/pointer.js";
import type { Json } from "../../../src/ground/json/value.js";
import { casesOf } from "../../support/cases.js";
import fc from "../../support/fast-check.js";
import { pointers } from "../../support/pointers.js";
import { runs } from "../../support/runs.js";

const testEach = casesOf(import.meta.url);

const edited = (text: string, patch: Operation[]) => editText(text, patch).reduce(applyEdit, text);

const TEXT = `{
  "owner": { "kind": "Human", "id": "u" },
  "generator_id":   "Tide Table",
  "tags": ["a",   "b"],
  "records": [
    { "x": 1 }
  ]
}`;

testEach<[string, Operation[], [string, string]]>(
  "the edit of %s leaves the rest as it is written",
  (_, patch, [before, after]) => {
    expect(edited(TEXT, patch)).toBe(TEXT.replace(before, after));
    expect(JSON.parse(edited(TEXT, patch))).toEqual(applyPatch(JSON.parse(TEXT), patch));
  },
);

test("an empty object gets lines, an empty array does not need them", () => {
  expect(edited("{}", [{ op: "add", path: "/a", value: [] }])).toBe('{\n  "a": []\n}');
  expect(edited('{\n\t"a": []\n}', [{ op: "add", path: "/a/0", value: "b" }])).toBe(
    '{\n\t"a": ["b"]\n}',
  );
});

test("what is inserted has the line ends of the text", () => {
  const text = TEXT.replaceAll("\n", "\r\n");
  const added: Operation = { op: "add", path: "/records/-", value: { x: [{ y: 2 }] } };
  expect(edited(text, [added])).toBe(edited(TEXT, [added]).replaceAll("\n", "\r\n"));
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
        path: joinPointer(
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
    fc.property(
      json,
      layout,
      fc.array(fc.nat(1000), { maxLength: 6 }),
      (document, format, choices) => {
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
        if (patch.length > 0)
          expect(editText(text, patch)[0]).not.toMatchObject({ from: 0, to: text.length });
      },
    ),
    runs(60),
  );
});
