import fc from "fast-check";
import { type Operation as AnyOperation, applyPatch as applyIndependently } from "rfc6902";
import { applyPatch, type Operation } from "../../src/json/patch.js";
import { join, parent, valueAt } from "../../src/json/pointer.js";
import { tracePatch } from "../../src/json/trace-patch.js";
import type { Json } from "../../src/json/value.js";
import { runs } from "../support/runs.js";

const RUNS = runs(500);
const tokens = ["a", "b", "a/b", "~", "0", "1", "2"];

const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.array(tie("document"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...tokens), tie("document"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const path = fc
  .array(fc.constantFrom(...tokens, "-"), { minLength: 1, maxLength: 3 })
  .map((names) => names.reduce(join, ""));
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constantFrom("add" as const, "replace" as const), path, value: fc.integer() }),
  fc.record({ op: fc.constant("remove" as const), path }),
  fc.record({ op: fc.constant("move" as const), from: path, path }),
);

/** By another implementation of RFC 6902; undefined where it fails, in a value or in an exception. */
function independently(root: unknown, change: Operation): { document: unknown } | undefined {
  const body = { root: structuredClone(root) };
  if (change.op === "move" && change.path.startsWith(`${change.from}/`)) return undefined;
  // It looks for the place of a move before it removes; the RFC has it look afterwards, as for a removal and an addition.
  const steps: Operation[] =
    change.op === "move"
      ? [
          { op: "remove", path: change.from },
          { op: "add", path: change.path, value: valueAt(root, change.from) as Json },
        ]
      : [change];
  for (const step of steps) {
    try {
      if (applyIndependently(body, [{ ...step, path: `/root${step.path}` } as AnyOperation])[0] !== null)
        return undefined;
    } catch {
      return undefined;
    }
  }
  // It takes any token for a place in a list, where the RFC allows "-" and an index up to the length.
  // Nor does it mind replacing what is not there.
  if (change.op === "replace" && change.path.endsWith("/-")) return undefined;
  const list = change.op === "remove" ? undefined : valueAt(body.root, parent(change.path));
  const token = change.path.slice(parent(change.path).length + 1);
  return Array.isArray(list) && token !== "-" && !(Number(token) < list.length) ? undefined : { document: body.root };
}

test("a patch gives what another implementation of RFC 6902 gives, or fails where that fails", () => {
  fc.assert(
    fc.property(document, operation, (root, change) => {
      const untouched = structuredClone(root);
      const theirs = independently(root, change);
      if (theirs === undefined) expect(() => applyPatch(root, [change])).toThrow();
      else expect(applyPatch(root, [change])).toEqual(theirs.document);
      expect(root).toEqual(untouched);
    }),
    RUNS,
  );
});

test.each<[string, unknown, Operation[], unknown]>([
  ["adds a member", { a: 1 }, [{ op: "add", path: "/b", value: 2 }], { a: 1, b: 2 }],
  ["adds before an item", [1, 3], [{ op: "add", path: "/1", value: 2 }], [1, 2, 3]],
  ["adds at the end", [1], [{ op: "add", path: "/-", value: 2 }], [1, 2]],
  ["replaces the whole document", { a: 1 }, [{ op: "replace", path: "", value: 2 }], 2],
  ["adds the whole document", { a: 1 }, [{ op: "add", path: "", value: 2 }], 2],
  ["moves a member", { a: 1 }, [{ op: "move", from: "/a", path: "/b" }], { b: 1 }],
  [
    "makes a member of a name that is special in JavaScript",
    {},
    [{ op: "add", path: "/__proto__", value: 1 }],
    JSON.parse('{"__proto__":1}'),
  ],
  [
    "applies one operation after the other",
    { a: [1] },
    [
      { op: "remove", path: "/a/0" },
      { op: "add", path: "/a/-", value: 2 },
    ],
    { a: [2] },
  ],
])("%s", (_, root, patch, expected) => {
  expect(applyPatch(root, patch)).toEqual(expected);
});

test.each<[string, unknown, Operation]>([
  ["replace a member that is not there", { a: 1 }, { op: "replace", path: "/b", value: 2 }],
  ["replace an item that is not there", { a: [1] }, { op: "replace", path: "/a/5", value: 2 }],
  ["replace what comes after the last item", { a: [1] }, { op: "replace", path: "/a/-", value: 2 }],
  ["remove a member that is not there", { a: 1 }, { op: "remove", path: "/b" }],
  ["remove the length of a list", { a: [1] }, { op: "remove", path: "/a/length" }],
  ["add beyond the end of a list", { a: [1] }, { op: "add", path: "/a/2", value: 2 }],
  ["add to a text", { a: "x" }, { op: "add", path: "/a/b", value: 2 }],
  ["move what is not there", { a: 1 }, { op: "move", from: "/b", path: "/c" }],
  ["move a node into itself", { a: { b: 1 } }, { op: "move", from: "/a", path: "/a/b/c" }],
  ["move an item into itself", [{}, {}], { op: "move", from: "/0", path: "/0/a" }],
])("it is an error to %s", (_, root, change) => {
  expect(() => applyPatch(root, [change])).toThrow();
});

test("what a patch does not touch is shared, not copied", () => {
  const root = { a: { deep: [1] }, b: { deep: [2] } };
  const patched = applyPatch(root, [{ op: "replace", path: "/a/deep/0", value: 9 }]) as typeof root;
  expect(patched.b).toBe(root.b);
  expect(patched.a).not.toBe(root.a);
});

/** Lists of objects whose leaves are all different, so that each can be found again after a patch. */
const rows = fc
  .array(fc.uniqueArray(fc.constantFrom("a", "b", "c~/"), { minLength: 1 }), { minLength: 1, maxLength: 4 })
  .map((lists) => ({
    rows: lists.map((names, row) => Object.fromEntries(names.map((name) => [name, `${row}${name}`]))),
  }));

const steps = fc.array(
  fc.tuple(
    fc.constantFrom("row", "member", "rename"),
    fc.nat(3),
    fc.constantFrom("a", "b", "c~/"),
    fc.constantFrom("x", "y"),
  ),
  { maxLength: 4 },
);

test("a node is followed through removals and renames to where it stands now", () => {
  fc.assert(
    fc.property(rows, steps, (root, wanted) => {
      const patch: Operation[] = [];
      let after: unknown = root;
      for (const [kind, row, name, other] of wanted) {
        const member = join(`/rows/${row}`, name);
        const change: Operation =
          kind === "rename"
            ? { op: "move", from: member, path: join(`/rows/${row}`, other) }
            : { op: "remove", path: kind === "row" ? `/rows/${row}` : member };
        // A rename over a member that is there would end that one, which is not what fixes do.
        if (change.op === "move" && valueAt(after, change.path) !== undefined) continue;
        if (valueAt(after, change.op === "move" ? change.from : change.path) === undefined) continue;
        after = applyPatch(after, [change]);
        patch.push(change);
      }
      const traced = tracePatch(root, patch);
      expect(traced.document).toEqual(after);
      const left = new Set((after as typeof root).rows.flatMap((record) => Object.values(record)));
      for (const [row, record] of root.rows.entries()) {
        for (const [name, leaf] of Object.entries(record)) {
          const now = traced.follow(join(`/rows/${row}`, name));
          expect(now === undefined ? undefined : valueAt(after, now)).toBe(left.has(leaf) ? leaf : undefined);
        }
      }
    }),
    RUNS,
  );
});

test.each<[string, Operation[], string, string | undefined]>([
  ["what is removed is nowhere", [{ op: "remove", path: "/l/1" }], "/l/1/x", undefined],
  ["items behind a removed one close up", [{ op: "remove", path: "/l/1" }], "/l/2/x", "/l/1/x"],
  ["items before it stay", [{ op: "remove", path: "/l/1" }], "/l/0/x", "/l/0/x"],
  ["the list itself stays", [{ op: "remove", path: "/l/1" }], "/l", "/l"],
  ["what only begins like a removed name stays", [{ op: "remove", path: "/l" }], "/list", "/list"],
  ["members of a renamed node go with it", [{ op: "move", from: "/l", path: "/m" }], "/l/0/x", "/m/0/x"],
  ["a replaced node stays where it is", [{ op: "replace", path: "/l/1", value: 0 }], "/l/1", "/l/1"],
  ["an item added at the end moves nothing", [{ op: "add", path: "/l/-", value: 0 }], "/l/2", "/l/2"],
  ["items behind an added one make room", [{ op: "add", path: "/l/1", value: 0 }], "/l/1", "/l/2"],
  ["items behind one that is moved away close up", [{ op: "move", from: "/l/0", path: "/m" }], "/l/1", "/l/0"],
])("%s", (_, patch, from, to) => {
  const root = { l: [{ x: 0 }, { x: 1 }, { x: 2 }], list: 1 };
  expect(tracePatch(root, patch).follow(from)).toBe(to);
});
