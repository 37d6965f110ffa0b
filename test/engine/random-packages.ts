import type {
  CheckSource,
  Comparison,
  Condition,
  DeclarationSource,
} from "../../src/engine/grammar.js";
import type { Json, JsonObject } from "../../src/ground/json/value.js";
import fc from "../support/fast-check.js";
import type { RuleParts } from "./spec-of.js";

/** Rules of every kind, and candidates in which most of them find something. */

export const DATA: JsonObject = {
  words: ["a", "fast", 1, true],
  most: 1,
  newYear: "2026-01-01",
  types: { string: { type: "string", examples: ["t"] }, int: { type: "integer" }, bool: {} },
};
export const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  int: (value) => Number.isInteger(value),
  bool: () => true,
};
export const DECLARATIONS: Record<string, DeclarationSource> = {
  fields: {
    at: "/fields/*",
    name: "/name",
    type: "/type",
    types: { spec: "/types" },
    nullable: "/nullable",
    optional: "/optional",
    repeated: "/repeated",
    records: "/records/*",
    references: ["/list/*", "/text"],
  },
  groups: { at: "/groups/*", name: "/kind" },
};
export const registryIds = ["a", "fast"];

// ---- candidates ----

/** None misspells another: a key that does is reported instead of the name that it stands for. */
const NAMES = ["a", "b", "name", "t~u", "n/x", "0"];
const DATES = ["2026-01-01", "2025-12-31", "2026-01-01T00:30:00+01:00", "2026-06-30T12:00:00Z"];
export const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  ...["", "a", "b", "A", " a ", "x1", "\ud800", "fast", "e\u0301", "1", ...DATES],
  ...[0, -0, 1, 2, 2.5, null, true, false],
);
/** Strings with check digits, of which some fit. */
const numbered = fc.constantFrom<Json[]>(
  "4111 1111-1111 1111",
  "GB82WEST12345698765432",
  "GB82WEST12345698765423",
  "978-3-16-148410-0",
  "316148410X",
  "18",
);
const hostile = fc.constantFrom<Json[]>({ toString: 1 }, { length: 2, 0: "a" }, [["a"]], {}, []);
/** Now and then something else, or nothing of the sort. */
const often = <T extends Json>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 12, arbitrary },
    { weight: 1, arbitrary: scalar },
    { weight: 1, arbitrary: hostile },
  );
const object = (properties: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> =>
  fc.record(properties, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Json>;

export const record = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })),
  {
    maxKeys: 4,
    noNullPrototype: true,
  },
) as fc.Arbitrary<JsonObject>;
export const field = object({
  name: fc.oneof(fc.constantFrom<Json[]>(...NAMES), scalar),
  type: fc.constantFrom<Json[]>("string", "int", "bool", "unheard-of", 5),
  nullable: fc.constantFrom<Json[]>(true, false, "true"),
  optional: fc.boolean(),
  repeated: fc.constantFrom<Json[]>(false, false, true),
});
const part = object({ start: scalar, end: scalar });
const group = object({
  kind: fc.oneof(fc.constantFrom<Json[]>(...NAMES), scalar),
  size: scalar,
  tags: often(fc.array(scalar, { maxLength: 3 })),
  parts: often(fc.array(often(part), { maxLength: 3 })),
});
export const candidates: fc.Arbitrary<JsonObject> = fc.record(
  {
    fields: often(fc.array(often(field), { maxLength: 5 })),
    records: often(fc.array(often(record), { maxLength: 7 })),
    list: often(fc.array(scalar, { maxLength: 6 })),
    groups: often(fc.array(often(group), { maxLength: 3 })),
    text: fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: numbered }),
    owner: often(object({ kind: scalar, id: scalar })),
    number: scalar,
    ownre: scalar,
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<JsonObject>;

// ---- conditions ----

const ITEM_PATHS = [
  "",
  "/kind",
  "/name",
  "/type",
  "/size",
  "/a",
  "/start",
  "/optional",
  "/tags",
  "/tags/0",
  "/text",
];
const CANDIDATE_PATHS = [
  "",
  "/text",
  "/number",
  "/list",
  "/list/0",
  "/owner/kind",
  "/owner",
  "/groups/0/size",
  "/no",
];
const pathOf = (fact: string) =>
  fc.constantFrom(...(fact === "candidate" ? CANDIDATE_PATHS : ITEM_PATHS));
const toCandidate = fc.constantFrom(...CANDIDATE_PATHS).map((candidate) => ({ candidate }));
const AROUND = ["item", "previous", "parent"] as const;
const toItem = fc
  .tuple(fc.constantFrom("item" as const, ...AROUND), fc.constantFrom(...ITEM_PATHS))
  .map(([start, path]) => ({ [start]: path }));
/** A file of rules may hold no half characters. */
const literal = scalar.filter((value) => value !== "\ud800" && !Object.is(value, -0));

/** What an operator is compared with. */
function right(operator: string, references: fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
  if (operator === "exists") return fc.boolean();
  if (operator === "onWeekday") return weekdays;
  if (operator === "in" || operator === "notIn")
    return fc.oneof(
      fc.uniqueArray(literal, { minLength: 1, maxLength: 3 }),
      fc.constant({ spec: "/words" }),
    );
  const isNumeric = /Than/.test(operator);
  return fc.oneof(
    isNumeric
      ? fc.constantFrom<Json[]>(0, 1, 2)
      : /With$/.test(operator)
        ? fc.constantFrom("a", "st")
        : literal,
    fc.constant({ spec: isNumeric ? "/most" : "/newYear" }),
    ...references,
  );
}

const OPERATORS = [
  ...["equal", "notEqual", "in", "notIn", "contains", "doesNotContain", "exists"],
  ...["lessThan", "lessThanInclusive", "greaterThan", "greaterThanInclusive"],
  ...["startsWith", "endsWith", "onWeekday"],
];
const weekdays = fc.uniqueArray(fc.constantFrom("tuesday", "wednesday", "thursday"), {
  minLength: 1,
  maxLength: 2,
});

function comparisons(scope: "candidate" | "item"): fc.Arbitrary<Comparison> {
  const references = scope === "item" ? [toCandidate, toItem] : [toCandidate];
  const facts =
    scope === "item"
      ? [undefined, "item" as const, "candidate" as const, ...AROUND]
      : [undefined, "candidate" as const];
  const plain = fc.constantFrom(...facts).chain((fact) =>
    fc.constantFrom(...OPERATORS).chain((operator) =>
      fc.record({
        ...(fact && { fact: fc.constant(fact) }),
        path: pathOf(fact ?? scope),
        operator: fc.constant(operator),
        value: right(operator, references),
      }),
    ),
  );
  const counted = fc.constantFrom(...OPERATORS).chain((operator) =>
    fc.record({
      fact: fc.constant("count" as const),
      params: fc.constantFrom(...COUNTED),
      operator: fc.constant(operator),
      value: right(operator, references),
    }),
  );
  return fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: counted });
}

const COUNTED: NonNullable<Comparison["params"]>[] = [
  { at: "/list/*" },
  { at: ["/text", "/number"] },
  { at: "/groups/*/tags/*", where: { path: "", operator: "equal", value: "a" } },
  { at: "/records/*", where: { path: "/a", operator: "equal", value: { candidate: "/text" } } },
];

export function conditions(scope: "candidate" | "item"): fc.Arbitrary<Condition> {
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 2 },
      comparisons(scope),
      fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie("condition"), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      tie("condition").map((not) => ({ not })),
    ),
  })).condition;
}

// ---- checks ----

const several = (...pointers: string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<(string | string[])[]>(...pointers) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...pointers), { minLength: 1, maxLength: 3 }),
    },
  );
const VALUES = [
  ...["/text", "/number", "/list/*", "/fields/*/name", "/records/*/a", "/owner/kind"],
  ...["/groups/*/size", "/groups/*/tags/*", "/groups/*/parts/*/end"],
];
const OBJECTS = ["", "/owner", "/records/*", "/fields/*", "/groups/*", "/groups/*/parts/*"];
const DECLARED = "/records/*/{fields}";
const values = fc.oneof(
  { weight: 4, arbitrary: several(...VALUES) },
  { weight: 1, arbitrary: fc.constant(DECLARED) },
);
const objects = several(...OBJECTS);

const lists: fc.Arbitrary<Json> = fc.oneof(
  fc.uniqueArray(fc.constantFrom<Json[]>("a", "A", "b", "name", "x1", 1, 2, true), {
    minLength: 1,
    maxLength: 4,
  }),
  fc.constantFrom<Json[]>(
    ...[{ spec: "/words" }, { spec: "/types" }, { declared: "fields" }, { declared: "groups" }],
    ...[{ candidate: "/list/*" }, { candidate: "/fields/*/name" }, { candidate: "/text" }],
    ...[{ item: "/tags" }, { item: "/kind" }, { item: "/text" }, { item: "/name" }],
    ...[{ previous: "/tags" }, { previous: "" }, { parent: "/kind" }, { parent: "/list" }],
  ),
);
const limit = (literals: Json[]): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...literals) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Json[]>(
        ...[{ spec: "/most" }, { candidate: "/number" }, { candidate: "/owner" }],
        ...[{ item: "/size" }, { item: "/number" }, { item: "/start" }],
        ...[
          { previous: "/size" },
          { previous: "/end" },
          { previous: "" },
          { parent: "/size" },
          { parent: "/number" },
        ],
        ...[
          { item: "/size", times: { candidate: "/number" } },
          { candidate: "/number", plus: { candidate: "/number" } },
        ],
      ),
    },
  );
const limits = (names: string[], literals: Json[]): fc.Arbitrary<Json> =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }).chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((name) => [name, limit(literals)])), {
      noNullPrototype: true,
    }),
  );
const counts = limits(["min", "max"], [0, 1, 2, 3]);
const ranges = limits(
  ["min", "max", "above", "below"],
  [0, 1, 2, "2026-01-01", "2026-01-01T00:00:00Z"],
);
const maybe = fc.option(fc.constant(true), { nil: undefined });

const GROUPS: CheckSource[] = [
  ...[
    { at: "/list/*" },
    { at: "/fields/*/name" },
    { at: "/fields/*" },
    { at: DECLARED },
    { at: "/records/*" },
  ],
  ...[
    { at: ["/text", "/number"] },
    { at: ["/owner/kind", "/owner/id"] },
    { at: ["/list/*", "/text"] },
  ],
  ...[{ at: "/records/*/a" }, { at: ["/records/*/a", "/records/*/b"] }],
  ...[undefined, "", "/groups/*", "/groups/*/tags"].map((per) => ({
    at: "/groups/*/tags/*",
    ...(per !== undefined && { per }),
  })),
  ...[undefined, "", "/groups", "/groups/*", "/groups/*/parts/*"].map((per) => ({
    at: ["/groups/*/parts/*/start", "/groups/*/parts/*/end"],
    ...(per !== undefined && { per }),
  })),
];
const groups = fc.constantFrom(...GROUPS);

const check = (at: fc.Arbitrary<string | string[]>, parts: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ at, ...parts });
const yes = fc.constant(true);
const bare: fc.Arbitrary<CheckSource> = fc.oneof(
  check(values, { "one-of": lists, ignoreCase: maybe }),
  check(values, { "none-of": lists, ignoreCase: maybe }),
  check(values, { pattern: fc.constantFrom("^[a-z]+$", "^\\S+$", "^\\p{L}$") }),
  check(values, { length: counts }),
  check(values, { range: ranges }),
  check(objects, { "has-keys": lists }),
  check(objects, { "only-keys": lists }),
  check(objects, {
    "only-keys": fc.constantFrom<Json[]>({ pattern: "^[a-z]+$" }, { pattern: "^[a-z~]*$" }),
  }),
  check(values, { equals: toItem }),
  check(values, { weekday: weekdays }),
  check(values, { checksum: fc.constantFrom("luhn", "iban", "isbn") }),
  check(fc.constant(DECLARED), { "declared-type": yes }),
  check(values, { "not-registered": yes }),
  check(values, { "distinct-from-registered": yes }),
  fc
    .tuple(groups, fc.record({ unique: yes, ignoreCase: maybe }))
    .map(([at, rest]) => ({ ...at, ...rest })),
  fc
    .tuple(groups, fc.constantFrom("ascending", "descending"))
    .map(([at, sorted]) => ({ ...at, sorted })),
  fc.tuple(groups, counts).map(([at, count]) => ({ ...at, count })),
  fc
    .tuple(groups, counts, maybe)
    .map(([at, distinct, ignoreCase]) => ({ ...at, distinct, ignoreCase })),
);
export const checks: fc.Arbitrary<CheckSource> = fc
  .tuple(bare, fc.option(conditions("item"), { nil: undefined, freq: 2 }))
  .map(([source, where]) => withoutUndefined({ ...source, where }) as CheckSource);

const rule: fc.Arbitrary<RuleParts> = fc
  .record({
    when: fc.option(conditions("candidate"), { nil: undefined, freq: 2 }),
    check: fc.oneof(
      { weight: 3, arbitrary: checks },
      { weight: 1, arbitrary: fc.array(checks, { minLength: 1, maxLength: 2 }) },
    ),
  })
  .map((one) => withoutUndefined(one) as RuleParts);

export const rules: fc.Arbitrary<Record<string, RuleParts>> = fc
  .array(rule, { minLength: 1, maxLength: 5 })
  .map((all) => Object.fromEntries(all.map((one, at) => [`rule-${at}`, one])));

function withoutUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
