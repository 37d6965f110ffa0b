import { Ajv2020 } from "ajv/dist/2020.js";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { type CompiledSpec, compileSpec } from "../../../src/engine/compile-spec.js";
import type { ExampleSource, SpecSource } from "../../../src/engine/grammar.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { build } from "../../../src/index.js";
import { createAjv } from "../../../src/schema/ajv.js";
import { FORMATS } from "../../../src/schema/formats.js";
import type { Domain } from "../../../src/specs/catalog.js";
import { applyExample } from "../../../src/specs/example-input.js";
import { toCandidateSchema } from "../../../src/specs/explain/candidate-schema.js";
import { describeSpec } from "../../../src/specs/explain/describe-spec.js";
import { sourceOf } from "../../engine/spec-of.js";
import { CORPORA } from "../../slips/corpora.js";
import { readCorpus } from "../../slips/slip.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { someOf } from "../../support/runs.js";

type Accepts = (value: unknown) => Promise<boolean>;

/** Validators that know nothing of spec packages. */
const VALIDATORS: Readonly<Record<string, (schema: JsonObject) => Accepts>> = {
  "AJV as it comes": (schema) => {
    const validate = new Ajv2020().compile(schema);
    return async (value) => validate(value);
  },
  "the JSON service of editors": (schema) => {
    const service = getLanguageService({});
    return async (value) => {
      const document = TextDocument.create(
        "file:///candidate.json",
        "json",
        1,
        JSON.stringify(value),
      );
      const json = service.parseJSONDocument(document);
      return (await service.doValidation(document, json, {}, schema)).length === 0;
    };
  },
};

const specs = compiledSpecs("rules", "examples/rules");

/** What a package says to its own examples and to slips of authors. */
async function decided(domainId: string) {
  const spec = specs.get(domainId)?.current as CompiledSpec;
  const corpora = CORPORA.filter((corpus) => corpus.domainId === domainId);
  const slips = corpora.flatMap(({ folder }) => {
    const { base, cases } = readCorpus(new URL(`../../slips/${folder}/`, import.meta.url));
    return [base, ...someOf(cases, cases.length > 100 ? 12 : 3).map(({ sent }) => sent)];
  });
  const { settings, rules, examples } = spec.source;
  const base = examples[settings.base] as ExampleSource;
  const changed = Object.values(rules).flatMap((rule) =>
    rule.examples.map((example) => applyExample(spec, example, base) as JsonObject),
  );
  const valid: unknown[] = [];
  const invalid: unknown[] = [];
  for (const candidate of [base.candidate as JsonObject, ...changed, ...slips]) {
    const request = { targetProduct: "any", domainId, candidate };
    const { proposalPackage } = await build(specs, request, { registry: [] });
    if (proposalPackage === undefined) invalid.push(candidate);
    else valid.push(proposalPackage.proposal);
  }
  return { schema: toCandidateSchema(spec.source), valid, invalid };
}

/**
 * How much of what is invalid a validator finds alone. The rest relates values to each other, or to
 * the registry.
 */
const SHARES = [
  ["generator-option", 0.6],
  ["data-contract", 0.5],
] as const;

describe.each(SHARES)("the candidate schema of %s", (domainId, share) => {
  let candidates: Awaited<ReturnType<typeof decided>>;
  beforeAll(async () => {
    candidates = await decided(domainId);
  });

  test.each(Object.entries(VALIDATORS))(
    "%s accepts all that is valid, and refuses most of the rest",
    async (_, make) => {
      const { schema, valid, invalid } = candidates;
      const accepts = make(schema);
      expect(valid.length).toBeGreaterThan(20);
      for (const proposal of valid)
        expect([proposal, await accepts(proposal)]).toEqual([proposal, true]);
      let refused = 0;
      for (const candidate of invalid) if (!(await accepts(candidate))) refused++;
      expect(refused / invalid.length).toBeGreaterThan(share);
    },
  );

  test("names its dialect, and has no keyword that only the engine knows", () => {
    const schema = toCandidateSchema(specs.get(domainId)?.current?.source as SpecSource);
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(JSON.stringify(schema)).not.toMatch(/"(aliases|placeholder|derive|format)":/);
  });
});

test("the schema has the vocabularies and patterns of the rules", () => {
  const schema = toCandidateSchema(specs.get("generator-option")?.current?.source as SpecSource);
  expect(schema).toMatchObject({
    properties: {
      owner: { properties: { kind: { enum: ["human"] }, id: { pattern: "^\\S+$" } } },
      generatorId: { pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" },
      outputFields: {
        items: { properties: { type: { enum: expect.arrayContaining(["string", "url"]) } } },
      },
      supportedStrategies: { uniqueItems: true, items: { enum: ["fast", "realistic"] } },
    },
  });
});

test("a rule that does not always hold adds nothing", () => {
  const shape = { type: "object", properties: { name: { type: "string", maxLength: 9 } } };
  const vocabulary = { at: "/name", "one-of": ["a", "b"] };
  const rules = {
    warns: { severity: "warning" as const, check: vocabulary },
    sometimes: { when: { path: "/name", operator: "exists", value: true }, check: vocabulary },
    filtered: { check: { ...vocabulary, where: { path: "", operator: "exists", value: true } } },
    empty: { check: { at: "/name", "none-of": { spec: "/none" } } },
    elsewhere: { check: { at: "/names/*", pattern: "^a" } },
  };
  const { $schema, title, ...derived } = toCandidateSchema(
    sourceOf({ shape, rules, data: { none: [] } }),
  );
  expect(derived).toEqual(shape);
});

test("a property that a rule requires is required, beside those of the shape", () => {
  const person = { type: "object", properties: { name: {}, email: {} }, required: ["name"] };
  const shape = { type: "object", properties: { people: { type: "array", items: person } } };
  const rules = {
    mail: { check: { at: "/people/*", "has-keys": { spec: "/wanted" } } },
    phone: {
      when: { path: "/people", operator: "exists", value: true },
      check: { at: "", "has-keys": ["phone"] },
    },
  };
  const { properties, required } = toCandidateSchema(
    sourceOf({ shape, rules, data: { wanted: ["email", "name"] } }),
  );
  expect([properties, required]).toMatchObject([
    { people: { items: { required: ["name", "email"] } } },
    undefined,
  ]);
});

test("what a rule lists without case is an example, since other spellings are allowed too", () => {
  const shape = { type: "object", properties: { name: { type: "string", examples: ["z"] } } };
  const rules = { loosely: { check: { at: "/name", "one-of": ["a", "b"], ignoreCase: true } } };
  expect(toCandidateSchema(sourceOf({ shape, rules }))).toMatchObject({
    properties: { name: { type: "string", examples: ["z", "a", "b"] } },
  });
});

test("a rule about one item, or one key of a map, says nothing about the others", () => {
  const text = { type: "string", maxLength: 9 };
  const shape = {
    type: "object",
    properties: {
      tags: { type: "array", items: text },
      labels: { type: "object", additionalProperties: text },
    },
  };
  const rules = {
    item: { check: { at: "/tags/0", pattern: "^a" } },
    key: { check: { at: "/labels/team", "one-of": ["a", "b"] } },
  };
  const { $schema, title, ...derived } = toCandidateSchema(sourceOf({ shape, rules }));
  expect(derived).toEqual(shape);
});

test("values of types that a check ignores stay allowed", () => {
  const shape = {
    type: "object",
    properties: {
      kind: { type: ["string", "null"] },
      flags: { type: "array", items: { type: "boolean" } },
      either: { type: ["string", "array"], items: { type: "string" } },
    },
  };
  const rules = {
    kinds: { check: { at: "/kind", "one-of": ["a"] } },
    flags: { check: { at: "/flags/*", unique: true as const } },
    either: { check: { at: "/either", "one-of": ["a"] } },
  };
  const validate = new Ajv2020({ strictTypes: false }).compile(
    toCandidateSchema(sourceOf({ shape, rules })),
  );
  const candidates = [{ kind: null }, { flags: [true, true] }, { either: ["b"] }, { kind: "b" }];
  expect(candidates.map((candidate) => validate(candidate))).toEqual([true, true, true, false]);
});

test("of the limits of the shape and of rules, the narrower ones count, also those in the data", () => {
  const shape = {
    type: "object",
    properties: {
      size: { type: "integer", minimum: 0, maximum: 9 },
      name: { type: "string", maxLength: 9 },
      share: { type: "number", minimum: 0, exclusiveMaximum: 1 },
    },
  };
  const rules = {
    size: { check: { at: "/size", range: { min: -5, max: { spec: "/largest" } } } },
    name: { check: { at: "/name", length: { min: 2, max: 20 } } },
    share: { check: { at: "/share", range: { above: 0, below: 2 } } },
    other: { check: { at: "/size", range: { max: { candidate: "/share" } } } },
  };
  expect(toCandidateSchema(sourceOf({ shape, rules, data: { largest: 5 } })).properties).toEqual({
    size: { type: "integer", minimum: 0, maximum: 5 },
    name: { type: "string", minLength: 2, maxLength: 9 },
    share: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  });
});

test("two patterns at one place are both kept, and the empty string is left to the length limits", () => {
  const shape = { type: "object", properties: { name: { type: "string", maxLength: 9 } } };
  const rules = {
    one: { check: { at: "/name", pattern: "^a" } },
    two: { check: { at: "/name", pattern: "z$" } },
  };
  const validate = new Ajv2020().compile(toCandidateSchema(sourceOf({ shape, rules })));
  const names = ["", "abz", "ab", "bz"];
  expect(names.filter((name) => validate({ name }))).toEqual(["", "abz"]);
});

test("the pattern of a rule stands beside that of a format", () => {
  const shape = { type: "object", properties: { on: { type: "string", format: "date" } } };
  const rules = { years: { check: { at: "/on", pattern: "^2026" } } };
  const validate = new Ajv2020().compile(toCandidateSchema(sourceOf({ shape, rules })));
  expect(["2026-01-31", "2025-01-31", "2026"].map((on) => validate({ on }))).toEqual([
    true,
    false,
    false,
  ]);
});

test("the keys of a map match a pattern, and each has a length that the engine accepts", () => {
  const shape = {
    type: "object",
    properties: { labels: { type: "object", additionalProperties: { type: "string" } } },
  };
  const rules = { labels: { check: { at: "/labels", "only-keys": { pattern: "^[a-z]+$" } } } };
  const validate = new Ajv2020().compile(toCandidateSchema(sourceOf({ shape, rules })));
  const keys = ["team", "Team", "", "a".repeat(1_000), "a".repeat(1_001)];
  expect(keys.map((key) => validate({ labels: { [key]: "x" } }))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

const VALUES: Readonly<Record<string, string[]>> = {
  date: ["2024-02-29"],
  "date-time": ["2026-01-31T09:30:00Z", "2026-01-31t09:30:00.5+05:30"],
  time: ["09:30:00Z", "09:30:00.25+01:00"],
  duration: ["P1Y2M3DT4H5M6.5S", "P2W", "PT0,5S"],
  email: ["a.b+c@mail.example"],
  uri: ["https://example.com/a?b#c", "urn:isbn:1"],
  uuid: ["00000000-0000-4000-8000-00000000000A", "urn:uuid:00000000-0000-4000-8000-000000000000"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1", "::ffff:192.0.2.1"],
  hostname: ["a-b.example"],
};

test.each([...FORMATS.keys()])(
  "the pattern in place of the format %s accepts its values, and not any string",
  (format) => {
    const shape = { type: "object", properties: { value: { type: "string", format } } };
    const validate = new Ajv2020().compile(toCandidateSchema(sourceOf({ shape })));
    const engine = createAjv().compile(shape);
    for (const value of VALUES[format] ?? [])
      expect([value, engine({ value }), validate({ value })]).toEqual([value, true, true]);
    expect([VALUES[format]?.length, validate({ value: "no such value" })]).toEqual([
      expect.any(Number),
      false,
    ]);
  },
);

test.each(
  [...specs.values()]
    .filter(({ current }) => current)
    .map((domain) => [domain.id, domain] as const),
)("the document of %s compiles to the package that it describes", (_, domain: Domain) => {
  const spec = domain.current as CompiledSpec;
  const document = JSON.parse(JSON.stringify(describeSpec(domain, spec)));
  const { domainId, version, shape, examples, status, title, base, data, declarations, normalize } =
    document;
  const rules = Object.fromEntries(
    document.rules.map(({ name, ...rule }: JsonObject) => [name, rule]),
  );
  const settings = { status, title, base, data, declarations, normalize };
  expect(compileSpec({ domainId, version, settings, shape, rules, examples }).digest).toBe(
    spec.digest,
  );
});
