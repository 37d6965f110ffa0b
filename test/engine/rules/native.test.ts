import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { checkCandidate } from "../check.js";
import { specOf } from "../spec-of.js";

test.each([
  ["equal", null, 1],
  ["equal", 1, 0],
  ["notEqual", null, 0],
  ["notEqual", 1, 1],
])("null is a value to compare with: %s, %j", async (operator, a, violations) => {
  const when = { path: "/a", operator, value: null };
  const spec = specOf({ rules: { rule: { when, check: { at: "", "has-keys": ["b"] } } } });
  expect(await checkCandidate(spec, { a }, RegistryIndex.of([]))).toHaveLength(violations);
});
