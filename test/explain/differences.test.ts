import { differences } from "../../src/explain/differences.js";

test.each([
  [{}, { toString: 1 }, [{ sign: "+", pointer: "/toString", value: "1" }]],
  [{ valueOf: [] }, {}, [{ sign: "-", pointer: "/valueOf", value: "[]" }]],
  [[1], [1, 2], [{ sign: "+", pointer: "/1", value: "2" }]],
])("what an object inherits is no difference: %j, %j", (before, after, expected) => {
  expect(differences(before, after)).toEqual(expected);
});
