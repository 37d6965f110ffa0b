import { compileVisitor } from "../../src/json/compile-visitor.js";
import { format, join } from "../../src/json/pointer.js";
import { compileSelector } from "../../src/json/selector.js";
import type { Json } from "../../src/json/value.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

/** Names that break careless code, or that every object inherits. */
const NAMES = ["a", "b", "", "*x", 'q"', "b\\", "line\n", "\u2028", "toString", "__proto__", "constructor", "0"];
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
        JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",")}}`),
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
        token === "*" || token === String(at) || (token === "~first" && at === 0) || (token === "~last" && at === last);
      if (isMeant) yield* nodes(item, join(pointer, String(at)), rest);
    }
  } else if (typeof value === "object" && value !== null && token !== "*") {
    for (const [key, child] of Object.entries(value)) {
      if (key === token) yield* nodes(child, join(pointer, key), rest);
    }
  }
}

test("a selector visits the selected nodes, each with its pointer", () => {
  fc.assert(
    fc.property(document, tokens, (root, path) => {
      const visited: [unknown, string][] = [];
      compileSelector(format(path))(root, (value, trail) => visited.push([value, format(trail)]));
      expect(visited).toEqual([...nodes(root, "", path)]);
    }),
    runs(500),
  );
});

test("a visitor visits the same nodes as a selector for each of its visits", () => {
  fc.assert(
    fc.property(document, fc.array(tokens, { maxLength: 5 }), (root, paths) => {
      const visited: [unknown, string][][] = paths.map(() => []);
      const visitor = compileVisitor<(root: Json, see: (at: number, value: Json, trail: string[]) => void) => true>(
        paths.map((path, at) => ({ at: format(path), visit: (value, trail) => `see(${at}, ${value}, ${trail});` })),
        ["see"],
      );
      const result = visitor(root, (at, value, trail) => visited[at]?.push([value, format(trail)]));
      expect(result).toBe(true);
      expect(visited).toEqual(paths.map((path) => [...nodes(root, "", path)]));
    }),
    runs(200),
  );
});

test("a visit may end the traversal", () => {
  const isLow = compileVisitor<(root: Json) => boolean>([
    { at: "/list/*", visit: (value) => `if (${value} > 2) return false;` },
  ]);
  expect([isLow({ list: [1, 2] }), isLow({ list: [1, 3] }), isLow({}), isLow(null)]).toEqual([true, false, true, true]);
});
