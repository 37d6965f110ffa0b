import { CHECKS } from "../../../src/engine/checks/index.js";
import type { CheckSource } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { compiled, finds, isInGrammar, passes } from "./found.js";

const colours = ["red", "green"];
describe("one-of", () => {
  passes("passes what is listed", { at: "/c", "one-of": { spec: "/colours" } }, { c: "red" });
  finds("finds what is not", { at: "/c", "one-of": { spec: "/colours" } }, { c: "blue" }, [
    { path: "/c", expected: colours, "nearest?": "red" },
  ]);
  finds("names the nearest", { at: "/c/*", "one-of": colours }, { c: ["red", "Gren"] }, [
    { path: "/c/1", expected: colours, nearest: "green" },
  ]);
  finds(
    "compares numbers and booleans, of which none is nearest",
    { at: "/c/*", "one-of": [1, true, "2"] },
    { c: [1, true, "2", 2, false, 1.5] },
    [3, 4, 5].map((n) => ({ path: `/c/${n}`, expected: [1, true, "2"] })),
  );
  finds(
    "does not take case to matter with ignoreCase",
    { at: "/c/*", "one-of": ["Red", 1], ignoreCase: true },
    { c: ["RED", "red", 1, "blue"] },
    [{ path: "/c/3", expected: ["Red", 1] }],
  );
  finds(
    "shows some of what the candidate itself lists",
    { at: "/c", "one-of": { candidate: "/l/*" } },
    { c: "x", l: Array.from({ length: 90 }, (_, n) => `long${n}`) },
    [{ path: "/c", expected: [...Array.from({ length: 26 }, (_, n) => `long${n}`), "…"] }],
  );
  finds(
    "knows aliases, whatever their spelling",
    { at: "/c", "one-of": { spec: "/kinds" }, aliases: { spec: "/aliases" } },
    { c: "INT_32" },
    [{ path: "/c", expected: ["text", "count", "day"], nearest: "count" }],
  );
  finds("prefers a slip to an alias", { at: "/c", "one-of": colours, aliases: { spec: "/aliases" } }, { c: "rouge" }, [
    { path: "/c", expected: colours, nearest: "red" },
  ]);
  finds("takes apart what holds several values", { at: "/c/*", "one-of": colours }, { c: ["red and Green", "red"] }, [
    { path: "/c/0", expected: colours, "nearest?": "red", several: ["red", "green", "red"] },
  ]);
  finds(
    "guesses by a word of it, or how it begins",
    { at: "/c/*", "one-of": ["realistic", "fast", "thorough", "random"] },
    { c: ["fast mode", "real"] },
    ["fast", "realistic"].map((nearest, at) => ({
      path: `/c/${at}`,
      expected: ["realistic", "fast", "thorough", "random"],
      "nearest?": nearest,
    })),
  );
  finds(
    "takes the values from the candidate",
    { at: "/c", "one-of": { candidate: "/all/*" } },
    { c: "b", all: ["a", 1, "a", null, {}] },
    [{ path: "/c", expected: ["a", 1] }],
  );
  finds(
    "takes the values from the item",
    { at: "/c/*/chosen", "one-of": { item: "/offered" } },
    {
      c: [
        { chosen: "a", offered: ["a", "b"] },
        { chosen: "c", offered: ["a", "b"] },
        { chosen: "c", offered: "c" },
        { chosen: "c" },
      ],
    },
    [
      { path: "/c/1/chosen", expected: ["a", "b"] },
      { path: "/c/3/chosen", expected: [] },
    ],
  );
  finds(
    "takes the values from a declaration",
    { at: "/key", "one-of": { declared: "names" } },
    { key: "titel", fields: [{ name: "title" }, { name: 7 }, { name: "pages" }] },
    [{ path: "/key", expected: ["title", "pages"], nearest: "title" }],
  );
  passes("leaves other types to the shape", { at: "/c/*", "one-of": colours }, { c: [null, {}, ["x"]] });
  finds(
    "does not take inherited names for listed ones",
    { at: "/c", "one-of": { spec: "/kinds" } },
    { c: "toString" },
    [{ path: "/c", expected: ["text", "count", "day"], "nearest?": "count" }],
  );
});

describe("none-of", () => {
  finds("finds what is listed", { at: "/c/*", "none-of": colours }, { c: ["blue", "red", "Red", 1] }, [
    { path: "/c/1" },
  ]);
  finds(
    "does not take case to matter with ignoreCase",
    { at: "/c/*", "none-of": ["Red", 1], ignoreCase: true },
    { c: ["blue", "rEd", 1, "1"] },
    [{ path: "/c/1" }, { path: "/c/2" }],
  );
  finds(
    "finds what another part of the candidate lists",
    { at: "/c", "none-of": { candidate: "/taken/*" } },
    { c: "a", taken: ["b", "a"] },
    [{ path: "/c" }],
  );
  finds(
    "compares with another place, ignoring case",
    { at: "/description", "none-of": { candidate: "/name" }, ignoreCase: true },
    { name: "City weather", description: "city Weather" },
    [{ path: "/description" }],
  );
  passes("passes where the list is absent", { at: "/c", "none-of": { candidate: "/taken/*" } }, { c: "a" });
});

describe("pattern", () => {
  passes("passes what matches", { at: "/c", pattern: "^[a-z]+$" }, { c: "abc" });
  passes("leaves the empty string to length limits", { at: "/c", pattern: "^[a-z]+$" }, { c: "" });
  finds("finds what does not", { at: "/c", pattern: "^[a-z]+$" }, { c: "ABC" }, [
    { path: "/c", expected: { pattern: "^[a-z]+$" } },
  ]);
  for (const [suggest, pattern, text, suggestion] of [
    ["trimmed", "^\\S+$", " a\n", "a"],
    ["without-white-space", "^\\S+$", "a b c", "abc"],
    ["lower-case", "^[a-z]+$", "ABc", "abc"],
    ["upper-case", "^[A-Z]+$", "aBc", "ABC"],
    ["camel-case", "^[a-z][A-Za-z0-9]*$", "First name_of XMLParser v2", "firstNameOfXmlParserV2"],
    ["kebab-case", "^[a-z0-9-]+$", "myXMLParser_v2 Gross", "my-xml-parser-v2-gross"],
    ["kebab-case", "^[a-z][a-z-]*$", "École Daily", "ecole-daily"],
    ["snake-case", "^[a-z_]+$", "First Name", "first_name"],
  ])
    finds(
      `suggests ${suggest}: ${text}`,
      { at: "/c", pattern: String(pattern), suggest: String(suggest) },
      { c: String(text) },
      [{ path: "/c", expected: { pattern }, suggestion }],
    );
  for (const [suggest, text, suggestion] of [
    ["kebab-case", "Øresund", "resund"],
    ["kebab-case", "Straßennamen", "stra-ennamen"],
    ["kebab-case", "c++ names", "c-names"],
    ["snake-case", "!valid", "valid"],
  ])
    finds(
      `is not sure of a suggestion that loses something: ${text}`,
      { at: "/c", pattern: "^[a-z_-]+$", suggest: String(suggest) },
      { c: String(text) },
      [{ path: "/c", expected: { pattern: "^[a-z_-]+$" }, "suggestion?": suggestion }],
    );
  finds(
    "suggests nothing that does not match either",
    { at: "/c", pattern: "^[a-z]+$", suggest: "kebab-case" },
    { c: "A B" },
    [{ path: "/c", expected: { pattern: "^[a-z]+$" } }],
  );
  passes("leaves other types to the shape", { at: "/c/*", pattern: "^a$" }, { c: [1, null, [], {}] });
  for (const pattern of ["^(?=.*a)(?!.*(?:b|c))[a-z]+$", "^[a-z]+(?<!e)$", "^[(?=]x\\(?=$", "^a(?!\\p{L})$"])
    passes(`takes ${pattern}`, { at: "/c", pattern }, { c: 1 });
});

describe("length", () => {
  passes("counts characters as code points", { at: "/c", length: { max: 2 } }, { c: "😀😀" });
  finds("finds too many characters", { at: "/c", length: { max: 1 } }, { c: "😀😀" }, [
    { path: "/c", expected: { max: 1 }, size: 2, max: 1 },
  ]);
  finds(
    "finds too few characters",
    { at: "/c/*", length: { min: 3 } },
    { c: ["", "😀😀", "😀😀😀", "abc"] },
    [0, 2].map((size, n) => ({ path: `/c/${n}`, expected: { min: 3 }, size, min: 3 })),
  );
  finds(
    "passes the limits themselves",
    { at: "/c/*", length: { min: 1, max: { spec: "/most" } } },
    { c: ["a", "ab", "abc"] },
    [{ path: "/c/2", expected: { min: 1, max: 2 }, size: 3, min: 1, max: 2 }],
  );
  finds(
    "takes a limit from the item, where it is a number",
    { at: "/c/*/t", length: { max: { item: "/most" } } },
    { c: [{ t: "ab", most: 1 }, { t: "ab", most: 2 }, { t: "ab" }, { t: "ab", most: "1" }, { t: "ab", most: null }] },
    [{ path: "/c/0/t", expected: { max: 1 }, size: 2, max: 1 }],
  );
  passes("leaves other types to the shape", { at: "/c/*", length: { min: 9 } }, { c: [1, null, {}, []] });
});

const YEAR = { min: { spec: "/newYear" }, below: "2027-01-01" };
const year = { expected: { min: "2026-01-01", below: "2027-01-01" }, min: "2026-01-01", below: "2027-01-01" };
describe("range", () => {
  passes("passes the limits themselves", { at: "/c/*", range: { min: 1, max: 2 } }, { c: [1, 1.5, 2] });
  finds(
    "finds numbers on both sides",
    { at: "/c/*", range: { min: 1, max: 2 } },
    { c: [0.5, 2.5] },
    [0, 1].map((n) => ({ path: `/c/${n}`, expected: { min: 1, max: 2 }, min: 1, max: 2 })),
  );
  finds(
    "finds the limits themselves where they are exclusive",
    { at: "/c/*", range: { above: 1, below: 2 } },
    { c: [1, 1.5, 2] },
    [0, 2].map((n) => ({ path: `/c/${n}`, expected: { above: 1, below: 2 }, above: 1, below: 2 })),
  );
  finds(
    "compares dates and date-times as such",
    { at: "/c/*", range: YEAR },
    {
      c: ["2026-01-01", "2025-12-31", "2026-12-31T23:59:59Z", "2026-01-01T00:00:00+02:00", "2027-01-01T00:30:00+01:00"],
    },
    [
      { path: "/c/1", ...year },
      { path: "/c/3", ...year },
    ],
  );
  finds(
    "compares with a property of the item",
    { at: "/periods/*/end", range: { above: { item: "/start" } } },
    {
      periods: [
        { start: 1, end: 2 },
        { start: 2, end: 2 },
        { start: "2026-01-02", end: "2026-01-01" },
        { start: "2026-01-02T00:00:00+01:00", end: "2026-01-01T23:00:01Z" },
      ],
    },
    [
      { path: "/periods/1/end", expected: { above: 2 }, above: 2 },
      { path: "/periods/2/end", expected: { above: "2026-01-02" }, above: "2026-01-02" },
    ],
  );
  finds("compares with another place", { at: "/max", range: { min: { candidate: "/min" } } }, { min: 3, max: 2 }, [
    { path: "/max", expected: { min: 3 }, min: 3 },
  ]);
  passes(
    "leaves alone what has no order with the limit",
    { at: "/periods/*/end", range: { above: { item: "/start" } } },
    {
      periods: [
        { start: "2026-01-01", end: 1 },
        { start: 5, end: "2026-01-01" },
        { end: 1 },
        { start: null, end: 1 },
        { start: {}, end: 1 },
        { start: "5", end: 1 },
        { start: "x", end: "w" },
      ],
    },
  );
  passes(
    "leaves other types to the shape",
    { at: "/c/*", range: { min: 9, max: 0 } },
    { c: ["1", null, true, [], {}, "2026-01-01"] },
  );
});

describe("has-keys", () => {
  finds("finds each absent key at the object", { at: "", "has-keys": ["a", "b"] }, { b: 1 }, [
    { path: "", expected: "a", key: "a" },
  ]);
  finds(
    "takes the keys from the item, each once",
    { at: "/c/*", "has-keys": { item: "/needs" } },
    { c: [{ needs: ["x", 1, "x"] }, { needs: "x", x: 1 }, {}] },
    [{ path: "/c/0", expected: "x", key: "x" }],
  );
  finds("does not take inherited names for present ones", { at: "", "has-keys": ["toString"] }, {}, [
    { path: "", expected: "toString", key: "toString" },
  ]);
  passes("leaves other types to the shape", { at: "/c/*", "has-keys": ["a"] }, { c: [[], 1, null, "x"] });
});

describe("only-keys", () => {
  passes("passes what is listed", { at: "", "only-keys": ["a", "b"] }, { a: 1 });
  finds(
    "finds the others, with the absent one that was meant",
    { at: "/c", "only-keys": ["title", "pages"] },
    { c: { titel: 1, "a/b": 2, pages: 3 } },
    [
      { path: "/c/titel", expected: ["title", "pages"], key: "titel", nearest: "title", hint: "; did you mean title?" },
      { path: "/c/a~1b", expected: ["title", "pages"], key: "a/b", hint: "" },
    ],
  );
  finds(
    "takes the keys of an object in data",
    { at: "/c", "only-keys": { spec: "/kinds" } },
    { c: { text: 1, toString: 2 } },
    [{ path: "/c/toString", expected: ["text", "count", "day"], key: "toString", hint: "" }],
  );
  passes("leaves other types to the shape", { at: "/c/*", "only-keys": ["a"] }, { c: [[1], 1, null, "x"] });
});

const fields = [
  { name: "title", kind: "text" },
  { name: "pages", kind: "count" },
];
const records = (...rows: Json[]) => ({ fields, rows });
const names = ["title", "pages"];

const hasDeclared = { at: "/rows/*", "has-keys": { declared: "fields" } };
describe("has-keys of a declaration", () => {
  passes("passes complete records", hasDeclared, records({ title: "", pages: 1 }));
  finds("finds what is absent, with a placeholder of its type", hasDeclared, records({ pages: 1 }), [
    { path: "/rows/0", expected: "title", key: "title", placeholder: "…" },
  ]);
  passes("leaves to only-keys what is misspelt", hasDeclared, records({ titel: "", pages: 1 }));
  finds(
    "does not ask for what is optional",
    hasDeclared,
    {
      fields: [
        { name: "a", kind: "text", optional: true },
        { name: "b", optional: "true" },
      ],
      rows: [{}],
    },
    [{ path: "/rows/0", expected: "b", key: "b" }],
  );
});

const onlyDeclared = { at: "/rows/*", "only-keys": { declared: "fields" } };
describe("only-keys of a declaration", () => {
  passes("passes declared keys", onlyDeclared, records({ title: "", pages: 1 }));
  finds("finds the others", onlyDeclared, records({ title: "", pages: 1, "a/b": 2 }), [
    { path: "/rows/0/a~1b", expected: names, key: "a/b", hint: "", fitting: "count" },
  ]);
  finds("names the absent key that was meant", onlyDeclared, records({ titel: "", pages: 1 }), [
    { path: "/rows/0/titel", expected: names, key: "titel", "nearest?": "title", hint: "; did you mean title?" },
  ]);
  finds(
    "is sure of it where another record has it",
    onlyDeclared,
    records({ titel: "", pages: 1 }, { title: "x", pages: 1 }),
    [{ path: "/rows/0/titel", expected: names, key: "titel", nearest: "title", hint: "; did you mean title?" }],
  );
  finds("is sure of another spelling in any case", onlyDeclared, records({ Title: "", pages: 1 }), [
    { path: "/rows/0/Title", expected: names, key: "Title", nearest: "title", hint: "; did you mean title?" },
  ]);
  finds(
    "points at the declaration where all records agree against it",
    onlyDeclared,
    records({ titel: "x", pages: 1 }, { titel: "y", pages: 1 }),
    [0, 1].map((at) => ({
      path: `/rows/${at}/titel`,
      expected: names,
      key: "titel",
      "nearest?": "title",
      hint: "; did you mean title?",
      declaration: "/candidate/fields/0",
    })),
  );
  finds(
    "does not take a present key for the one that was meant, but asks for it",
    onlyDeclared,
    records({ titel: "", title: "x", pages: 1 }),
    [
      {
        path: "/rows/0/titel",
        expected: names,
        key: "titel",
        hint: "; did you mean title?",
        fitting: "text",
        spare: "/candidate/rows/0/titel",
      },
    ],
  );
  passes("is silent while a declaration has no usable name", onlyDeclared, {
    fields: [...fields, { name: 7 }],
    rows: [{ x: 1 }],
  });
  passes("is silent while nothing is declared", onlyDeclared, { rows: [{ x: 1 }] });
  passes("leaves other types to the shape", onlyDeclared, records([1], "x", null));
});

const declaredType = { at: "/rows/*/{fields}", "declared-type": true };
const field = (name: string, kind: Json, more: JsonObject = {}) => ({ name, kind, ...more });
const typed = (fieldsOf: Json[], row: Json) => ({ fields: fieldsOf, rows: [row] });
const FORMS: Record<string, string> = {
  text: 'a text looks like "…"',
  count: "a count is a JSON integer",
  "count or null": "a count or null is a JSON integer",
  "array of count": "an array of count is a JSON array",
};
const REPEATED = { repeated: true };
const wrong = (key: string, type: string, converted?: Json) => ({
  path: `/rows/0/${key}`,
  expected: type,
  key,
  type,
  form: FORMS[type],
  ...(converted !== undefined && { converted }),
});
describe("declared-type", () => {
  passes("passes values of their types", declaredType, records({ title: "", pages: 1 }));
  finds("finds others, converted where that is unambiguous", declaredType, records({ title: 5, pages: "6" }), [
    { ...wrong("title", "text"), "converted?": "5" },
    wrong("pages", "count", 6),
  ]);
  finds("converts nothing where it is not", declaredType, records({ title: null, pages: 1.5 }), [
    wrong("title", "text"),
    wrong("pages", "count"),
  ]);
  passes(
    "leaves absent keys and unknown types alone",
    declaredType,
    typed([field("a", "nope"), field("b", 7), field("c", "count")], { a: 1, b: 1 }),
  );
  passes(
    "goes by the first of two declarations of one name",
    declaredType,
    typed([field("a", "count"), field("a", "text")], { a: 1 }),
  );
  finds(
    "lets null fit what is nullable",
    declaredType,
    typed(
      [
        field("a", "count", { nullable: true }),
        field("b", "count", { nullable: false }),
        field("c", "count", { nullable: "true" }),
        field("d", "count", { nullable: true }),
      ],
      { a: null, b: null, c: null, d: "x" },
    ),
    [wrong("b", "count"), wrong("c", "count"), wrong("d", "count or null")],
  );
  finds(
    "asks for an array of what is repeated",
    declaredType,
    typed(
      [
        field("a", "count", REPEATED),
        field("b", "count", REPEATED),
        field("c", "count", REPEATED),
        field("d", "count", { repeated: true, nullable: true }),
        field("e", "count", REPEATED),
      ],
      { a: [1, 2], b: [1, "2"], c: 3, d: null, e: [] },
    ),
    [wrong("b", "array of count"), { ...wrong("c", "array of count"), "converted?": [3] }],
  );
  finds(
    "checks what is optional where it is there",
    declaredType,
    typed([field("a", "count", { optional: true }), field("b", "count", { optional: true })], { a: "x" }),
    [wrong("a", "count")],
  );
  finds(
    "looks only at declarations that meet `where`",
    { ...declaredType, where: { path: "/kind", operator: "equal", value: "count" } },
    records({ title: 5, pages: "6" }),
    [wrong("pages", "count", 6)],
  );
});

describe("not-registered", () => {
  passes("passes a free id", { at: "/c", "not-registered": true }, { c: "gamma" });
  finds("finds a taken one, with a similar one that is free", { at: "/c", "not-registered": true }, { c: "alpha" }, [
    { path: "/c", free: "alpha-3" },
  ]);
  passes("leaves other types to the shape", { at: "/c/*", "not-registered": true }, { c: [1, null, ["alpha"]] });
});

const distinctFrom = { "distinct-from-registered": true };
describe("distinct-from-registered", () => {
  passes(
    "passes a distinct id and one that is taken, which is another check's",
    { at: "/c/*", ...distinctFrom },
    { c: ["gamma", "alpha"] },
  );
  finds("finds one edit", { at: "/c", ...distinctFrom }, { c: "alphas" }, [{ path: "/c", existing: "alpha" }]);
  finds("finds a difference of case alone", { at: "/c", ...distinctFrom }, { c: "beta" }, [
    { path: "/c", existing: "Beta" },
  ]);
});

describe("equals", () => {
  passes("passes the same value", { at: "/a", equals: { candidate: "/b" } }, { a: 1, b: 1 });
  finds("finds another", { at: "/a", equals: { candidate: "/b" } }, { a: 1, b: 2 }, [{ path: "/a", expected: 2 }]);
  finds(
    "respells the other",
    { at: "/a/*/slug", equals: { item: "/title" }, as: "kebab-case" },
    {
      a: [
        { slug: "sea-level", title: "Sea Level" },
        { slug: "sea", title: "Sea Level" },
      ],
    },
    [{ path: "/a/1/slug", expected: "sea-level" }],
  );
  passes("says nothing of what is absent", { at: "/a", equals: { candidate: "/b" } }, { a: 1 });
  passes(
    "says nothing of what has no letters",
    { at: "/a", equals: { candidate: "/b" }, as: "kebab-case" },
    { a: "x", b: "!" },
  );
  for (const b of ["Øresund Bridge", "Straße", "Gäste", "日本語"])
    passes(
      `says nothing where ${b} has several respellings`,
      { at: "/a", equals: { candidate: "/b" }, as: "kebab-case" },
      { a: "x", b },
    );
  finds(
    "respells a text with signs",
    { at: "/a", equals: { candidate: "/b" }, as: "kebab-case" },
    { a: "x", b: "Search & Replace: daily" },
    [{ path: "/a", expected: "search-replace-daily" }],
  );
  passes("says nothing of another type", { at: "/a", equals: { candidate: "/b" } }, { a: "5", b: 5 });
  finds(
    "compares the first item with a property",
    { at: "/v/~first/id", equals: { candidate: "/main" } },
    { v: [{ id: "b" }, { id: "a" }], main: "a" },
    [{ path: "/v/0/id", expected: "a" }],
  );
});

const words = { "no-words": ["TODO", "lorem ipsum"] };
describe("no-words", () => {
  finds("finds whole words in any case", { at: "/a", ...words }, { a: "Write this: todo." }, [
    { path: "/a", word: "TODO" },
  ]);
  passes(
    "finds no part of a word",
    { at: "/a/*", ...words },
    { a: ["todos", "mastodon", "to_do", "TODO2", "ipsum lorem"] },
  );
  finds("finds several words in a row", { at: "/a", ...words }, { a: "A Lorem,\n ipsum" }, [
    { path: "/a", word: "lorem ipsum" },
  ]);
  finds("knows letters of all scripts", { at: "/a", "no-words": ["привет"] }, { a: "Привет!" }, [
    { path: "/a", word: "привет" },
  ]);
  passes("looks at strings only", { at: "/a", ...words }, { a: ["todo"] });
});

test("a list with what is no word is refused", () => {
  expect(() => compiled({ at: "/a", "no-words": ["C++"] })).toThrow('"C++" is not made of words');
});

test("the words are those of the package: a candidate could list too many", () => {
  expect(isInGrammar({ at: "/a", "no-words": { candidate: "/l/*" } })).toBe(false);
});

describe("registered", () => {
  passes("passes a registered id", { at: "/a", registered: true }, { a: "alpha" });
  finds("finds another, with one that is near", { at: "/a", registered: true }, { a: "Alpha" }, [
    { path: "/a", "nearest?": "alpha" },
  ]);
  finds("finds one with two swapped letters", { at: "/a", registered: "regions" }, { a: "nroth" }, [
    { path: "/a", "nearest?": "north" },
  ]);
  finds("offers none where two are as near", { at: "/a", registered: true }, { a: "alpha-3" }, [{ path: "/a" }]);
  finds("finds another that is near none", { at: "/a", registered: true }, { a: "gamma" }, [{ path: "/a" }]);
  finds("asks another registry", { at: "/a/*", registered: "regions" }, { a: ["north", "alpha"] }, [{ path: "/a/1" }]);
  passes("knows nothing of a registry that is not there", { at: "/a", registered: "others" }, { a: "alpha" });
  finds("may be turned round", { at: "/a/*", "not-registered": "regions" }, { a: ["north", "alpha"] }, [
    { path: "/a/0", free: "north-2" },
  ]);
  finds("may ask for what is near", { at: "/a", "distinct-from-registered": "regions" }, { a: "norths" }, [
    { path: "/a", existing: "north" },
  ]);
});

const stepped = (path: string, step: number, rounded: number) => ({
  path,
  expected: { multipleOf: step },
  step,
  rounded,
});

describe("multiple-of", () => {
  passes("takes decimals exactly", { at: "/a/*", "multiple-of": 0.01 }, { a: [0.07, 1.1, 0, -0.29, 1e21] });
  finds(
    "finds what lies between, and the nearest",
    { at: "/a/*", "multiple-of": 0.01 },
    { a: [0.074, 0.005, -0.011] },
    [stepped("/a/0", 0.01, 0.07), stepped("/a/1", 0.01, 0.01), stepped("/a/2", 0.01, -0.01)],
  );
  finds(
    "has a step by currency",
    { at: "/a/*/v", "multiple-of": { spec: "/steps", by: { item: "/c" } } },
    {
      a: [
        { v: 1.5, c: "JPY" },
        { v: 1.5, c: "EUR" },
        { v: 1.555, c: "XXX" },
      ],
    },
    [stepped("/a/0/v", 1, 2)],
  );
  passes("has no step of zero", { at: "/a", "multiple-of": { candidate: "/b" } }, { a: 1, b: 0 });
});

describe("a check refuses parameters that make no sense for the package", () => {
  const types = { at: "/rows/*/{names}", "declared-type": true };
  test.each<[string, CheckSource, message: RegExp, pointer: string]>([
    ["an unknown check", { at: "/c", nope: 1 }, /no check is named; checks: one-of, none-of, pattern/, ""],
    ["data that is not there", { at: "/c", "one-of": { spec: "/nope" } }, /no data at \/nope/, "/one-of"],
    ["data that is no array", { at: "/c", "none-of": { spec: "/kinds/text/type" } }, /must be an array/, "/none-of"],
    ["data that is no limit", { at: "/c", range: { max: { spec: "/kinds" } } }, /must be a number/, "/range/max"],
    ["an unknown declaration", { at: "/c", "one-of": { declared: "no" } }, /no declaration "no"/, "/one-of/declared"],
    ["an unknown declaration in `at`", { at: "/c/*/{no}", "none-of": ["a"] }, /declarations: fields, names/, "/at"],
    ["a declaration without types", types, /"names" has no types/, "/at"],
    ["no declaration for its type", { at: "/c", "declared-type": true }, /must end in a declaration/, "/at"],
    ["aliases that are no table", { at: "/c", "one-of": ["a"], aliases: { spec: "/colours" } }, /maps/, "/aliases"],
    ["an unknown operator", { at: "/c", pattern: "a", where: { operator: "is" } as never }, /"is"/, "/where/operator"],
    ["a pattern that does not compile", { at: "/c", pattern: "[" }, /does not compile/, "/pattern"],
  ])("%s", (_, check, message, pointer) => {
    expect(() => compiled(check)).toThrow(
      expect.objectContaining({ constructor: SpecError, message: expect.stringMatching(message), pointer }),
    );
  });
});

test("every check is in the index under its own name, and says what must hold", () => {
  for (const [name, check] of CHECKS) {
    expect(check.name).toBe(name);
    expect(check.summary).toMatch(/^(The|No|At least) /);
  }
});
