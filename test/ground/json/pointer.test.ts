import { createHash } from "node:crypto";
import { digest } from "../../../src/ground/json/digest.js";
import { PlaceSet } from "../../../src/ground/json/place-set.js";
import {
  isIndex,
  isWithin,
  joinPointer,
  parentPointer,
  toPointer,
  toTokens,
  valueAt,
} from "../../../src/ground/json/pointer.js";
import { compileVisitor, type Trail } from "../../../src/ground/json/selector.js";
import type { Json } from "../../../src/ground/json/value.js";
import { casesOf } from "../../support/cases.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const testEach = casesOf(import.meta.url);

/** The examples of RFC 6901, section 5. */
const FOO = ["bar", "baz"];
const DOCUMENT = {
  foo: FOO,
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};
const NUMBERED = ["/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", '/k"l', "/ ", "/m~0n"];

test.each<[string, unknown]>([
  ["", DOCUMENT],
  ["/foo", FOO],
  ["/foo/0", "bar"],
  ...NUMBERED.map((pointer, at): [string, number] => [pointer, at]),
])("%j of RFC 6901 finds its value", (pointer, value) => {
  expect(valueAt(DOCUMENT, pointer)).toEqual(value);
  expect(toPointer(toTokens(pointer))).toBe(pointer);
});

testEach<[string, string]>("there is no value %s", (_, pointer) => {
  expect(valueAt(DOCUMENT, pointer)).toBeUndefined();
});

test("a tilde is escaped before a slash and unescaped after it", () => {
  expect(joinPointer("/x", "~1/")).toBe("/x/~01~1");
  expect(toTokens("/x/~01~1")).toEqual(["x", "~1/"]);
  expect(toPointer(["a/b", 0, "~"])).toBe("/a~1b/0/~0");
});

test("the parent of a pointer is the pointer without its last token", () => {
  expect(parentPointer("/a/b~1c/0")).toBe("/a/b~1c");
  expect(parentPointer("/a")).toBe("");
});

test("an index is a number without a sign or a leading zero", () => {
  const tokens = ["0", "10", "01", "-1", "1.0", "", "-"];
  expect(tokens.filter(isIndex)).toEqual(["0", "10"]);
});

const letters = fc.constantFrom("a", "b", "ab");
const places = (depth: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.array(letters, depth).map((tokens) => `/${tokens.join("/")}`),
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

/** Names that break careless code, or that every object inherits. */
const NAMES = [
  "a",
  "b",
  "",
  "*x",
  'q"',
  "b\\",
  "line\n",
  "\u2028",
  "toString",
  "__proto__",
  "constructor",
  "0",
];
const name = fc.constantFrom(...NAMES);
const { document } = fc.letrec<{ document: Json }>((tie) => ({
  document: fc.oneof(
    { depthSize: "medium", maxDepth: 4 },
    fc.constantFrom<Json>(null, 1, "text", false),
    fc.array(tie("document"), { maxLength: 3 }),
    // Parsed from JSON, so that `__proto__` becomes a property.
    fc
      .array(fc.tuple(name, tie("document")), { maxLength: 4 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`,
        ),
      ),
  ),
}));
const tokens = fc.array(fc.oneof(name, fc.constantFrom("*", "~first", "~last")), { maxLength: 3 });

/** What a selector selects, found by a naive search: each node with its pointer. */
function* nodes(value: Json, pointer: string, path: readonly string[]): Generator<[Json, string]> {
  const [token, ...rest] = path;
  if (token === undefined) yield [value, pointer];
  else if (Array.isArray(value)) {
    const last = value.length - 1;
    for (const [at, item] of value.entries()) {
      const isMeant =
        token === "*" ||
        token === String(at) ||
        (token === "~first" && at === 0) ||
        (token === "~last" && at === last);
      if (isMeant) yield* nodes(item, joinPointer(pointer, String(at)), rest);
    }
  } else if (typeof value === "object" && value !== null && token !== "*") {
    for (const [key, child] of Object.entries(value)) {
      if (key === token) yield* nodes(child, joinPointer(pointer, key), rest);
    }
  }
}

test("a visitor visits the nodes that each of its visits selects, with their pointers", () => {
  fc.assert(
    fc.property(document, fc.array(tokens, { maxLength: 5 }), (root, paths) => {
      const visited: [unknown, string][][] = paths.map(() => []);
      type See = (at: number, value: unknown, trail: Trail) => void;
      const visitor = compileVisitor<See>(
        paths.map((path, at) => ({
          at: toPointer(path),
          visit: (value, trail, _, see) => see(at, value, trail),
        })),
      );
      visitor(root, (at, value, trail) => visited[at]?.push([value, toPointer(trail)]));
      expect(visited).toEqual(paths.map((path) => [...nodes(root, "", path)]));
    }),
    runs(200),
  );
});

const sha256 = (canonical: string) =>
  `sha256:${createHash("sha256").update(canonical).digest("hex")}`;

/** Input and canonical form, from RFC 8785, sections 3.2.2 to 3.2.4 and appendix B. */
testEach<[string, unknown, string]>(
  "%s has the digest of its canonical form",
  (_, value, canonical) => {
    expect(digest(value)).toBe(sha256(canonical));
  },
);
