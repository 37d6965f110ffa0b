import { CHECKS } from "../../../src/engine/checks/index.js";
import type { Findings } from "../../../src/engine/findings/findings.js";
import { createFinders } from "../../../src/engine/findings/run-checks.js";
import { Memo } from "../../../src/engine/memo.js";
import { SpecFault } from "../../../src/engine/spec-fault.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import type { Registry } from "../../../src/registry/registry.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";

const DATA: JsonObject = {
  colours: ["red", "green"],
  kinds: {
    text: { type: "string", examples: ["…"] },
    count: { type: "integer" },
    day: { type: "string", format: "date" },
  },
  aliases: { "Int-32": "count", rouge: "red" },
};
const registry: Registry = RegistryIndex.of(["alpha", "alpha-2", "Beta"]);

type Found = Record<string, unknown> & { path: string };

/** Every finding, with its path into the candidate and what it can fill in. */
function found(params: JsonObject, candidate: unknown): Found[] {
  const finders = createFinders();
  const number = finders.add(params, DATA);
  const { list, total } = finders.run({ candidate, registry, memo: new Memo(), cut: [] })[number] as Findings;
  expect(total).toBe(list.length);
  return list.map(({ path, expected, fills }) => {
    const filled = Object.entries(fills).map(([name, fill]) => [name, typeof fill === "function" ? fill() : fill]);
    const told = Object.fromEntries(filled.filter(([, value]) => value !== undefined));
    return { path: path.slice("/candidate".length), ...(expected !== undefined && { expected }), ...told };
  });
}

type Row = [title: string, params: JsonObject, candidate: Json, expected: Found[]];
const cases = (check: string, rows: Row[]) =>
  describe(check, () => {
    test.each(rows)("%s", (_, params, candidate, expected) => {
      expect(found({ check, ...params }, candidate)).toEqual(expected);
    });
  });

const colours = ["red", "green"];
cases("in", [
  ["passes what is listed", { at: "/c", values: { spec: "/colours" } }, { c: "red" }, []],
  ["finds what is not", { at: "/c", values: { spec: "/colours" } }, { c: "blue" }, [{ path: "/c", expected: colours }]],
  [
    "names the nearest",
    { at: "/c/*", values: colours },
    { c: ["red", "Gren"] },
    [{ path: "/c/1", expected: colours, nearest: "green" }],
  ],
  [
    "tells some of what the candidate itself lists",
    { at: "/c", values: { candidate: "/l/*" } },
    { c: "x", l: Array.from({ length: 90 }, (_, n) => `long${n}`) },
    [{ path: "/c", expected: [...Array.from({ length: 26 }, (_, n) => `long${n}`), "…"] }],
  ],
  [
    "knows aliases, whatever their spelling",
    { at: "/c", values: { spec: "/kinds" }, aliases: { spec: "/aliases" } },
    { c: "INT_32" },
    [{ path: "/c", expected: ["text", "count", "day"], nearest: "count" }],
  ],
  [
    "takes the values from the candidate",
    { at: "/c", values: { candidate: "/all/*" } },
    { c: "b", all: ["a", 1, "a"] },
    [{ path: "/c", expected: ["a"] }],
  ],
  ["leaves other kinds to the schema", { at: "/c/*", values: colours }, { c: [1, null, {}, ["x"]] }, []],
  [
    "does not take inherited names for listed ones",
    { at: "/c", values: { spec: "/kinds" } },
    { c: "toString" },
    [{ path: "/c", expected: ["text", "count", "day"] }],
  ],
]);

cases("not-in", [
  ["finds what is listed", { at: "/c/*", values: colours }, { c: ["blue", "red", "Red", 1] }, [{ path: "/c/1" }]],
  [
    "finds what another part of the candidate lists",
    { at: "/c", values: { candidate: "/taken/*" } },
    { c: "a", taken: ["b", "a"] },
    [{ path: "/c" }],
  ],
  ["passes where the list is absent", { at: "/c", values: { candidate: "/taken/*" } }, { c: "a" }, []],
]);

cases("repeats", [
  ["passes distinct values", { at: "/c/*" }, { c: ["a", "b", 1, "1"] }, []],
  ["leaves numbers to the schema", { at: "/c/*" }, { c: [1, 1, 1] }, []],
  [
    "finds the second of two texts, and the whole item to remove",
    { at: "/c/*" },
    { c: ["a", "b", "a"] },
    [{ path: "/c/2", first: "/candidate/c/0", twin: "/candidate/c/2" }],
  ],
  [
    "finds every further one",
    { at: "/c/*" },
    { c: ["a", "a", "a"] },
    [1, 2].map((n) => ({ path: `/c/${n}`, first: "/candidate/c/0", twin: `/candidate/c/${n}` })),
  ],
  [
    "does not offer to remove an item that differs elsewhere",
    { at: "/c/*/n" },
    {
      c: [
        { n: "a", x: 1 },
        { n: "a", x: 2 },
      ],
    },
    [{ path: "/c/1/n", first: "/candidate/c/0/n" }],
  ],
  [
    "offers to remove an item that is equal as a whole",
    { at: "/c/*/n" },
    {
      c: [
        { n: "a", x: [1] },
        { x: [1], n: "a" },
      ],
    },
    [{ path: "/c/1/n", first: "/candidate/c/0/n", twin: "/candidate/c/1" }],
  ],
  ["leaves other kinds alone", { at: "/c/*" }, { c: [{}, {}, null, null, true, true] }, []],
]);

cases("unlike", [
  ["passes what matches", { at: "/c", pattern: "^[a-z]+$" }, { c: "abc" }, []],
  ["leaves the empty text to length limits", { at: "/c", pattern: "^[a-z]+$" }, { c: "" }, []],
  [
    "finds what does not",
    { at: "/c", pattern: "^[a-z]+$" },
    { c: "ABC" },
    [{ path: "/c", expected: { pattern: "^[a-z]+$" } }],
  ],
  ...[
    ["trimmed", "^\\S+$", " a\n", "a"],
    ["without-white-space", "^\\S+$", "a b c", "abc"],
    ["kebab-case", "^[a-z0-9-]+$", "myXMLParser_v2, Gross", "my-xml-parser-v2-gross"],
    ["kebab-case", "^[a-z][a-z-]*$", "École Daily", "ecole-daily"],
    ["snake-case", "^[a-z_]+$", "First Name", "first_name"],
  ].map(
    ([suggest, pattern, text, suggestion]): Row => [
      `suggests ${suggest}: ${text}`,
      { at: "/c", pattern: String(pattern), suggest: String(suggest) },
      { c: String(text) },
      [{ path: "/c", expected: { pattern }, suggestion }],
    ],
  ),
  ...[
    ["kebab-case", "Øresund", "resund"],
    ["kebab-case", "Straßennamen", "stra-ennamen"],
    ["kebab-case", "c++ names", "c-names"],
    ["snake-case", "!valid", "valid"],
  ].map(
    ([suggest, text, guess]): Row => [
      `guesses where something is lost: ${text}`,
      { at: "/c", pattern: "^[a-z_-]+$", suggest: String(suggest) },
      { c: String(text) },
      [{ path: "/c", expected: { pattern: "^[a-z_-]+$" }, guess }],
    ],
  ),
  [
    "suggests nothing that does not match either",
    { at: "/c", pattern: "^[a-z]+$", suggest: "kebab-case" },
    { c: "A B" },
    [{ path: "/c", expected: { pattern: "^[a-z]+$" } }],
  ],
  ["leaves other kinds to the schema", { at: "/c/*", pattern: "^a$" }, { c: [1, null, [], {}] }, []],
  ...["^(?=.*a)(?!.*(?:b|c))[a-z]+$", "^[a-z]+(?<!e)$", "^[(?=]x\\(?=$", "^a(?!\\p{L})$"].map(
    (pattern): Row => [`takes ${pattern}`, { at: "/c", pattern }, { c: 1 }, []],
  ),
]);

cases("outside", [
  ["counts characters as code points", { at: "/c", measure: "characters", max: 2 }, { c: "😀😀" }, []],
  [
    "finds too many characters",
    { at: "/c", measure: "characters", max: 1 },
    { c: "😀😀" },
    [{ path: "/c", expected: { max: 1 }, size: 2, max: 1 }],
  ],
  [
    "finds too few items",
    { at: "/c", measure: "items", min: 3 },
    { c: [1, 2] },
    [{ path: "/c", expected: { min: 3 }, size: 2, min: 3 }],
  ],
  ["passes the limits themselves", { at: "/c/*", measure: "number", min: 1, max: 2 }, { c: [1, 1.5, 2] }, []],
  [
    "finds numbers on both sides",
    { at: "/c/*", measure: "number", min: 1, max: 2 },
    { c: [0.5, 2.5] },
    [
      { path: "/c/0", expected: { min: 1, max: 2 }, size: 0.5, min: 1, max: 2 },
      { path: "/c/1", expected: { min: 1, max: 2 }, size: 2.5, min: 1, max: 2 },
    ],
  ],
  [
    "counts own members",
    { at: "/c", measure: "members", min: 1 },
    { c: {} },
    [{ path: "/c", expected: { min: 1 }, size: 0, min: 1 }],
  ],
  ["leaves other kinds to the schema", { at: "/c/*", measure: "items", min: 9 }, { c: ["x", 1, null, {}] }, []],
  ["a list is no object and a text no number", { at: "/c/*", measure: "members", min: 9 }, { c: [[], "1"] }, []],
]);

cases("missing-keys", [
  [
    "finds each absent key at the object",
    { at: "", keys: ["a", "b"] },
    { b: 1 },
    [{ path: "", expected: "a", key: "a" }],
  ],
  [
    "does not take inherited members for present ones",
    { at: "", keys: ["toString"] },
    {},
    [{ path: "", expected: "toString", key: "toString" }],
  ],
  ["leaves other kinds to the schema", { at: "/c/*", keys: ["a"] }, { c: [[], 1, null, "x"] }, []],
]);

const declared = { list: "/fields", name: "name", type: "kind", types: { spec: "/kinds" } };
const fields = [
  { name: "title", kind: "text" },
  { name: "pages", kind: "count" },
];
const records = (...rows: Json[]) => ({ fields, rows });
const names = ["title", "pages"];

cases("missing-keys of declared members", [
  ["passes complete records", { check: "missing-keys", at: "/rows/*", declared }, records({ title: "", pages: 1 }), []],
  [
    "finds what is absent, with an example of its type",
    { check: "missing-keys", at: "/rows/*", declared },
    records({ pages: 1 }),
    [{ path: "/rows/0", expected: "title", key: "title", placeholder: "…" }],
  ],
  [
    "leaves to extra-keys what is misspelt",
    { check: "missing-keys", at: "/rows/*", declared },
    records({ titel: "", pages: 1 }),
    [],
  ],
]);

cases("extra-keys", [
  ["passes declared members", { at: "/rows/*", declared }, records({ title: "", pages: 1 }), []],
  [
    "finds the others",
    { at: "/rows/*", declared },
    records({ title: "", pages: 1, "a/b": 2 }),
    [{ path: "/rows/0/a~1b", expected: names, key: "a/b" }],
  ],
  [
    "names the absent member that was meant",
    { at: "/rows/*", declared },
    records({ titel: "", pages: 1 }),
    [{ path: "/rows/0/titel", expected: names, key: "titel", nearest: "title" }],
  ],
  [
    "does not take a present member for the one that was meant",
    { at: "/rows/*", declared },
    records({ titel: "", title: "", pages: 1 }),
    [{ path: "/rows/0/titel", expected: names, key: "titel" }],
  ],
  [
    "is silent while a declaration has no usable name",
    { at: "/rows/*", declared },
    { fields: [...fields, { name: 7 }], rows: [{ x: 1 }] },
    [],
  ],
  ["is silent while nothing is declared", { at: "/rows/*", declared }, { rows: [{ x: 1 }] }, []],
  ["leaves other kinds to the schema", { at: "/rows/*", declared }, records([1], "x", null), []],
]);

cases("mistyped", [
  ["passes values of their types", { at: "/rows/*", declared }, records({ title: "", pages: 1 }), []],
  [
    "finds others, converted where that is unambiguous",
    { at: "/rows/*", declared },
    records({ title: 5, pages: "6" }),
    [
      { path: "/rows/0/title", expected: "text", key: "title", type: "text", converted: "5" },
      { path: "/rows/0/pages", expected: "count", key: "pages", type: "count", converted: 6 },
    ],
  ],
  [
    "converts nothing where it is not",
    { at: "/rows/*", declared },
    records({ title: null, pages: 1.5 }),
    [
      { path: "/rows/0/title", expected: "text", key: "title", type: "text" },
      { path: "/rows/0/pages", expected: "count", key: "pages", type: "count" },
    ],
  ],
  [
    "leaves absent members and unknown types alone",
    { at: "/rows/*", declared },
    {
      fields: [
        { name: "a", kind: "nope" },
        { name: "b", kind: 7 },
        { name: "c", kind: "count" },
      ],
      rows: [{ a: 1, b: 1 }],
    },
    [],
  ],
  [
    "goes by the first of two declarations of one name",
    { at: "/rows/*", declared },
    {
      fields: [
        { name: "a", kind: "count" },
        { name: "a", kind: "text" },
      ],
      rows: [{ a: 1 }],
    },
    [],
  ],
]);

cases("registered", [
  ["passes a free id", { at: "/c" }, { c: "gamma" }, []],
  [
    "finds a taken one, with a similar one that is free",
    { at: "/c" },
    { c: "alpha" },
    [{ path: "/c", free: "alpha-3" }],
  ],
  ["leaves other kinds to the schema", { at: "/c/*" }, { c: [1, null, ["alpha"]] }, []],
]);

cases("resembles", [
  [
    "passes a distinct id and one that is taken, which is another check's",
    { at: "/c/*" },
    { c: ["gamma", "alpha"] },
    [],
  ],
  ["finds one edit", { at: "/c" }, { c: "alphas" }, [{ path: "/c", existing: "alpha" }]],
  ["finds a difference of case alone", { at: "/c" }, { c: "beta" }, [{ path: "/c", existing: "Beta" }]],
]);

describe("a check refuses parameters that make no sense for the package", () => {
  test.each<[string, JsonObject, RegExp]>([
    ["an unknown check", { at: "/c", check: "nope" }, /no check "nope"; checks: extra-keys, in/],
    ["data that is not there", { at: "/c", check: "in", values: { spec: "/nope" } }, /no data at \/nope/],
    [
      "data that is no list",
      { at: "/c", check: "in", values: { spec: "/kinds/text/type" } },
      /must be a list of strings/,
    ],
    [
      "types that are no schemas",
      { at: "/c", check: "mistyped", declared: { ...declared, types: { spec: "/colours" } } },
      /must refer to an object/,
    ],
    ["an unsafe pattern", { at: "/c", check: "unlike", pattern: "^(\\w+\\s?)+$" }, /unsafe/],
    ["a look-ahead from everywhere", { at: "/c", check: "unlike", pattern: "(?=a*b)" }, /unsafe/],
    ["a look-ahead behind a repetition", { at: "/c", check: "unlike", pattern: "^.*(?=a*b)" }, /unsafe/],
    ["a look-ahead in a repetition", { at: "/c", check: "unlike", pattern: "^(?:a(?!a*b))*$" }, /unsafe/],
    ["a look-behind", { at: "/c", check: "unlike", pattern: "^a*(?<=ba*)c$" }, /unsafe/],
    ["a look-ahead in an alternative", { at: "/c", check: "unlike", pattern: "^a|(?=.*a)b" }, /unsafe/],
    ["a pattern that does not compile", { at: "/c", check: "unlike", pattern: "[" }, /does not compile/],
  ])("%s", (_, params, message) => {
    const compile = () => createFinders().add(params, DATA);
    expect(compile).toThrow(
      expect.objectContaining({ constructor: SpecFault, message: expect.stringMatching(message) }),
    );
  });
});

test("every check is in the index under its own name and says what it does", () => {
  for (const [name, check] of CHECKS) {
    expect(check.name).toBe(name);
    expect(check.summary).toMatch(/^Finds /);
  }
});
