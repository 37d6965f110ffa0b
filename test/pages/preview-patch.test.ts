import type { Operation } from "../../src/ground/json/patch.js";
import type { Json } from "../../src/ground/json/value.js";
import { type Change, previewPatch } from "../../src/pages/preview-patch.js";

const DOCUMENT = {
  candidate: { generator_id: "Tide Table", tags: ["a", "b"], owner: { kind: "Human" } },
};

const at = (path: string) => ({ path: `/candidate${path}` });
const add = (path: string, value: Json): Operation => ({ op: "add", ...at(path), value });
const replace = (path: string, value: Json): Operation => ({ op: "replace", ...at(path), value });
const remove = (path: string): Operation => ({ op: "remove", ...at(path) });
const renamed: Operation = { op: "move", from: "/candidate/generator_id", ...at("/generatorId") };

test.each<[string, Operation[], Change[]]>([
  [
    "a replaced value",
    [replace("/owner/kind", "human")],
    [{ before: '"kind": "Human"', after: '"kind": "human"' }],
  ],
  [
    "a rename and then a new value, as one change",
    [renamed, replace("/generatorId", "tide-table")],
    [{ before: '"generator_id": "Tide Table"', after: '"generatorId": "tide-table"' }],
  ],
  ["a new property", [add("/notes", "n")], [{ after: '"notes": "n"' }]],
  ["a new item", [add("/tags/0", { x: 1 })], [{ after: '{ "x": 1 }' }]],
  ["a last item", [add("/tags/-", "c")], [{ after: '"c"' }]],
  ["what is gone", [remove("/tags/1")], [{ before: '"b"' }]],
  [
    "a change inside a new value",
    [add("/x", { y: 1 }), replace("/x/y", 2)],
    [{ after: '"x": { "y": 2 }' }],
  ],
  ["something that comes and goes: nothing", [add("/x", 1), remove("/x")], []],
])("a preview shows %s", (_, patch, changes) => {
  expect(previewPatch(DOCUMENT, patch)).toEqual(changes);
});

test("a preview is short", () => {
  const [change] = previewPatch({ a: 1 }, [{ op: "replace", path: "/a", value: "x".repeat(1000) }]);
  expect(change?.after).toHaveLength(120);
});
