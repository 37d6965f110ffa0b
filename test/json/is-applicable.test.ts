import { applyPatch, isApplicable, type Operation } from "../../src/json/patch.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

const candidate = { owner: null, name: "a", fields: [{ id: 1 }], records: [{ a: 1 }, { a: 2 }] };

test.each<[string, Operation[]]>([
  ["a property in an object", [{ op: "add", path: "/candidate/x", value: 1 }]],
  ["a property in null", [{ op: "add", path: "/candidate/owner/id", value: 1 }]],
  ["a property in a string", [{ op: "add", path: "/candidate/name/id", value: 1 }]],
  ["a property in an array", [{ op: "add", path: "/candidate/fields/id", value: 1 }]],
  ["an item at the end", [{ op: "add", path: "/candidate/fields/-", value: 1 }]],
  ["an item behind the last", [{ op: "add", path: "/candidate/fields/1", value: 1 }]],
  ["an item far behind", [{ op: "add", path: "/candidate/fields/3", value: 1 }]],
  ["a value that is absent", [{ op: "replace", path: "/candidate/fields/0/x", value: 1 }]],
  ["a move within an object", [{ op: "move", from: "/candidate/fields/0/id", path: "/candidate/fields/0/key" }]],
  ["a move into null", [{ op: "move", from: "/candidate/name", path: "/candidate/owner/name" }]],
  ["a move of nothing", [{ op: "move", from: "/candidate/x", path: "/candidate/y" }]],
  [
    "a move in each record",
    [0, 1].map((at) => ({ op: "move", from: `/candidate/records/${at}/a`, path: `/candidate/records/${at}/b` })),
  ],
  [
    "a change of what another one has removed",
    [
      { op: "remove", path: "/candidate/name" },
      { op: "replace", path: "/candidate/name", value: "b" },
    ],
  ],
  [
    "a property of what another one has put in",
    [
      { op: "replace", path: "/candidate/owner", value: {} },
      { op: "add", path: "/candidate/owner/id", value: "x" },
    ],
  ],
  ["an item one further", [{ op: "move", from: "/candidate/records/0", path: "/candidate/records/1" }]],
  ["an item behind what is left", [{ op: "move", from: "/candidate/records/0", path: "/candidate/records/2" }]],
  ["an item to the end", [{ op: "move", from: "/candidate/records/0", path: "/candidate/records/-" }]],
])("a patch is applicable where it applies: %s", (_, patch) => {
  expect(isApplicable({ candidate }, patch)).toBe(applies(patch));
});

test("a patch is applicable where it applies, whatever it does", () => {
  const place = fc.constantFrom(
    ...["", "/owner", "/owner/id", "/name", "/fields", "/fields/0", "/fields/0/id", "/fields/1", "/fields/-"],
    ...["/records/0", "/records/0/a", "/records/0/b", "/records/1", "/records/1/a", "/records/1/b", "/records/2"],
  );
  const operation = fc
    .record({ op: fc.constantFrom("add", "remove", "replace", "move"), from: place, path: place })
    .map(({ op, from, path }) => {
      const at = { path: `/candidate${path}` };
      if (op === "move") return { op, from: `/candidate${from}`, ...at } as Operation;
      return (op === "remove" ? { op, ...at } : { op, ...at, value: { id: 1 } }) as Operation;
    });
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 3 }), (patch) => {
      expect(isApplicable({ candidate }, patch)).toBe(applies(patch));
    }),
    runs(2_000),
  );
});

function applies(patch: readonly Operation[]): boolean {
  try {
    applyPatch({ candidate }, patch);
    return true;
  } catch {
    return false;
  }
}
