import { applyPatch, type Operation } from "../../../src/ground/json/patch.js";
import { joinPointer, valueAt } from "../../../src/ground/json/pointer.js";
import { tracePatch } from "../../../src/ground/json/trace-patch.js";
import { blockCounter } from "../../support/block-counter.js";
import { casesOf } from "../../support/cases.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const testEach = casesOf(import.meta.url);

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

testEach<[string, Operation[], string, string | undefined]>(
  "the trace of a patch that %s",
  (_, patch, from, to) => {
    const root = { l: [{ x: 0 }, { x: 1 }, { x: 2 }], list: 1, o: { c: { x: 0 } } };
    expect(tracePatch(root, patch).follow([from]).get(from)).toBe(to);
  },
);
