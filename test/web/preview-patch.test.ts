import type { Operation } from "../../src/json/patch.js";
import { type Change, previewPatch } from "../../web/playground/preview-patch.js";

const DOCUMENT = { candidate: { generator_id: "Tide Table", tags: ["a", "b"], owner: { kind: "Human" } } };

test.each<[string, Operation[], Change[]]>([
  [
    "a replaced value",
    [{ op: "replace", path: "/candidate/owner/kind", value: "human" }],
    [{ before: '"kind": "Human"', after: '"kind": "human"' }],
  ],
  [
    "a rename and then a new value, as one change",
    [
      { op: "move", from: "/candidate/generator_id", path: "/candidate/generatorId" },
      { op: "replace", path: "/candidate/generatorId", value: "tide-table" },
    ],
    [{ before: '"generator_id": "Tide Table"', after: '"generatorId": "tide-table"' }],
  ],
  ["a new property", [{ op: "add", path: "/candidate/notes", value: "n" }], [{ after: '"notes": "n"' }]],
  ["a new item", [{ op: "add", path: "/candidate/tags/0", value: { x: 1 } }], [{ after: '{ "x": 1 }' }]],
  ["a last item", [{ op: "add", path: "/candidate/tags/-", value: "c" }], [{ after: '"c"' }]],
  ["what is gone", [{ op: "remove", path: "/candidate/tags/1" }], [{ before: '"b"' }]],
  [
    "a change inside a new value",
    [
      { op: "add", path: "/candidate/x", value: { y: 1 } },
      { op: "replace", path: "/candidate/x/y", value: 2 },
    ],
    [{ after: '"x": { "y": 2 }' }],
  ],
  [
    "something that comes and goes: nothing",
    [
      { op: "add", path: "/candidate/x", value: 1 },
      { op: "remove", path: "/candidate/x" },
    ],
    [],
  ],
])("a preview shows %s", (_, patch, changes) => {
  expect(previewPatch(DOCUMENT, patch)).toEqual(changes);
});

test("a preview is short", () => {
  const [change] = previewPatch({ a: 1 }, [{ op: "replace", path: "/a", value: "x".repeat(1000) }]);
  expect(change?.after).toHaveLength(120);
});
