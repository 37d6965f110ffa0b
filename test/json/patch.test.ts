import { readFileSync } from "node:fs";
import { type Operation as AnyOperation, applyPatch as applyIndependently } from "rfc6902";
import { applyPatch, isApplicable, type Operation } from "../../src/json/patch.js";
import { PlaceSet } from "../../src/json/place-set.js";
import { isWithin, join, parent, valueAt } from "../../src/json/pointer.js";
import { tracePatch } from "../../src/json/trace-patch.js";
import type { Json } from "../../src/json/value.js";
import { blockCounter } from "../support/block-counter.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

const blocksOf = await blockCounter();
const RUNS = runs(200);
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

/** The result of another implementation of RFC 6902; undefined if it fails, by return value or by exception. */
function independently(root: unknown, change: Operation): { document: unknown } | undefined {
  const body = { root: structuredClone(root) };
  if (change.op === "move" && change.path.startsWith(`${change.from}/`)) return undefined;
  // It resolves the target of a move before the removal. By the RFC, a move is a removal followed by an addition.
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
  // It accepts any token as an array index, where the RFC allows "-" and an index up to the length. It also replaces
  // values that do not exist.
  if (change.op === "replace" && change.path.endsWith("/-")) return undefined;
  const array = change.op === "remove" ? undefined : valueAt(body.root, parent(change.path));
  const token = change.path.slice(parent(change.path).length + 1);
  return Array.isArray(array) && token !== "-" && !(Number(token) < array.length) ? undefined : { document: body.root };
}

test("a patch has the same result as in another implementation of RFC 6902, or fails like there", () => {
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

interface SuiteCase {
  readonly comment?: string;
  readonly doc: Json;
  readonly patch: readonly { readonly op: string; readonly path: string; readonly value?: Json }[];
  readonly expected?: Json;
  /** Why the patch must fail. */
  readonly error?: string;
  readonly disabled?: boolean;
}

/** `test` is no operation of ours: here it says what a pointer finds. npm has no suite for pointers alone. */
const SUPPORTED = ["add", "remove", "replace", "move", "test"];

const suiteCases = ["tests.json", "spec_tests.json"]
  .flatMap((file): SuiteCase[] => JSON.parse(readFileSync(`node_modules/json-patch-test-suite/${file}`, "utf8")))
  .filter(({ disabled, patch }) => !disabled && patch.every(({ op }) => SUPPORTED.includes(op)))
  // The type of an operation demands its value.
  .filter(({ error }) => error !== "missing 'value' parameter");

function run({ doc, patch }: SuiteCase): unknown {
  let document: unknown = doc;
  for (const operation of patch) {
    if (operation.op === "test") expect(valueAt(document, operation.path)).toEqual(operation.value);
    else document = applyPatch(document, [operation as Operation]);
  }
  return document;
}

describe("the JSON Patch suite", () => {
  test.each(suiteCases.map((one) => [one.comment ?? one.error ?? JSON.stringify(one.patch), one] as const))(
    "%s",
    (_, one) => {
      if (one.error !== undefined) expect(() => run(one)).toThrow();
      else expect(run(one)).toEqual(one.expected ?? expect.anything());
    },
  );

  test("has cases for most of what fixes are made of", () => {
    expect(suiteCases.length).toBeGreaterThan(80);
  });
});

test("a patch creates a property with a name that is special in JavaScript", () => {
  expect(applyPatch({}, [{ op: "add", path: "/__proto__", value: 1 }])).toEqual(JSON.parse('{"__proto__":1}'));
});

test("what a patch does not touch is shared, not copied", () => {
  const root = { a: { deep: [1] }, b: { deep: [2] } };
  const patched = applyPatch(root, [{ op: "replace", path: "/a/deep/0", value: 9 }]) as typeof root;
  expect(patched.b).toBe(root.b);
  expect(patched.a).not.toBe(root.a);
});

/** Arrays of objects whose leaves are all different, so that each can be found again after a patch. */
const rows = fc
  .array(fc.uniqueArray(fc.constantFrom("a", "b", "c~/"), { minLength: 1 }), { minLength: 1, maxLength: 4 })
  .map((arrays) => ({
    rows: arrays.map((names, row) => Object.fromEntries(names.map((name) => [name, `${row}${name}`]))),
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
        const property = join(`/rows/${row}`, name);
        const change: Operation =
          kind === "rename"
            ? { op: "move", from: property, path: join(`/rows/${row}`, other) }
            : { op: "remove", path: kind === "row" ? `/rows/${row}` : property };
        // A rename over an existing property would remove it, which fixes do not do.
        if (change.op === "move" && valueAt(after, change.path) !== undefined) continue;
        if (valueAt(after, change.op === "move" ? change.from : change.path) === undefined) continue;
        after = applyPatch(after, [change]);
        patch.push(change);
      }
      const traced = tracePatch(root, patch);
      expect(traced.document).toEqual(after);
      const paths = root.rows.flatMap((record, row) => Object.keys(record).map((name) => join(`/rows/${row}`, name)));
      const pathsAfter = traced.follow(paths);
      const left = new Set((after as typeof root).rows.flatMap((record) => Object.values(record)));
      for (const [row, record] of root.rows.entries()) {
        for (const [name, leaf] of Object.entries(record)) {
          const now = pathsAfter.get(join(`/rows/${row}`, name));
          expect(now === undefined ? undefined : valueAt(after, now)).toBe(left.has(leaf) ? leaf : undefined);
        }
      }
    }),
    RUNS,
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
  ["a name that only starts like a removed one stays", [{ op: "remove", path: "/l" }], "/list", "/list"],
  ["the children of a renamed node move with it", [{ op: "move", from: "/l", path: "/m" }], "/l/0/x", "/m/0/x"],
  ["a replaced node stays where it is", [{ op: "replace", path: "/l/1", value: 0 }], "/l/1", "/l/1"],
  ["an item added at the end moves nothing", [{ op: "add", path: "/l/-", value: 0 }], "/l/2", "/l/2"],
  ["items after an added one shift up", [{ op: "add", path: "/l/1", value: 0 }], "/l/1", "/l/2"],
  ["items after one that is moved away shift down", [{ op: "move", from: "/l/0", path: "/m" }], "/l/1", "/l/0"],
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
  ["a node takes the place of what is around it", [{ op: "move", from: "/o/c", path: "/o" }], "/o/c/x", "/o/x"],
  [
    "deep within a renamed node",
    [{ op: "move", from: "/o", path: "/p" }],
    `/o${"/c".repeat(40)}`,
    `/p${"/c".repeat(40)}`,
  ],
])("%s", (_, patch, from, to) => {
  const root = { l: [{ x: 0 }, { x: 1 }, { x: 2 }], list: 1, o: { c: { x: 0 } } };
  expect(tracePatch(root, patch).follow([from]).get(from)).toBe(to);
});

const candidate = { owner: null, name: "a", fields: [{ id: 1 }], records: [{ a: 1 }, { a: 2 }] };

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

const token = fc.constantFrom("a", "b", "ab");
const places = (depth: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.array(token, depth).map((tokens) => `/${tokens.join("/")}`),
    { maxLength: 6 },
  );

test.each([
  ["equally deep", { minLength: 2, maxLength: 2 }],
  ["at any depth", { minLength: 1, maxLength: 4 }],
])("the places around and inside a path are found where all places are %s", (_, depth) => {
  fc.assert(
    fc.property(places(depth), places({ minLength: 1, maxLength: 4 }), (known, asked) => {
      const set = new PlaceSet(known);
      for (const path of asked) {
        expect(set.has(path)).toBe(known.some((place) => isWithin(path, place)));
        expect(set.isAround(path)).toBe(known.some((place) => isWithin(place, path)));
      }
    }),
    runs(100),
  );
});
