import { applyPatch, type Operation } from "../../../src/ground/json/patch.js";
import { joinPointer, valueAt } from "../../../src/ground/json/pointer.js";
import { tracePatch } from "../../../src/ground/json/trace-patch.js";
import { blockCounter } from "../../support/block-counter.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const blocksOf = await blockCounter();

/**
 * Arrays of objects whose leaves are all different, so that each can be found again after a patch.
 */
const rows = fc
  .array(fc.uniqueArray(fc.constantFrom("a", "b", "c~/"), { minLength: 1 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((arrays) => ({
    rows: arrays.map((names, row) =>
      Object.fromEntries(names.map((name) => [name, `${row}${name}`])),
    ),
  }));

const steps = fc.array(
  fc.tuple(
    fc.constantFrom("row", "property", "rename"),
    fc.nat(3),
    fc.constantFrom("a", "b", "c~/"),
    fc.constantFrom("x", "y"),
  ),
  { maxLength: 4 },
);

test("a node is followed through removals and renames to its new path", () => {
  fc.assert(
    fc.property(rows, steps, (root, wanted) => {
      const patch: Operation[] = [];
      let after: unknown = root;
      for (const [kind, row, name, other] of wanted) {
        const property = joinPointer(`/rows/${row}`, name);
        const change: Operation =
          kind === "rename"
            ? { op: "move", from: property, path: joinPointer(`/rows/${row}`, other) }
            : { op: "remove", path: kind === "row" ? `/rows/${row}` : property };
        // A rename over an existing property would remove it, which fixes do not do.
        if (change.op === "move" && valueAt(after, change.path) !== undefined) continue;
        if (valueAt(after, change.op === "move" ? change.from : change.path) === undefined)
          continue;
        after = applyPatch(after, [change]);
        patch.push(change);
      }
      const traced = tracePatch(root, patch);
      expect(traced.document).toEqual(after);
      const paths = root.rows.flatMap((record, row) =>
        Object.keys(record).map((name) => joinPointer(`/rows/${row}`, name)),
      );
      const pathsAfter = traced.follow(paths);
      const left = new Set((after as typeof root).rows.flatMap((record) => Object.values(record)));
      for (const [row, record] of root.rows.entries()) {
        for (const [name, leaf] of Object.entries(record)) {
          const now = pathsAfter.get(joinPointer(`/rows/${row}`, name));
          expect(now === undefined ? undefined : valueAt(after, now)).toBe(
            left.has(leaf) ? leaf : undefined,
          );
        }
      }
    }),
    runs(200),
  );
});

test("nodes are followed through what is taken out of each of many others in linear time", async () => {
  const follow = (count: number) => async () => {
    const items = Array.from({ length: count }, (_, at) => at);
    const patch = items.flatMap((at): Operation[] => [
      { op: "move", from: `/l/${at}/w/a`, path: `/l/${at}/a` },
      { op: "remove", path: `/l/${at}/w` },
    ]);
    const traced = tracePatch({ l: items.map(() => ({ w: { a: 1 } })) }, patch);
    const pathsAfter = traced.follow(["/l/0/w/b", ...items.map((at) => `/l/${at}/w/a`)]);
    expect([...pathsAfter.values()].toSorted()).toEqual(items.map((at) => `/l/${at}/a`).toSorted());
    expect(pathsAfter.get("/l/0/w/b")).toBeUndefined();
  };
  await follow(1)();
  expect(await blocksOf(follow(400))).toBeLessThan(3 * (await blocksOf(follow(200))));
});

test.each<[string, Operation[], string, string | undefined]>([
  ["a removed node has no path", [{ op: "remove", path: "/l/1" }], "/l/1/x", undefined],
  ["items after a removed one shift down", [{ op: "remove", path: "/l/1" }], "/l/2/x", "/l/1/x"],
  ["items before it stay", [{ op: "remove", path: "/l/1" }], "/l/0/x", "/l/0/x"],
  ["the array itself stays", [{ op: "remove", path: "/l/1" }], "/l", "/l"],
  [
    "a name that only starts like a removed one stays",
    [{ op: "remove", path: "/l" }],
    "/list",
    "/list",
  ],
  [
    "the children of a renamed node move with it",
    [{ op: "move", from: "/l", path: "/m" }],
    "/l/0/x",
    "/m/0/x",
  ],
  [
    "a replaced node stays where it is",
    [{ op: "replace", path: "/l/1", value: 0 }],
    "/l/1",
    "/l/1",
  ],
  [
    "an item added at the end moves nothing",
    [{ op: "add", path: "/l/-", value: 0 }],
    "/l/2",
    "/l/2",
  ],
  ["items after an added one shift up", [{ op: "add", path: "/l/1", value: 0 }], "/l/1", "/l/2"],
  [
    "items after one that is moved away shift down",
    [{ op: "move", from: "/l/0", path: "/m" }],
    "/l/1",
    "/l/0",
  ],
  [
    "a node moves on with what it is moved into",
    [
      { op: "move", from: "/list", path: "/o/b" },
      { op: "move", from: "/o", path: "/d" },
    ],
    "/list",
    "/d/b",
  ],
  [
    "what is left of a node moves after what was taken out of it",
    [
      { op: "move", from: "/o/c", path: "/e" },
      { op: "move", from: "/o", path: "/d" },
    ],
    "/o/c/x",
    "/e/x",
  ],
  [
    "a node takes the place of what is around it",
    [{ op: "move", from: "/o/c", path: "/o" }],
    "/o/c/x",
    "/o/x",
  ],
  [
    "deep in a renamed node",
    [{ op: "move", from: "/o", path: "/p" }],
    `/o${"/c".repeat(40)}`,
    `/p${"/c".repeat(40)}`,
  ],
])("%s", (_, patch, from, to) => {
  const root = { l: [{ x: 0 }, { x: 1 }, { x: 2 }], list: 1, o: { c: { x: 0 } } };
  expect(tracePatch(root, patch).follow([from]).get(from)).toBe(to);
});
