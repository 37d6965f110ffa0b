import { Ajv2020 } from "ajv/dist/2020.js";
import { compileSpec } from "../../../src/engine/compile-spec.js";
import type { SpecSource } from "../../../src/engine/grammar.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { listChangesBetween } from "../../../src/specs/changes.js";
import { classifyChange } from "../../../src/workshop/diff/classify-change.js";
import { isInGrammar } from "../../engine/checks/found.js";
import { naiveViolations } from "../../engine/naive-rules.js";
import {
  candidates,
  conditions,
  DATA,
  DECLARATIONS,
  registryIds,
  rules,
  scalar,
  TYPES,
} from "../../engine/random-packages.js";
import { type RuleParts, type SpecParts, sourceOf } from "../../engine/spec-of.js";
import fc from "../../support/fast-check.js";
import { fewestExpected, runs } from "../../support/runs.js";

/**
 * What the diff says of random changes, judged by stock AJV and the naive reading of rules: neither
 * knows the diff, and the diff knows neither.
 */

type Package = Required<Pick<SpecParts, "shape" | "rules" | "data">>;
type Edit = (before: Package) => Package;

// ---- shapes ----

const size = fc.constantFrom(0, 1, 2, 3, 5);
const number = fc.constantFrom(0, 1, 2, 2.5);
const VALUES = ["", "a", "b", "fast", "x1", 0, 1, 2, 2.5, true, null] as const;
const types = fc.uniqueArray(
  fc.constantFrom("string", "integer", "number", "boolean", "null", "array", "object"),
  {
    minLength: 1,
    maxLength: 4,
  },
);
/** Keywords with their values. */
const KEYWORDS: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  type: fc.oneof(types, fc.constantFrom("string", "integer", "number")),
  enum: fc.uniqueArray(fc.constantFrom<Json[]>(...VALUES), { minLength: 1, maxLength: 8 }),
  const: fc.constantFrom<Json[]>(...VALUES),
  minLength: size,
  maxLength: size,
  pattern: fc.constantFrom("^[a-z]+$", "^a", "1$"),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: fc.constantFrom(1, 2, 0.5, 4),
  minItems: size,
  maxItems: size,
  uniqueItems: fc.boolean(),
  minProperties: size,
  maxProperties: size,
  required: fc.uniqueArray(fc.constantFrom("kind", "id", "text"), { minLength: 1, maxLength: 2 }),
  properties: fc.constantFrom<Json[]>(
    { kind: { type: "string" } },
    { id: {}, kind: { enum: ["a", "b"] } },
    { text: true },
  ),
  additionalProperties: fc.constantFrom<Json[]>(
    true,
    false,
    { type: "string" },
    { type: "number" },
  ),
  patternProperties: fc.constantFrom<Json[]>({ "^k": { type: "string" } }, { "^i": false }),
  propertyNames: fc.constantFrom<Json[]>({ maxLength: 2 }, { pattern: "^k" }),
  items: fc.constantFrom<Json[]>({ type: "string" }, { enum: ["a", 1] }, false, { maxLength: 1 }),
  prefixItems: fc.constantFrom<Json[]>(
    [{ type: "string" }],
    [{ type: "number" }, { type: "string" }],
  ),
  contains: fc.constantFrom<Json[]>({ type: "string" }, { const: 1 }),
  minContains: size,
  anyOf: fc.constantFrom<Json[]>(
    [{ type: "string" }, { minimum: 1 }],
    [{ const: "a" }, { type: "number" }],
  ),
  not: fc.constantFrom<Json[]>({ const: "a" }, { type: "number" }),
  if: fc.constantFrom<Json[]>({ type: "string" }, { const: 1 }),
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: fc.constantFrom<Json[]>({ maxLength: 1 }, { minimum: 1 }),
  else: fc.constantFrom<Json[]>({ type: "number" }, { maxItems: 1 }),
  unevaluatedProperties: fc.constantFrom<Json[]>(false, { type: "string" }),
  title: fc.constant("A title"),
};
const keyword = fc
  .constantFrom(...Object.keys(KEYWORDS))
  .chain((name) =>
    (KEYWORDS[name] as fc.Arbitrary<Json>).map((value): [string, Json] => [name, value]),
  );
const part = fc
  .array(keyword, { maxLength: 3 })
  .map((keywords): JsonObject => Object.fromEntries(keywords));
const shape = fc
  .record({ text: part, number: part, list: part, owner: part }, { requiredKeys: [] })
  .chain((properties) =>
    fc.record({
      type: fc.constant("object"),
      properties: fc.constant(properties as JsonObject),
      additionalProperties: fc.constantFrom<Json[]>(true, true, false, {}),
    }),
  ) as fc.Arbitrary<JsonObject>;

const PLACES = ["text", "number", "list", "owner", "ownre"];

const inShape =
  (change: (properties: JsonObject, shape: JsonObject) => void): Edit =>
  (before) => {
    const shape = structuredClone(before.shape);
    change(shape.properties as JsonObject, shape);
    return { ...before, shape };
  };
const shapeEdits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom(...PLACES), keyword).map(([name, [key, value]]) =>
    inShape((properties) => {
      properties[name] = { ...(properties[name] as JsonObject), [key]: value };
    }),
  ),
  fc.tuple(fc.constantFrom(...PLACES), fc.nat()).map(([name, at]) =>
    inShape((properties) => {
      const entries = Object.entries((properties[name] ?? {}) as JsonObject);
      properties[name] = Object.fromEntries(
        entries.filter((_, index) => index !== at % entries.length),
      );
    }),
  ),
  fc.constantFrom(...PLACES).map((name) => inShape((properties) => delete properties[name])),
  fc
    .tuple(fc.constantFrom("text", "maxLength", "required", "title"), fc.oneof(part, fc.boolean()))
    .map(([name, schema]) =>
      inShape((properties) => {
        properties[name] = schema;
      }),
    ),
  keyword
    .filter(([key]) => key !== "properties")
    .map(([key, value]) =>
      inShape((_, whole) => {
        whole[key] = value;
      }),
    ),
);

// ---- rules ----

const words = fc.uniqueArray(fc.constantFrom<Json[]>("a", "b", "fast", 1, true), {
  minLength: 1,
  maxLength: 4,
});
/** Rules that say what a shape could say, too. */
const plainRules: fc.Arbitrary<RuleParts> = fc.oneof(
  size.map((max): RuleParts => ({ check: { at: "/text", length: { max } } })),
  size.map(
    (min): RuleParts => ({
      check: { at: "/text", length: { min, max: { candidate: "/number" } } },
    }),
  ),
  fc
    .tuple(number, number)
    .map(([min, below]): RuleParts => ({ check: { at: "/number", range: { min, below } } })),
  words.map((list): RuleParts => ({ check: { at: "/text", "one-of": list } })),
  words.map((list): RuleParts => ({ check: { at: "/list/*", "none-of": list } })),
  fc
    .constantFrom("kind", "id", "text")
    .map((name): RuleParts => ({ check: { at: "/owner", "has-keys": [name] } })),
  fc
    .constantFrom("2026-01-01", "2026-01-01T00:30:00+01:00")
    .map((min): RuleParts => ({ check: { at: "/text", range: { min } } })),
  size.map((min): RuleParts => ({ check: { at: "/ownre", count: { min } } })),
);
const rule = fc.oneof(
  plainRules,
  rules.map((all) => Object.values(all)[0] as RuleParts),
);

function inRule(at: number, change: (rule: RuleParts) => RuleParts): Edit {
  return (before) => {
    const names = Object.keys(before.rules);
    const name = names[at % names.length];
    if (name === undefined) return before;
    return {
      ...before,
      rules: { ...before.rules, [name]: change(structuredClone(before.rules[name] as RuleParts)) },
    };
  };
}

/** A value in which one scalar is another one, or one array has another item or one less. */
function tweaked(value: Json, at: number, by: Json): Json {
  let count = 0;
  const visit = (part: Json, key = ""): Json => {
    if (
      [
        "operator",
        "path",
        "at",
        "fact",
        "candidate",
        "item",
        "previous",
        "parent",
        "per",
        "spec",
      ].includes(key)
    )
      return part;
    const isHere = count++ === at;
    if (Array.isArray(part)) {
      const isList = part.every((one) => typeof one !== "object");
      if (isHere && isList && at % 2 === 0) return part.slice(1);
      if (isHere && isList) return (part as Json[]).includes(by) ? part : [...part, by];
      return part.map((one) => visit(one));
    }
    if (typeof part === "object" && part !== null)
      return Object.fromEntries(
        Object.entries(part).map(([name, one]) => [name, visit(one as Json, name)]),
      );
    if (!isHere) return part;
    return typeof part === "number"
      ? part + (at % 2 === 0 ? 1 : -1)
      : typeof part === typeof by
        ? by
        : part;
  };
  return visit(value);
}

const ruleEdits: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(), rule).map(
    ([at, added]): Edit =>
      (before) => ({ ...before, rules: { ...before.rules, [`added-${at}`]: added } }),
  ),
  fc.nat().map(
    (at): Edit =>
      (before) => {
        const entries = Object.entries(before.rules);
        return {
          ...before,
          rules: Object.fromEntries(entries.filter((_, index) => index !== at % entries.length)),
        };
      },
  ),
  fc.nat().map(
    (at): Edit =>
      (before) => {
        const entries = Object.entries(before.rules);
        const moved = entries.map(([name, one], index) => [
          index === at % entries.length ? `${name}-renamed` : name,
          one,
        ]);
        return { ...before, rules: Object.fromEntries(moved) };
      },
  ),
  fc
    .tuple(fc.nat(), rule)
    .map(([at, other]) => inRule(at, (one) => ({ ...one, check: other.check }))),
  fc
    .nat()
    .map((at) =>
      inRule(at, (one) => ({ ...one, severity: one.severity === "warning" ? "error" : "warning" })),
    ),
  fc
    .tuple(fc.nat(), fc.option(conditions("candidate")))
    .map(([at, when]) => inRule(at, ({ when: _, ...one }) => ({ ...one, ...(when && { when }) }))),
  fc
    .tuple(fc.nat(), fc.constantFrom("all", "any"), conditions("candidate"))
    .map(([at, key, more]) =>
      inRule(at, ({ when, ...one }) => ({
        ...one,
        when: when ? ({ [key]: [when, more] } as never) : more,
      })),
    ),
  fc
    .tuple(fc.nat(), fc.nat(20), fc.oneof(scalar.filter((one) => one !== "\ud800")))
    .map(([at, place, by]) =>
      inRule(at, (one) => tweaked(one as unknown as Json, place, by) as unknown as RuleParts),
    ),
  fc.nat().map((at) =>
    inRule(at, (one) => ({
      ...one,
      check: [one.check].flat().map(({ where, ...check }) => check) as never,
    })),
  ),
);

const dataEdits: fc.Arbitrary<Edit> = fc.constantFrom<Edit[]>(
  (before) => ({ ...before, data: { ...before.data, words: ["a", "fast", 1] } }),
  (before) => ({ ...before, data: { ...before.data, words: ["a", "fast", 1, true, "b"] } }),
  (before) => ({ ...before, data: { ...before.data, most: 2 } }),
  (before) => ({ ...before, data: { ...before.data, newYear: "2026-01-01T00:00:00+02:00" } }),
);

const packages: fc.Arbitrary<Package> = fc.record({
  shape,
  rules: fc
    .array(rule, { maxLength: 2 })
    .map((all) => Object.fromEntries(all.map((one, at) => [`rule-${at}`, one]))),
  data: fc.constant(DATA),
});
const edits = fc.array(
  fc.oneof({ weight: 3, arbitrary: shapeEdits }, { weight: 3, arbitrary: ruleEdits }, dataEdits),
  {
    minLength: 1,
    maxLength: 3,
  },
);

// ---- candidates, and who judges them ----

const LISTS: readonly Json[] = [
  [],
  ["a"],
  ["a", "a"],
  ["a", 1],
  ["b", "fast", 2],
  [1, true, null, 2.5],
];
const OWNERS: readonly Json[] = [
  { kind: "a" },
  { id: 1 },
  { text: "a" },
  { kind: "c", id: "a", text: 1 },
];

/** Candidates with little in them, of which more are valid. */
const plain = fc.record(
  {
    text: fc.oneof(scalar, fc.constantFrom<Json[]>(...VALUES)),
    number: fc.constantFrom<Json[]>(0, 1, 2, 2.5, 3, "1"),
    list: fc.array(scalar, { maxLength: 3 }),
    owner: fc.dictionary(fc.constantFrom("kind", "id", "text"), scalar, { noNullPrototype: true }),
    ownre: scalar,
    maxLength: scalar,
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Json>;
/**
 * Candidates with one place or two, which few other places can make invalid: they tell most pairs
 * of versions apart.
 */
const SMALL: readonly Json[] = [
  {},
  ...PLACES.flatMap((name) =>
    [...VALUES, "abcdef", -1, 3, 5, ...LISTS, ...OWNERS].map(
      (value) => ({ [name]: value }) as Json,
    ),
  ),
  ...VALUES.flatMap((text) => [0, 1, 3].map((number) => ({ text, number }))),
];
const tried = fc.array(fc.oneof({ weight: 4, arbitrary: plain }, candidates), {
  minLength: 40,
  maxLength: 40,
});

function compileSource(one: Package): SpecSource | undefined {
  const source = sourceOf({ ...one, declarations: DECLARATIONS });
  if (
    !Object.values(source.rules).every(({ check }) =>
      [check].flat().every((one) => isInGrammar(one)),
    )
  )
    return undefined;
  try {
    compileSpec(source);
    return source;
  } catch {
    return undefined;
  }
}

function judge({ shape, rules, data }: Package): (candidate: Json) => boolean {
  const fits = new Ajv2020({ strict: false }).compile(shape);
  const errors = Object.fromEntries(
    Object.entries(rules).filter(([, { severity = "error" }]) => severity === "error"),
  );
  const given = {
    rules: errors,
    data,
    declarations: DECLARATIONS,
    types: TYPES,
    registry: new Set(registryIds),
  };
  return (candidate) => fits(candidate) === true && naiveViolations(given, candidate).length === 0;
}

test("what is said to accept more or the same refuses nothing that was valid, and less accepts nothing new", () => {
  const seen = { compared: 0, claimed: 0, told: 0, refused: 0, accepted: 0 };
  const RUNS = runs(120, 2_000);
  fc.assert(
    fc.property(packages, edits, tried, (before, changed, some) => {
      const after = changed.reduce((one, edit) => edit(one), before);
      const [old, now] = [compileSource(before), compileSource(after)];
      fc.pre(old !== undefined && now !== undefined);
      const changes = listChangesBetween(old, now);
      const directions = changes.map((change) => classifyChange(change, [old, now]));
      const isNever = (...kinds: string[]) =>
        !directions.some((direction) => kinds.includes(direction));
      const [isValid, isValidNow] = [judge(before), judge(after)];
      const why = () =>
        JSON.stringify(
          changes.map(({ pointer, before: was, after: is, item }, at) => [
            directions[at],
            pointer,
            was,
            is,
            item,
          ]),
        );
      seen.compared++;
      if (!isNever("less", "more", "either")) seen.claimed++;
      const told = new Set<"refused" | "accepted">();
      for (const candidate of [...SMALL, ...some]) {
        const [was, is] = [isValid(candidate), isValidNow(candidate)];
        if (was === is) continue;
        told.add(was ? "refused" : "accepted");
        if (was && isNever("less", "either"))
          throw new Error(`${JSON.stringify(candidate)} is refused now: ${why()}`);
        if (is && isNever("more", "either"))
          throw new Error(`${JSON.stringify(candidate)} is accepted now: ${why()}`);
      }
      for (const kind of told) seen[kind]++;
      if (told.size > 0) seen.told++;
    }),
    RUNS,
  );
  // The test is worth something only if candidates tell the versions apart: two of five that are
  // said to differ.
  expect(seen.compared).toBeGreaterThan(RUNS.numRuns / 2);
  expect(seen.claimed).toBeGreaterThan(RUNS.numRuns / 2);
  expect(seen.told).toBeGreaterThan(fewestExpected(seen.claimed, 0.4));
  expect(Math.min(seen.refused, seen.accepted)).toBeGreaterThan(
    fewestExpected(seen.claimed, 1 / 8),
  );
});
