import { compileUncovering } from "../../../src/engine/fixes/uncovering.js";
import type { Problem } from "../../../src/engine/problem.js";
import type { Operation } from "../../../src/json/patch.js";

const uncoveringOf = (at: string) =>
  compileUncovering({ declarations: new Map([["fields", { source: { at, name: "/name", type: "/type" } }]]) as never });
const before = {
  candidate: { fields: [{ name: "a", type: "b" }], records: [{ a: 1 }], text: "x", 7: "x", none: null },
};

const problem = (path: string, reads?: string[][]): Problem => ({
  code: "a",
  severity: "error",
  path,
  about: undefined,
  actual: undefined,
  expected: undefined,
  ...(reads && { reads }),
  message: () => "",
  fixes: () => [],
});
const ofRecords = problem("/candidate/records/0/a", [
  ["fields", "*"],
  ["records", "*"],
]);
const replaced = (path: string, value: string): Operation[] => [{ op: "replace", path, value }];

test.each<[string, Operation[], Problem, isNew: boolean]>([
  ["in a value that is respelled", replaced("/candidate/text", "y"), problem("/candidate/text"), true],
  ["in a null that is removed", [{ op: "remove", path: "/candidate/none" }], problem("/candidate/none"), false],
  [
    "within what is moved",
    [{ op: "move", from: "/candidate/x", path: "/candidate/y" }],
    problem("/candidate/y/z"),
    false,
  ],
  [
    "beside what is moved",
    [{ op: "move", from: "/candidate/x", path: "/candidate/y" }],
    problem("/candidate/yz"),
    true,
  ],
  [
    "within one of many that are moved",
    Array.from({ length: 12 }, (_, at) => ({ op: "move", from: `/candidate/x${at}`, path: `/candidate/y${at}` })),
    problem("/candidate/y11/z"),
    false,
  ],
  ["in records, where the type of a field is respelled", replaced("/candidate/fields/0/type", "c"), ofRecords, false],
  ["in records, where the name of a field is", replaced("/candidate/fields/0/name", "c"), ofRecords, true],
  ["in records, where a property with a number for a name is", replaced("/candidate/7", "c"), ofRecords, true],
  ["in all of a request that is replaced", [{ op: "add", path: "", value: {} }], ofRecords, false],
  ["in a request beside the candidate", [{ op: "move", from: "/candidate", path: "/candidate~0" }], ofRecords, false],
])("what is wrong is new, or was there before: %s", (_, patch, wrong, isNew) => {
  expect(uncoveringOf("/fields/*")(patch, before).isNew(wrong)).toBe(isNew);
});

test("an array of declarations may have a number for a name", () => {
  const opened = uncoveringOf("/7/*")(replaced("/candidate/7/0/type", "c"), before);
  expect(opened.isNew(problem("/candidate/records/0/a", [["7", "*"]]))).toBe(false);
});
