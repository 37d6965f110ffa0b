import { readdirSync } from "node:fs";
import { buildPackage } from "../../src/engine/build-package.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { inDocumentOrder } from "../../src/engine/document-order.js";
import { evaluate } from "../../src/engine/evaluate.js";
import { isError, type Severity, type Violation } from "../../src/engine/violation.js";
import { valueAt } from "../../src/ground/json/pointer.js";
import type { Json } from "../../src/ground/json/value.js";
import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import { casesOf } from "../support/cases.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import fc from "../support/fast-check.js";
import { reversedKeys } from "../support/reversed-keys.js";
import { RulesFolder } from "../support/rules-folder.js";
import { repetitions, runs, slowTest } from "../support/runs.js";
import { arbitraryCandidate, mutatedCandidate, registryIds, validCandidate } from "./candidates.js";
import { checkCandidate, spec } from "./generator-option.js";

const testEach = casesOf(import.meta.url);

const RUNS = runs(25, repetitions(40));
const registry = RegistryIndex.of(registryIds);

const anyCandidate = fc.oneof(
  validCandidate,
  mutatedCandidate,
  mutatedCandidate,
  arbitraryCandidate,
);

test("every path points at something that exists in the request", async () => {
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
      expect(JSON.stringify(buildPackage(spec, "sample-studio", built.proposal))).toBe(
        JSON.stringify(built),
      );
      expect((await checkCandidate(spec, built.proposal, registry)).filter(isError)).toEqual([]);
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
  for (const file of readdirSync(rules.dir, { recursive: true, encoding: "utf8" })) {
    if (file.startsWith("generator-option") && file.endsWith(".json"))
      rules.write(file, reversedKeys(rules.read(file)));
  }
  const other = compiledSpecs(rules.dir).get("generator-option")?.versions[0] as CompiledSpec;
  expect(other.digest).toBe(spec.digest);
  await fc.assert(
    fc.asyncProperty(mutatedCandidate, async (candidate) => {
      const answers = await Promise.all(
        [spec, other].map((one) => evaluate(one, candidate, registry)),
      );
      expect(JSON.stringify(answers[1])).toBe(JSON.stringify(answers[0]));
    }),
    RUNS,
  );
});

slowTest("every code is met among the generated candidates", async () => {
  const generated = fc.sample(fc.oneof(mutatedCandidate, arbitraryCandidate), {
    numRuns: 1000,
    seed: 1,
  });
  const problems = await Promise.all(
    generated.map((candidate) => checkCandidate(spec, candidate, registry)),
  );
  const met = problems.flat().map(({ code }) => code);
  const ofShape = [
    ...[
      "missing-property",
      "placeholder-left",
      "too-few-items",
      "too-long",
      "too-many-items",
      "too-short",
    ],
    ...["unknown-property", "unportable-value", "wrong-type"],
  ];
  expect([...new Set(met)].sort()).toEqual([...Object.keys(spec.source.rules), ...ofShape].sort());
});

/** Written as its place, its code, its severity and what it is about. */
function violation(text: string): Violation {
  const [path = "", code = "a", severity = "error", subject] = text.split(" ");
  const nothing = {
    actual: undefined,
    expected: undefined,
    message: () => "",
    fixes: () => [],
    isLeftIn: () => false,
  };
  return { code, severity: severity as Severity, path: `/candidate${path}`, subject, ...nothing };
}

const CANDIDATE = {
  z: Array.from({ length: 12 }, () => ({ b: 1, a: 2 })),
  "a/b": 1,
  a: 1,
  many: Array.from({ length: 70_000 }, () => 0),
  object: { f: 1, e: 1, d: 1, c: 1, b: 1 },
};

/** Each list is in the order in which it must come out. */
testEach<[string, string[]]>("the order of diagnostics: %s", (_, texts) => {
  const expected = texts.map(violation);
  fc.assert(
    fc.property(fc.shuffledSubarray(expected, { minLength: expected.length }), (shuffled) => {
      expect(inDocumentOrder(shuffled, CANDIDATE)).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});
