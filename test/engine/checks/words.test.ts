import type { CheckSource } from "../../../src/engine/grammar.js";
import { cases, type Row } from "./cases.js";
import { compiled, isInGrammar } from "./found.js";

cases("equals", [
  ["passes the same value", { at: "/a", equals: { candidate: "/b" } }, { a: 1, b: 1 }, []],
  ["finds another", { at: "/a", equals: { candidate: "/b" } }, { a: 1, b: 2 }, [{ path: "/a", expected: 2 }]],
  [
    "respells the other",
    { at: "/a/*/slug", equals: { item: "/title" }, as: "kebab-case" },
    {
      a: [
        { slug: "sea-level", title: "Sea Level" },
        { slug: "sea", title: "Sea Level" },
      ],
    },
    [{ path: "/a/1/slug", expected: "sea-level" }],
  ],
  ["says nothing of what is absent", { at: "/a", equals: { candidate: "/b" } }, { a: 1 }, []],
  [
    "says nothing of what has no letters",
    { at: "/a", equals: { candidate: "/b" }, as: "kebab-case" },
    { a: "x", b: "!" },
    [],
  ],
  ...["Øresund Bridge", "Straße", "Gäste", "日本語"].map(
    (b): Row => [
      `says nothing where ${b} has several respellings`,
      { at: "/a", equals: { candidate: "/b" }, as: "kebab-case" },
      { a: "x", b },
      [],
    ],
  ),
  [
    "respells a text with signs",
    { at: "/a", equals: { candidate: "/b" }, as: "kebab-case" },
    { a: "x", b: "Search & Replace: daily" },
    [{ path: "/a", expected: "search-replace-daily" }],
  ],
  ["says nothing of another type", { at: "/a", equals: { candidate: "/b" } }, { a: "5", b: 5 }, []],
  [
    "compares the first item with a property",
    { at: "/v/~first/id", equals: { candidate: "/main" } },
    { v: [{ id: "b" }, { id: "a" }], main: "a" },
    [{ path: "/v/0/id", expected: "a" }],
  ],
]);

const words = { "no-words": ["TODO", "lorem ipsum"] };
cases("no-words", [
  ["finds whole words in any case", { at: "/a", ...words }, { a: "Write this: todo." }, [{ path: "/a", word: "TODO" }]],
  [
    "finds no part of a word",
    { at: "/a/*", ...words },
    { a: ["todos", "mastodon", "to_do", "TODO2", "ipsum lorem"] },
    [],
  ],
  [
    "finds several words in a row",
    { at: "/a", ...words },
    { a: "A Lorem,\n ipsum" },
    [{ path: "/a", word: "lorem ipsum" }],
  ],
  [
    "knows letters of all scripts",
    { at: "/a", "no-words": ["привет"] },
    { a: "Привет!" },
    [{ path: "/a", word: "привет" }],
  ],
  ["looks at strings only", { at: "/a", ...words }, { a: ["todo"] }, []],
]);

test("a list with what is no word is refused", () => {
  expect(() => compiled({ at: "/a", "no-words": ["C++"] })).toThrow('"C++" is not made of words');
});

test("the words are those of the package: a candidate could list too many", () => {
  expect(isInGrammar({ at: "/a", "no-words": { candidate: "/l/*" } })).toBe(false);
});

cases("registered", [
  ["passes a registered id", { at: "/a", registered: true }, { a: "alpha" }, []],
  [
    "finds another, with one that is near",
    { at: "/a", registered: true },
    { a: "Alpha" },
    [{ path: "/a", "nearest?": "alpha" }],
  ],
  [
    "finds one with two swapped letters",
    { at: "/a", registered: "regions" },
    { a: "nroth" },
    [{ path: "/a", "nearest?": "north" }],
  ],
  ["offers none where two are as near", { at: "/a", registered: true }, { a: "alpha-3" }, [{ path: "/a" }]],
  ["finds another that is near none", { at: "/a", registered: true }, { a: "gamma" }, [{ path: "/a" }]],
  ["asks another registry", { at: "/a/*", registered: "regions" }, { a: ["north", "alpha"] }, [{ path: "/a/1" }]],
  ["knows nothing of a registry that is not there", { at: "/a", registered: "others" }, { a: "alpha" }, []],
  [
    "may be turned round",
    { at: "/a/*", "not-registered": "regions" },
    { a: ["north", "alpha"] },
    [{ path: "/a/0", free: "north-2" }],
  ],
  [
    "may ask for what is near",
    { at: "/a", "distinct-from-registered": "regions" },
    { a: "norths" },
    [{ path: "/a", existing: "north" }],
  ],
]);

const where = (operator: string, value: string): CheckSource => ({
  at: "/a/*/v",
  where: { path: "/k", operator, value },
  "none-of": ["x"],
});
const found = (title: string, operator: string, value: string, keys: unknown[], hits: number[]): Row => [
  title,
  where(operator, value),
  { a: keys.map((k) => ({ v: "x", k })) as never },
  hits.map((at) => ({ path: `/a/${at}/v` })),
];
const DAYS = ["2025-12-31", "2026-01-01", "2026-01-01T00:00:01Z", "today", 5, null];

cases("operators", [
  found("matches a pattern", "matches", "^ops-\\d$", ["ops-1", "ops-", 1, null], [0]),
  found("starts with a prefix", "startsWith", "ops-", ["ops-1", "xops-", ["ops-"], 1], [0]),
  found("is before a date", "before", "2026-01-01", DAYS, [0]),
  found("is after a date", "after", "2026-01-01", DAYS, [2]),
]);
