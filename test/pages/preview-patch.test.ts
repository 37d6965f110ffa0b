import type { Operation } from "../../src/ground/json/patch.js";
import { type Change, previewPatch } from "../../src/pages/preview-patch.js";
import { casesOf } from "../support/cases.js";

const testEach = casesOf(import.meta.url);

const DOCUMENT = {
  candidate: { generator_id: "Tide Table", tags: ["a", "b"], owner: { kind: "Human" } },
};

testEach<[string, Operation[], Change[]]>("a preview shows %s", (_, patch, changes) => {
  expect(previewPatch(DOCUMENT, patch)).toEqual(changes);
});

test("a preview is short", () => {
  const [change] = previewPatch({ a: 1 }, [{ op: "replace", path: "/a", value: "x".repeat(1000) }]);
  expect(change?.after).toHaveLength(120);
});
