import fc from "fast-check";
import { compileVisitor } from "../../src/json/compile-visitor.js";
import { format, join } from "../../src/json/pointer.js";
import { compileSelector } from "../../src/json/selector.js";
import type { Json } from "../../src/json/value.js";
import { runs } from "../support/runs.js";

/** Names that break careless code, or that every object has. */
const NAMES = ["a", "b", "", "*x", 'q"', "b\\", "line\n", "\u2028", "toString", "__proto__", "constructor", "0"];
const name = fc.constantFrom(...NAMES);
const { document } = fc.letrec<{ document: Json }>((tie) => ({
  document: fc.oneof(
    { depthSize: "medium", maxDepth: 4 },
    fc.constantFrom<Json>(null, 1, "text", false),
    fc.array(tie("document"), { maxLength: 3 }),
    // By JSON, so that a member `__proto__` is one.
    fc
      .array(fc.tuple(name, tie("document")), { maxLength: 4 })
      .map((members) =>
        JSON.parse(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`),
      ),
  ),
}));
const tokens = fc.array(fc.oneof(name, fc.constant("*")), { maxLength: 3 });

/** What a selector selects, found the slow way: each node of the whole document with its pointer. */
function* nodes(value: Json, pointer: string, way: readonly string[]): Generator<[Json, string]> {
  const [token, ...rest] = way;
  if (token === undefined) yield [value, pointer];
  else if (Array.isArray(value)) {
    if (token !== "*") return;
    for (const [at, item] of value.entries()) yield* nodes(item, join(pointer, String(at)), rest);
  } else if (typeof value === "object" && value !== null && token !== "*") {
    for (const [key, member] of Object.entries(value)) {
      if (key === token) yield* nodes(member, join(pointer, key), rest);
    }
  }
}

test("a selector visits the nodes that it names, each with its pointer", () => {
  fc.assert(
    fc.property(document, tokens, (root, way) => {
      const visited: [unknown, string][] = [];
      compileSelector(format(way))(root, (value, trail) => visited.push([value, format(trail)]));
      expect(visited).toEqual([...nodes(root, "", way)]);
    }),
    runs(500),
  );
});

test("a walk comes to the same nodes as a selector for each of its stops", () => {
  fc.assert(
    fc.property(document, fc.array(tokens, { maxLength: 5 }), (root, ways) => {
      const visited: [unknown, string][][] = ways.map(() => []);
      const walk = compileVisitor<(root: Json, see: (stop: number, value: Json, trail: string[]) => void) => true>(
        ways.map((way, stop) => ({ at: format(way), visit: (value, trail) => `see(${stop}, ${value}, ${trail});` })),
        ["see"],
      );
      const ended = walk(root, (stop, value, trail) => visited[stop]?.push([value, format(trail)]));
      expect(ended).toBe(true);
      expect(visited).toEqual(ways.map((way) => [...nodes(root, "", way)]));
    }),
    runs(200),
  );
});

test("a stop may end the walk", () => {
  const isLow = compileVisitor<(root: Json) => boolean>([
    { at: "/list/*", visit: (value) => `if (${value} > 2) return false;` },
  ]);
  expect([isLow({ list: [1, 2] }), isLow({ list: [1, 3] }), isLow({}), isLow(null)]).toEqual([true, false, true, true]);
});
