import { readdirSync } from "node:fs";
import { buildPackage } from "../../src/engine/build-package.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { evaluate } from "../../src/engine/evaluate.js";
import { count } from "../../src/engine/problem.js";
import { valueAt } from "../../src/json/pointer.js";
import type { Json } from "../../src/json/value.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { RulesFolder } from "../specs/rules-folder.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import fc from "../support/fast-check.js";
import { reversedKeys } from "../support/reversed-keys.js";
import { runs, testOfAll, times } from "../support/runs.js";
import { arbitraryCandidate, type JsonObject, mutatedCandidate, registryIds, validCandidate } from "./candidates.js";
import { checkCandidate } from "./check.js";
import { naiveDiagnostics } from "./naive-validator.js";

const RUNS = runs(25, times(40));
const registry = RegistryIndex.of(registryIds);
const taken = new Set(registryIds);
let spec: CompiledSpec;

beforeAll(async () => {
  spec = compiledSpecs("rules").get("generator-option")?.versions[0] as CompiledSpec;
});

const anyCandidate = fc.oneof(validCandidate, mutatedCandidate, mutatedCandidate, arbitraryCandidate);

const lines = (diagnostics: readonly { code: string; path: string }[]) =>
  diagnostics.map(({ code, path }) => `${code} ${path}`).sort();

test("an independent validator agrees on the verdict and on every code and path", async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidate, async (candidate) => {
      const problems = await checkCandidate(spec, candidate, registry);
      expect(lines(problems)).toEqual(lines(naiveDiagnostics(candidate, taken)));
    }),
    RUNS,
  );
});

test("every path points at something that exists in the request, in document order", async () => {
  await fc.assert(
    fc.asyncProperty(anyCandidate, async (candidate) => {
      const { diagnostics } = await evaluate(spec, candidate, registry);
      for (const { path } of diagnostics) expect(valueAt({ candidate }, path)).toBeDefined();
    }),
    RUNS,
  );
});

test("normalizing is idempotent and keeps validity", async () => {
  await fc.assert(
    fc.asyncProperty(validCandidate, async (candidate) => {
      const built = buildPackage(spec, "sample-studio", candidate);
      expect(JSON.stringify(buildPackage(spec, "sample-studio", built.proposal))).toBe(JSON.stringify(built));
      expect(count(await checkCandidate(spec, built.proposal, registry), "error")).toBe(0);
    }),
    RUNS,
  );
});

test("the package does not depend on key order or on white space that normalization removes", async () => {
  fc.assert(
    fc.property(validCandidate, fc.constantFrom(" ", "\t", "\n ", "\u00a0"), (candidate, space) => {
      const built = JSON.stringify(buildPackage(spec, "sample-studio", candidate));
      const other = reversedKeys(candidate) as Record<string, Json>;
      other.generatorName = `${space}${String(other.generatorName).replaceAll(" ", ` ${space}`)}${space}`;
      other.description = `${space}${other.description}${space}`;
      expect(JSON.stringify(buildPackage(spec, "sample-studio", other))).toBe(built);
    }),
    RUNS,
  );
});

test("arbitrary JSON never throws, and the same candidate gives the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCandidate, async (candidate) => {
      const once = JSON.stringify(await evaluate(spec, candidate, registry));
      expect(JSON.stringify(await evaluate(spec, structuredClone(candidate), registry))).toBe(once);
    }),
    RUNS,
  );
});

test("the order of keys in the files of a spec package shows in no answer", async () => {
  const rules = new RulesFolder();
  try {
    for (const file of readdirSync(rules.dir, { recursive: true, encoding: "utf8" })) {
      if (file.startsWith("generator-option") && file.endsWith(".json"))
        rules.write(file, reversedKeys(rules.read(file)));
    }
    const other = compiledSpecs(rules.dir).get("generator-option")?.versions[0] as CompiledSpec;
    expect(other.digest).toBe(spec.digest);
    await fc.assert(
      fc.asyncProperty(mutatedCandidate, async (candidate) => {
        const answers = await Promise.all([spec, other].map((one) => evaluate(one, candidate, registry)));
        expect(JSON.stringify(answers[1])).toBe(JSON.stringify(answers[0]));
      }),
      RUNS,
    );
  } finally {
    rules.remove();
  }
});

const field = (name: string, type: string) => ({ name, type, description: "What it is." });
const right: JsonObject = {
  owner: { kind: "human", id: "ada" },
  generatorId: "city-weather",
  generatorName: "City weather",
  description: "Weather of a city",
  outputFields: [field("city", "string"), field("postalCode", "string"), field("degrees", "number")],
  supportedStrategies: ["fast"],
  sampleRecords: [{ city: "Bonn", postalCode: "53111", degrees: 3.5 }],
  rationaleNotes: "Needed",
};
const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
const typed = (type: string, value: unknown) => ({
  ...right,
  outputFields: [field("a", type)],
  sampleRecords: [{ a: value }],
});
const TYPE = "sample-record-values-have-declared-types /sampleRecords/0/a";

function found(candidate: unknown): string[] {
  return naiveDiagnostics(candidate, taken)
    .map(({ code, path }) => `${code} ${path.slice("/candidate".length)}`.trim())
    .sort();
}

test.each<[string, unknown, string[]]>([
  ["a right candidate passes", right, []],
  ["a candidate that is no object is only that", [right], ["wrong-type"]],
  [
    "each missing property is reported",
    { ...right, owner: {} },
    ["missing-property /owner", "missing-property /owner"],
  ],
  ["a misspelt property is not missing too", { ...without("owner"), Owner: {} }, ["unknown-property /Owner"]],
  [
    "a property is meant once",
    { ...without("owner"), Owner: {}, ownr: {} },
    ["unknown-property /Owner", "unknown-property /ownr"],
  ],
  [
    "a tie is nobody's",
    { ...right, outputFields: [field("tab", "string"), field("tap", "string")], sampleRecords: [{ tac: "" }] },
    [
      "sample-records-have-every-field /sampleRecords/0",
      "sample-records-have-every-field /sampleRecords/0",
      "sample-records-have-only-declared-fields /sampleRecords/0/tac",
    ],
  ],
  ["an inherited property is not there", { ...right, toString: 1 }, ["unknown-property /toString"]],
  ["a key is escaped", { ...right, "a/~b": 1 }, ["unknown-property /a~1~0b"]],
  ["lengths count code points", { ...right, generatorName: "\u{1f600}".repeat(80) }, []],
  ["lengths count what is packaged", { ...right, generatorName: ` ${"e\u0301".repeat(80)}\t` }, []],
  ["one more is too long", { ...right, generatorName: "\u{1f600}".repeat(81) }, ["too-long /generatorName"]],
  ["a blank string is too short", { ...right, description: " \n" }, ["too-short /description"]],
  [
    "blank notes are a warning at the notes",
    { ...right, rationaleNotes: " " },
    ["rationale-notes-are-given /rationaleNotes"],
  ],
  ["absent notes are a warning at the candidate", without("rationaleNotes"), ["rationale-notes-are-given"]],
  [
    "an owner is human and has no gaps",
    { ...right, owner: { kind: "robot", id: "a b" } },
    ["owner-id-has-no-white-space /owner/id", "owner-kind-is-allowed /owner/kind"],
  ],
  ["a registered id is taken", { ...right, generatorId: "iban" }, ["generator-id-is-free /generatorId"]],
  ["an id one edit away resembles", { ...right, generatorId: "ibans" }, ["generator-id-is-distinct /generatorId"]],
  ["two edits away is distinct", { ...right, generatorId: "ibanss" }, []],
  [
    "an id that differs by case resembles",
    { ...right, generatorId: "legacy-import" },
    ["generator-id-is-distinct /generatorId"],
  ],
  [
    "a string in place of an array hides nothing else",
    { ...right, supportedStrategies: "fast", generatorId: "No" },
    ["generator-id-is-kebab-case /generatorId", "too-short /generatorId", "wrong-type /supportedStrategies"],
  ],
  [
    "strategies are known and unique",
    { ...right, supportedStrategies: ["fast", "slow", "fast"] },
    ["supported-strategies-are-known /supportedStrategies/1", "supported-strategies-are-unique /supportedStrategies/2"],
  ],
  [
    "names are unique identifiers of known types",
    { ...right, outputFields: [field("a-b", "text"), field("a-b", "string")], sampleRecords: [{ "a-b": 1 }] },
    [
      "output-field-names-are-identifiers /outputFields/0/name",
      "output-field-names-are-identifiers /outputFields/1/name",
      "output-field-names-are-unique /outputFields/1/name",
      "output-field-types-are-known /outputFields/0/type",
    ],
  ],
  [
    "a misspelt key of a record is not missing too",
    { ...right, sampleRecords: [{ City: "Bonn", postal_code: "53111", degres: 3 }] },
    ["City", "degres", "postal_code"].map((k) => `sample-records-have-only-declared-fields /sampleRecords/0/${k}`),
  ],
  [
    "an unreadable name leaves extra keys in peace",
    { ...right, outputFields: [field("a", "string"), 7], sampleRecords: [{ A: "" }] },
    ["sample-records-have-every-field /sampleRecords/0", "wrong-type /outputFields/1"],
  ],
  ["no integer", typed("integer", 1.5), [TYPE]],
  ["a day that is", typed("date", "2024-02-29"), []],
  ["no such day", typed("date", "2023-02-29"), [TYPE]],
  ["no time zone", typed("datetime", "2024-01-01T00:00:00"), [TYPE]],
  ["no plain UUID", typed("uuid", "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"), [TYPE]],
  ["no web address", typed("url", "ftp://a.example/"), [TYPE]],
  ["an array is no object", typed("object", []), [TYPE]],
  [
    "what cannot travel is reported where it is",
    typed("object", { "\ud800": ["\udfff", Number.NaN] }),
    ["/\ud800", "/\ud800/0", "/\ud800/1"].map((path) => `unportable-value /sampleRecords/0/a${path}`),
  ],
])("%s", (_, candidate, expected) => {
  expect(found(candidate)).toEqual(expected);
});

test("a valid candidate has no error", () => {
  const errors = (candidate: unknown) => naiveDiagnostics(candidate, taken).filter((d) => d.severity === "error");
  fc.assert(fc.property(validCandidate, (candidate) => expect(errors(candidate)).toEqual([])));
});

testOfAll("every code is met among the generated candidates", () => {
  const met = fc
    .sample(fc.oneof(mutatedCandidate, arbitraryCandidate), { numRuns: 1000, seed: 1 })
    .flatMap((candidate) => naiveDiagnostics(candidate, taken).map(({ code }) => code));
  expect([...new Set(met)].sort()).toEqual([
    "generator-id-is-distinct",
    "generator-id-is-free",
    "generator-id-is-kebab-case",
    "missing-property",
    "output-field-names-are-identifiers",
    "output-field-names-are-unique",
    "output-field-types-are-known",
    "owner-id-has-no-white-space",
    "owner-kind-is-allowed",
    "placeholder-left",
    "rationale-notes-are-given",
    "sample-record-values-have-declared-types",
    "sample-records-have-every-field",
    "sample-records-have-only-declared-fields",
    "supported-strategies-are-known",
    "supported-strategies-are-unique",
    "too-few-items",
    "too-long",
    "too-many-items",
    "too-short",
    "unknown-property",
    "unportable-value",
    "wrong-type",
  ]);
});
