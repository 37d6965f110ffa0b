import type { CheckSource, Condition, FixSource } from "../../../src/engine/grammar.js";
import type { Operation } from "../../../src/ground/json/patch.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { type Catalog, type Domain, toDomain } from "../../../src/specs/catalog.js";
import { catalogFromSchema } from "../../../src/specs/catalog-from-schema.js";
import { describeCandidates } from "../../../src/specs/explain/describe-candidate.js";
import { describeCheck, describeCondition } from "../../../src/specs/explain/describe-logic.js";
import {
  type DescribedSpec,
  findProperties,
  lookUpPlace,
} from "../../../src/specs/explain/describe-place.js";
import { describeSpec } from "../../../src/specs/explain/describe-spec.js";
import { diffValues } from "../../../src/specs/explain/diff-values.js";
import { explainRule } from "../../../src/specs/explain/explain-rule.js";
import { type sourceOf, specOf } from "../../engine/spec-of.js";
import { casesOf } from "../../support/cases.js";
import { compiledSpecs } from "../../support/compiled-specs.js";

const testEach = casesOf(import.meta.url);

testEach<[Condition, ...string[]]>("the condition %j in words", (condition, ...lines) => {
  expect(describeCondition(condition, {})).toEqual(lines);
});

const DATA = {
  types: {},
  largestDose: 40,
  longest: { push: 20, mail: 60 },
  next: { new: ["open", "done"], done: [] },
};

testEach<[CheckSource, string]>("the check %j in words", (check, words) => {
  expect(describeCheck(check, DATA)).toBe(words);
});

test("the changes of a fix show each value as the operations before have left it", async () => {
  const at = "/tags/0";
  const patch: Operation[] = [
    { op: "remove", path: at },
    { op: "remove", path: at },
    { op: "move", from: "/old", path: "/new" },
    { op: "replace", path: "/new", value: 2 },
  ];
  const fixes: FixSource[] = [{ title: "Shorten", applicability: "maybe-incorrect", patch }];
  const candidate = { tags: ["a", "b", "c"], old: 1 };
  const spec = specOf({
    rules: {
      few: { check: { at: "/tags/*", count: { max: 1 } }, fixes, examples: [{ title: "-" }] },
    },
    examples: { "": { title: "-", candidate, diagnostics: [] } },
  });
  const [diagnostic] = (await explainRule(spec, "few"))?.examples[0]?.diagnostics ?? [];
  expect(
    diagnostic?.fixes[0]?.changes.map(
      ({ sign, pointer, value = "" }) => `${sign} ${pointer} ${value}`,
    ),
  ).toEqual([
    '- /candidate/tags/0 "a"',
    '- /candidate/tags/0 "b"',
    "- /candidate/old ",
    "+ /candidate/new 1",
    "- /candidate/new 1",
    "+ /candidate/new 2",
  ]);
});

test.each([
  [{}, { toString: 1 }, [{ sign: "+", pointer: "/toString", value: "1" }]],
  [{ valueOf: [] }, {}, [{ sign: "-", pointer: "/valueOf", value: "[]" }]],
  [[1], [1, 2], [{ sign: "+", pointer: "/1", value: "2" }]],
])("what an object inherits is no difference: %j, %j", (before, after, expected) => {
  expect(diffValues(before, after)).toEqual(expected);
});

const domain = compiledSpecs("rules").get("generator-option") as Domain;
const spec = describeSpec(domain, domain.current as never) as unknown as DescribedSpec;
const candidate = domain.current?.source.examples["city-weather"]?.candidate;

test("a value has its schema, with the vocabulary of its rule, and the rules that look at it", () => {
  expect(lookUpPlace(spec, ["supportedStrategies", "1"], candidate)).toMatchObject({
    schema: { enum: ["fast", "realistic"] },
    rules: [
      { name: "supported-strategies-are-known" },
      { name: "supported-strategies-are-unique" },
    ],
  });
});

test("in a record, keys are the declared fields, and values have their types", () => {
  const names = [...findProperties(spec, ["sampleRecords", "0"], candidate).keys()];
  expect(names).toEqual(["city", "temperature", "rainyDays", "measuredOn"]);
  expect(lookUpPlace(spec, ["sampleRecords", "0", "measuredOn"], candidate)?.schema).toMatchObject({
    format: "date",
  });
});

test("an object has its properties, and an unknown place nothing", () => {
  expect([...findProperties(spec, ["owner"], candidate).keys()].sort()).toEqual(["id", "kind"]);
  expect(lookUpPlace(spec, ["owner", "toString", "x"], candidate)).toBeUndefined();
  expect(findProperties(spec, ["sampleRecords", "0"], undefined).size).toBe(0);
});

test.each(["constructor", "__proto__"])("%s is a name like any other", (name) => {
  expect(lookUpPlace(spec, [name], candidate)).toBeUndefined();
  expect(lookUpPlace(spec, ["sampleRecords", "0", name], candidate)?.schema ?? {}).toEqual({});
  const field = { name, type: name, description: "A name that objects inherit." };
  const own = findProperties(spec, ["sampleRecords", "0"], { outputFields: [field] });
  expect([...own]).toEqual([[name, {}]]);
});

const parts = {
  shape: { type: "object", properties: { size: { type: "number" } } },
  examples: { "": { title: "-", candidate: { size: 1 } } },
} as unknown as Parameters<typeof sourceOf>[0];

function catalogOf(...ids: string[]): Catalog {
  const words = { title: "-", description: "-" };
  return new Map(ids.map((id) => [id, toDomain(id, words, [specOf(parts)])]));
}

const OUTLINE = "any (v1): { size?: number } No value is ever null: leave the property out.";

test("a domain without rules is described by its outline and its example", () => {
  const [domain, legend] = describeCandidates(catalogOf("one")).split("\n");
  expect(domain).toBe(`${OUTLINE} Example: {"size":1}`);
  expect(legend).toMatch(/optional.*characters.*items.*offset/);
});

test("a text of the example that says any leaves nothing open", () => {
  const examples = { "": { title: "-", candidate: { note: "any" } } };
  const shape = { type: "object", properties: { note: { type: "string" } } };
  const spec = specOf({ ...parts, shape, examples } as unknown as typeof parts);
  const catalog = new Map([["one", toDomain("one", { title: "-", description: "-" }, [spec])]]);
  expect(describeCandidates(catalog)).toContain("No value is ever null");
});

test("the outline has exclusive limits, and null where it is allowed beside the words of a rule", () => {
  const shape = {
    type: "object",
    properties: {
      size: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 5 },
      kind: { type: ["string", "null"] },
    },
  };
  const rules = {
    kinds: {
      severity: "error",
      summary: "-",
      check: { at: "/kind", "one-of": ["a"] },
      message: "-",
    },
  };
  const spec = specOf({ ...parts, shape, rules } as unknown as typeof parts);
  const catalog = new Map([["one", toDomain("one", { title: "-", description: "-" }, [spec])]]);
  expect(describeCandidates(catalog)).toMatch(
    /kind\?: "a"\|null, size\?: number\(>0\.\.<5\) \}(?! No value)/,
  );
});

const LINE = { type: "object", required: ["sku"], properties: { sku: { type: "string" } } };
const TREE = {
  type: "object",
  properties: { kind: { const: "tree" }, below: { $ref: "#/$defs/tree" } },
};

testEach<[title: string, properties: JsonObject, outline: string]>(
  "an outline of a JSON Schema has %s",
  (_, properties, outline) => {
    const catalog = catalogFromSchema({
      type: "object",
      properties,
      $defs: { line: LINE, tree: TREE },
    });
    const [described = ""] = describeCandidates(catalog).split("\n");
    expect(described).toBe(`schema (v1): ${outline}`);
  },
);

test("only the domains that are asked for are described, in the room that there is", () => {
  const catalog = catalogOf("one", "two");
  expect(describeCandidates(catalog).split("\n")).toHaveLength(3);
  expect(describeCandidates(catalog, { only: new Set(["two"]) }).split("\n")).toHaveLength(2);
  expect(describeCandidates(catalog, { only: new Set(["two"]), room: 265 }).split("\n")[0]).toBe(
    OUTLINE,
  );
  expect(describeCandidates(catalog, { room: 30 })).toMatch(
    /^Read the document at the specPackageUrl/,
  );
});
