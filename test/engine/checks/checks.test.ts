import { CHECKS } from "../../../src/engine/checks/index.js";
import type { CheckSource } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { compiled, finds, inArray, isInGrammar, passes } from "./found.js";

/** What a shape says about: no check looks at it. */
const OTHERS: Json[] = [null, {}, ["x"], []];

const colours = ["red", "green"];
describe("one-of", () => {
  inArray(
    "finds what is not listed",
    { "one-of": { spec: "/colours" } },
    ["red", "blue", ...OTHERS],
    {
      1: { expected: colours, "nearest?": "red" },
    },
  );
  inArray("names the nearest", { "one-of": colours }, ["red", "Grene", "Gren"], {
    1: { nearest: "green" },
    2: { "nearest?": "green" },
  });
  inArray("has no nearest number", { "one-of": [1, true, "2"] }, [1, true, "2", 2, false], {
    3: {},
    4: {},
  });
  inArray("ignores case", { "one-of": ["Red", 1], ignoreCase: true }, ["RED", "red", 1, "blue"], {
    3: {},
  });
  finds(
    "shows some of what the candidate itself lists",
    { at: "/c", "one-of": { candidate: "/l/*" } },
    { c: "x", l: Array.from({ length: 90 }, (_, n) => `long${n}`) },
    { "/c": { expected: [...Array.from({ length: 26 }, (_, n) => `long${n}`), "…"] } },
  );
  const aliases = { spec: "/aliases" };
  inArray(
    "knows aliases, however they are spelt",
    { "one-of": { spec: "/kinds" }, aliases },
    ["INT_32"],
    {
      0: { expected: ["text", "count", "day"], nearest: "count" },
    },
  );
  inArray("prefers a slip to an alias", { "one-of": colours, aliases }, ["rouge"], {
    0: { nearest: "red" },
  });
  inArray(
    "takes apart what holds several values",
    { "one-of": colours },
    ["red and Green", "red"],
    {
      0: { "nearest?": "red", several: ["red", "green", "red"] },
    },
  );
  finds(
    "takes the values from the candidate",
    { at: "/c", "one-of": { candidate: "/all/*" } },
    { c: "b", all: ["a", 1, "a", null, {}] },
    { "/c": { expected: ["a", 1] } },
  );
  finds(
    "takes the values from a declaration",
    { at: "/key", "one-of": { declared: "names" } },
    { key: "titel", fields: [{ name: "title" }, { name: 7 }, { name: "pages" }] },
    { "/key": { expected: ["title", "pages"], "nearest?": "title" } },
  );
  inArray("lists no inherited names", { "one-of": { spec: "/kinds" } }, ["toString"], [0]);
});

describe("none-of", () => {
  inArray("finds what is listed", { "none-of": colours }, ["blue", "red", "Red", 1], { 1: {} });
  inArray(
    "ignores case",
    { "none-of": ["Red", 1], ignoreCase: true },
    ["blue", "rEd", 1, "1"],
    [1, 2],
  );
  const taken = { at: "/c", "none-of": { candidate: "/taken/*" } };
  finds("finds what another part of the candidate lists", taken, { c: "a", taken: ["b", "a"] }, [
    "/c",
  ]);
  passes("passes where the list is absent", taken, { c: "a" });
});

describe("pattern", () => {
  const LOWER = "^[a-z]+$";
  inArray(
    "finds what does not match, but for the empty string",
    { pattern: LOWER },
    ["abc", "", "ABC", ...OTHERS],
    {
      2: { expected: { pattern: LOWER } },
    },
  );
  for (const [suggest, pattern, text, suggestion] of [
    ["trimmed", "^\\S+$", " a\n", "a"],
    ["without-white-space", "^\\S+$", "a b c", "abc"],
    ["lower-case", LOWER, "ABc", "abc"],
    ["upper-case", "^[A-Z]+$", "aBc", "ABC"],
    ["camel-case", "^[a-z][A-Za-z0-9]*$", "First name_of XMLParser v2", "firstNameOfXmlParserV2"],
    ["kebab-case", "^[a-z0-9-]+$", "myXMLParser_v2 Gross", "my-xml-parser-v2-gross"],
    ["kebab-case", "^[a-z][a-z-]*$", "École Daily", "ecole-daily"],
    ["snake-case", "^[a-z_]+$", "First Name", "first_name"],
  ] as const)
    inArray(`suggests ${suggest}: ${text}`, { pattern, suggest }, [text], { 0: { suggestion } });
  for (const [suggest, text, suggestion] of [
    ["kebab-case", "Øresund", "resund"],
    ["kebab-case", "Straßennamen", "stra-ennamen"],
  ] as const)
    inArray(
      `is not certain where something is lost: ${text}`,
      { pattern: "^[a-z_-]+$", suggest },
      [text],
      {
        0: { "suggestion?": suggestion },
      },
    );
  inArray(
    "suggests nothing that does not match",
    { pattern: LOWER, suggest: "kebab-case" },
    ["A B"],
    { 0: {} },
  );
  for (const pattern of ["^(?=.*a)(?!.*(?:b|c))[a-z]+$", "^[(?=]x\\(?=$"])
    inArray(`takes ${pattern}`, { pattern }, [1], []);
});

describe("length", () => {
  inArray(
    "finds too many characters, which are code points",
    { length: { max: 1 } },
    ["a", "😀", "😀😀", ...OTHERS],
    {
      2: { expected: { max: 1 }, size: 2 },
    },
  );
  inArray(
    "finds too few characters",
    { length: { min: 3 } },
    ["", "😀😀", "😀😀😀", "abc", 1, ...OTHERS],
    {
      0: { size: 0 },
      1: { size: 2 },
    },
  );
  inArray("has two limits", { length: { min: 1, max: { spec: "/most" } } }, ["a", "ab", "abc"], {
    2: { expected: { min: 1, max: 2 }, size: 3 },
  });
  finds(
    "takes a limit from the item, where it is a number",
    { at: "/c/*/t", length: { max: { item: "/most" } } },
    {
      c: [
        { t: "ab", most: 1 },
        { t: "ab", most: 2 },
        { t: "ab" },
        { t: "ab", most: "1" },
        { t: "ab", most: null },
      ],
    },
    { "/c/0/t": { expected: { max: 1 }, size: 2 } },
  );
});

describe("range", () => {
  inArray("has limits that are in it", { range: { min: 1, max: 2 } }, [1, 1.5, 2, 0.5, 2.5], {
    3: { expected: { min: 1, max: 2 } },
    4: {},
  });
  inArray("has limits that are not", { range: { above: 1, below: 2 } }, [1, 1.5, 2], {
    0: {},
    2: {},
  });
  const year = { min: "2026-01-01", below: "2027-01-01" };
  inArray(
    "compares dates and date-times as such",
    { range: { ...year, min: { spec: "/newYear" } } },
    [
      "2026-01-01",
      "2025-12-31",
      "2026-12-31T23:59:59Z",
      "2026-01-01T00:00:00+02:00",
      "2027-01-01T00:30:00+01:00",
    ],
    { 1: { expected: year }, 3: {} },
  );
  const later = { at: "/periods/*/end", range: { above: { item: "/start" } } };
  const periods = (...pairs: [start: Json | undefined, end: Json][]) => ({
    periods: pairs.map(([start, end]) => (start === undefined ? { end } : { start, end })),
  });
  finds(
    "compares with a property of the item",
    later,
    periods(
      [1, 2],
      [2, 2],
      ["2026-01-02", "2026-01-01"],
      ["2026-01-02T00:00:00+01:00", "2026-01-01T23:00:01Z"],
    ),
    {
      "/periods/1/end": { expected: { above: 2 } },
      "/periods/2/end": { expected: { above: "2026-01-02" } },
    },
  );
  passes(
    "leaves alone what has no order with the limit",
    later,
    periods(
      ["2026-01-01", 1],
      [5, "2026-01-01"],
      [undefined, 1],
      [null, 1],
      [{}, 1],
      ["5", 1],
      ["x", "w"],
    ),
  );
  finds(
    "compares with another place",
    { at: "/max", range: { min: { candidate: "/min" } } },
    { min: 3, max: 2 },
    { "/max": { expected: { min: 3 } } },
  );
  inArray(
    "leaves other types alone",
    { range: { min: 9, max: 0 } },
    ["1", true, "2026-01-01", ...OTHERS],
    [],
  );
});

describe("has-keys", () => {
  finds(
    "finds absent keys",
    { at: "", "has-keys": ["a", "b"] },
    { b: 1 },
    { "": { expected: "a", key: "a" } },
  );
  finds(
    "takes the keys from the item, each once",
    { at: "/c/*", "has-keys": { item: "/needs" } },
    { c: [{ needs: ["x", 1, "x"] }, { needs: "x", x: 1 }, {}] },
    { "/c/0": { expected: "x", key: "x" } },
  );
  inArray(
    "finds what is only inherited, in objects",
    { "has-keys": ["toString"] },
    [{}, [], 1, null, "x"],
    [0],
  );
});

describe("only-keys", () => {
  finds(
    "finds the others, with the absent one that was meant",
    { at: "/c", "only-keys": ["title", "pages"] },
    { c: { titel: 1, "a/b": 2, pages: 3 } },
    {
      "/c/titel": {
        expected: ["title", "pages"],
        key: "titel",
        nearest: "title",
        hint: "; did you mean title?",
      },
      "/c/a~1b": { key: "a/b", hint: "" },
    },
  );
  inArray(
    "leaves other types to the shape",
    { "only-keys": ["a"] },
    [[1], 1, null, "x", { a: 1 }],
    [],
  );
});

describe("only-keys by a pattern", () => {
  const kebab = { "only-keys": { pattern: "^[a-z]+(-[a-z]+)*$" }, suggest: "kebab-case" };
  finds(
    "finds the keys that do not match, each respelt if it then does",
    { at: "/c", ...kebab },
    { c: { "cost-center": 1, CostCenter: 2, "a/b": 3, "": 4, "2": 5 } },
    {
      "/c/2": { key: "2" },
      "/c/CostCenter": { key: "CostCenter", suggestion: "cost-center" },
      "/c/a~1b": { key: "a/b", "suggestion?": "a-b" },
      "/c/": { key: "" },
    },
  );
  inArray(
    "takes the pattern from the data",
    { "only-keys": { pattern: { spec: "/forms/upper" } } },
    [{ A: 1 }, { a: 1 }, "a", ["a"]],
    { "1/a": { key: "a" } },
  );
  const [long, longer] = ["a".repeat(1_000), "a".repeat(1_001)];
  finds(
    "matches no key that is very long",
    { at: "/c", ...kebab },
    { c: { [long]: 1, [longer]: 2 } },
    [`/c/${longer}`],
  );
  test("suggests a respelling for a pattern only", () => {
    expect(() => compiled({ at: "/c", "only-keys": ["a"], suggest: "kebab-case" })).toThrow(
      "only a pattern of keys",
    );
  });
});

const fields = [
  { name: "title", kind: "text" },
  { name: "pages", kind: "count" },
];
const records = (...rows: Json[]) => ({ fields, rows });

const hasDeclared = { at: "/rows/*", "has-keys": { declared: "fields" } };
describe("has-keys of a declaration", () => {
  finds("finds what is absent", hasDeclared, records({ title: "", pages: 1 }, { pages: 1 }), {
    "/rows/1": { expected: "title", key: "title", placeholder: "…" },
  });
  passes("leaves to only-keys what is misspelt", hasDeclared, records({ titel: "", pages: 1 }));
  const optional = [field("a", "text", { optional: true }), field("b", null, { optional: "true" })];
  finds(
    "leaves out the optional",
    hasDeclared,
    { fields: optional, rows: [{}] },
    { "/rows/0": { expected: "b", key: "b" } },
  );
});

const onlyDeclared = { at: "/rows/*", "only-keys": { declared: "fields" } };
describe("only-keys of a declaration", () => {
  const hint = "; did you mean title?";
  const meant = { key: "titel", hint, "nearest?": "title" };
  finds(
    "finds the others",
    onlyDeclared,
    records({ title: "", pages: 1, "a/b": 2 }, [1], "x", null),
    {
      "/rows/0/a~1b": { expected: ["title", "pages"], key: "a/b", hint: "", fitting: "count" },
    },
  );
  finds("names the absent key that was meant", onlyDeclared, records({ titel: "", pages: 1 }), {
    "/rows/0/titel": meant,
  });
  const both = records({ titel: "", pages: 1 }, { title: "x", pages: 1 });
  finds("is certain of it where another record has it", onlyDeclared, both, {
    "/rows/0/titel": { key: "titel", hint, nearest: "title" },
  });
  finds(
    "is certain of another spelling in any case",
    onlyDeclared,
    records({ Title: "", pages: 1 }),
    {
      "/rows/0/Title": { key: "Title", hint, nearest: "title" },
    },
  );
  const agreed = records({ titel: "x", pages: 1 }, { titel: "y", pages: 1 });
  finds("points at the declaration where all records agree against it", onlyDeclared, agreed, {
    "/rows/0/titel": { ...meant, declaration: "/candidate/fields/0" },
    "/rows/1/titel": { ...meant, declaration: "/candidate/fields/0" },
  });
  finds(
    "does not take a present key for the one that was meant",
    onlyDeclared,
    records({ titel: "", title: "x", pages: 1 }),
    {
      "/rows/0/titel": {
        key: "titel",
        hint: "",
        fitting: "text",
        spare: "/candidate/rows/0/titel",
      },
    },
  );
  const unnamed = { fields: [...fields, { name: 7 }], rows: [{ x: 1 }] };
  passes("is silent while a declaration has no usable name", onlyDeclared, unnamed);
  passes("is silent while nothing is declared", onlyDeclared, { rows: [{ x: 1 }] });
});

const declaredType = { at: "/rows/*/{fields}", "declared-type": true };
function field(name: string, kind: Json = "count", more: JsonObject = {}): JsonObject {
  return { name, kind, ...more };
}
const typed = (fieldsOf: Json[], row: Json) => ({ fields: fieldsOf, rows: [row] });
const FORMS: Record<string, string> = {
  text: 'a text looks like "…"',
  count: "a count is a JSON integer",
  "count or null": "a count or null is a JSON integer",
  "array of count": "an array of count is a JSON array",
};
/** What is said about a value of the wrong type. */
const wrong = (key: string, type = "count", more: object = {}) => ({
  [`/rows/0/${key}`]: { expected: type, key, type, form: FORMS[type], ...more },
});
describe("declared-type", () => {
  finds(
    "finds other types, converted where that is unambiguous",
    declaredType,
    records({ title: 5, pages: "6" }),
    {
      ...wrong("title", "text", { "converted?": "5", form: 'it is a number; write "5"' }),
      ...wrong("pages", "count", { converted: 6 }),
    },
  );
  finds("converts nothing where it is not", declaredType, records({ title: null, pages: 1.5 }), {
    ...wrong("title", "text"),
    ...wrong("pages"),
  });
  const unknown = typed([field("a", "nope"), field("b", 7), field("c")], { a: 1, b: 1 });
  passes("leaves absent keys and unknown types alone", declaredType, unknown);
  const twice = typed([field("a"), field("a", "text")], { a: 1 });
  passes("goes by the first of two declarations of one name", declaredType, twice);
  finds(
    "lets null fit what is nullable",
    declaredType,
    typed(
      Object.entries({ a: true, b: false, c: "true", d: true }).map(([name, nullable]) =>
        field(name, "count", { nullable }),
      ),
      { a: null, b: null, c: null, d: "x" },
    ),
    { ...wrong("b"), ...wrong("c"), ...wrong("d", "count or null") },
  );
  finds(
    "asks for an array of what is repeated",
    declaredType,
    typed(
      ["a", "b", "c", "d", "e"].map((name) =>
        field(name, "count", { repeated: true, nullable: name === "d" }),
      ),
      { a: [1, 2], b: [1, "2"], c: 3, d: null, e: [] },
    ),
    {
      ...wrong("b", "array of count", { form: 'item 1, "2", is not a count' }),
      ...wrong("c", "array of count", { "converted?": [3] }),
    },
  );
  finds(
    "looks only at declarations that meet `where`",
    { ...declaredType, where: { path: "/kind", operator: "equal", value: "count" } },
    records({ title: 5, pages: "6" }),
    ["/rows/0/pages"],
  );
});

describe("registries", () => {
  inArray(
    "find a taken id, with a similar one that is free",
    { "not-registered": true },
    ["gamma", "alpha", 1, null],
    {
      1: { free: "alpha-3" },
    },
  );
  const near = { "distinct-from-registered": true };
  inArray(
    "find an id that is near another, but is not taken",
    near,
    ["gamma", "alpha", "alphas", "beta"],
    {
      2: { existing: "alpha" },
      3: { existing: "Beta" },
    },
  );
  inArray(
    "find an id that is not registered",
    { registered: true },
    ["alpha", "Alpha", "alpha-3", "gamma"],
    {
      1: { "nearest?": "alpha" },
      2: {},
      3: {},
    },
  );
  inArray(
    "find one that is not in another registry",
    { registered: "regions" },
    ["north", "nroth", "alpha"],
    {
      1: { "nearest?": "north" },
      2: {},
    },
  );
  inArray("find nothing where the registry is not there", { registered: "others" }, ["alpha"], []);
});

describe("equals", () => {
  const same = { at: "/a", equals: { candidate: "/b" } };
  const respelt = { ...same, as: "kebab-case" };
  finds("finds another", same, { a: 1, b: 2 }, { "/a": { expected: 2 } });
  for (const candidate of [{ a: 1, b: 1 }, { a: 1 }, { a: "5", b: 5 }])
    passes(
      `says nothing of what is equal, absent or of another type: ${JSON.stringify(candidate)}`,
      same,
      candidate,
    );
  finds(
    "respells the other",
    { at: "/a/*/slug", equals: { item: "/title" }, as: "kebab-case" },
    { a: ["sea-level", "sea"].map((slug) => ({ slug, title: "Sea Level" })) },
    { "/a/1/slug": { expected: "sea-level" } },
  );
  for (const b of ["!", "Straße", "日本語"])
    passes(`says nothing where ${b} has no respelling, or several`, respelt, { a: "x", b });
});

describe("weekday", () => {
  const weekday = ["monday", "friday"];
  inArray(
    "finds other days",
    { weekday },
    ["2026-03-02", "2026-03-06", "2026-03-07", "2026-02-29", "soon", 5],
    {
      2: { weekday: "saturday", next: "2026-03-09" },
    },
  );
  inArray(
    "takes the day at the offset",
    { weekday },
    ["2026-03-02T23:30:00-05:00", "2026-03-03T00:30:00+09:00"],
    {
      1: { weekday: "tuesday", next: "2026-03-06T00:30:00+09:00" },
    },
  );
  inArray("offers none beyond the calendar", { weekday: ["monday"] }, ["9999-12-31"], {
    0: { weekday: "friday" },
  });
});

describe("checksum", () => {
  const form = (isForm: boolean) => (isForm ? /two are swapped/ : /digits/);
  const tried = (title: string, checksum: string, fitting: Json[], wrong: [string, boolean][]) =>
    inArray(
      title,
      { checksum },
      [...fitting, "", 18, null, ...wrong.map(([text]) => text)],
      Object.fromEntries(
        wrong.map(([, isForm], index) => [
          fitting.length + 3 + index,
          { form: expect.stringMatching(form(isForm)) },
        ]),
      ),
    );
  tried(
    "knows card numbers and IMEIs",
    "luhn",
    ["4111 1111-1111 1111", "490154203237518", "18", "00"],
    [
      ["4111111111111112", true],
      ["4111111111111x11", false],
      ["8", false],
      ["４１１１", false],
    ],
  );
  const ibans = [
    "GB82 WEST 1234 5698 7654 32",
    "DE89370400440532013000",
    "NO9386011117947",
    "MT84MALT011000012345MTLCAST001S",
  ];
  tried("knows IBANs", "iban", ibans, [
    ["GB82WEST12345698765423", true],
    ["gb82WEST12345698765432", false],
    ["GB82WEST123456", false],
    // 98 and 01 leave the same remainder; only 98 is written.
    ["NO0100000000022", true],
  ]);
  tried(
    "knows ISBNs",
    "isbn",
    ["978-3-16-148410-0", "9791090636071", "0-306-40615-2", "080442957X", "0000000000"],
    [
      ["978-3-16-148410-1", true],
      ["0804429571", true],
      ["08044X9570", false],
      ["9773161484100", false],
      ["080442957x", false],
    ],
  );
});

const words = { "no-words": ["TODO", "lorem ipsum"] };
describe("no-words", () => {
  inArray(
    "finds whole words in any case",
    words,
    ["Write this: todo.", "A Lorem,\n ipsum", ["todo"]],
    {
      0: { word: "TODO" },
      1: { word: "lorem ipsum" },
    },
  );
  inArray(
    "finds no part of a word",
    words,
    ["todos", "mastodon", "to_do", "TODO2", "ipsum lorem"],
    [],
  );
  inArray("knows letters of all scripts", { "no-words": ["привет"] }, ["Привет!"], {
    0: { word: "привет" },
  });

  test("has a list of words, which are those of the package: a candidate could list too many", () => {
    expect(() => compiled({ at: "/a", "no-words": ["C++"] })).toThrow('"C++" is not made of words');
    expect(isInGrammar({ at: "/a", "no-words": { candidate: "/l/*" } })).toBe(false);
  });
});

describe("multiple-of", () => {
  inArray("takes decimals exactly", { "multiple-of": 0.01 }, [0.07, 1.1, 0, -0.29, 1e21], []);
  inArray(
    "finds what lies between, and the nearest",
    { "multiple-of": 0.01 },
    [0.074, 0.005, -0.011],
    {
      0: { expected: { multipleOf: 0.01 }, step: 0.01, rounded: 0.07 },
      1: { step: 0.01, rounded: 0.01 },
      2: { step: 0.01, rounded: -0.01 },
    },
  );
  finds(
    "has a step by currency",
    { at: "/a/*/v", "multiple-of": { spec: "/steps", by: { item: "/c" } } },
    { a: ["JPY", "EUR", "XXX"].map((c) => ({ v: c === "XXX" ? 1.555 : 1.5, c })) },
    { "/a/0/v": { step: 1, rounded: 2 } },
  );
  passes("has no step of zero", { at: "/a", "multiple-of": { candidate: "/b" } }, { a: 1, b: 0 });
});

describe("a check refuses parameters that make no sense for the package", () => {
  const types = { at: "/rows/*/{names}", "declared-type": true };
  test.each<[string, CheckSource, message: RegExp, pointer: string]>([
    [
      "an unknown check",
      { at: "/c", nope: 1 },
      /no check is named; checks: one-of, none-of, pattern/,
      "",
    ],
    [
      "data that is not there",
      { at: "/c", "one-of": { spec: "/nope" } },
      /no data at \/nope/,
      "/one-of",
    ],
    [
      "data that is no limit",
      { at: "/c", range: { max: { spec: "/kinds" } } },
      /must be a number/,
      "/range/max",
    ],
    [
      "an unknown declaration",
      { at: "/c", "one-of": { declared: "no" } },
      /no declaration "no"/,
      "/one-of/declared",
    ],
    ["a declaration without types", types, /"names" has no types/, "/at"],
    [
      "aliases that are no table",
      { at: "/c", "one-of": ["a"], aliases: { spec: "/colours" } },
      /maps/,
      "/aliases",
    ],
    [
      "an unknown operator",
      { at: "/c", pattern: "a", where: { operator: "is" } as never },
      /"is"/,
      "/where/operator",
    ],
    ["a pattern that does not compile", { at: "/c", pattern: "[" }, /does not compile/, "/pattern"],
  ])("%s", (_, check, message, pointer) => {
    expect(() => compiled(check)).toThrow(
      expect.objectContaining({
        constructor: SpecError,
        message: expect.stringMatching(message),
        pointer,
      }),
    );
  });
});

test("every check is in the index under its own name, and says what must hold", () => {
  for (const [name, check] of CHECKS) {
    expect(check.name).toBe(name);
    expect(check.summary).toMatch(/^(The|No|At least) /);
  }
});
