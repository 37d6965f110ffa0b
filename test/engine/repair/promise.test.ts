import type { FixSource } from "../../../src/engine/grammar.js";
import { isObject, type Json } from "../../../src/ground/json/value.js";
import { toDomain } from "../../../src/specs/catalog.js";
import { combine } from "../../slips/combine.js";
import { CORPORA } from "../../slips/corpora.js";
import { readCorpus } from "../../slips/slip.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import fc from "../../support/fast-check.js";
import { IS_FULL_RUN, repetitions, runs, someOf } from "../../support/runs.js";
import { SEED } from "../../support/seed.js";
import { arbitraryCandidate, mutatedCandidate, registryIds } from "../candidates.js";
import { baseCandidate } from "../generator-option.js";
import { candidates, DATA, DECLARATIONS, rules, scalar } from "../random-packages.js";
import { specOf } from "../spec-of.js";
import { RepairOracle } from "./repair-oracle.js";

const catalog = compiledSpecs("rules", "examples/rules");

/** How many fixes of all corpora were certain. */
let certainFixes = 0;

describe.each(CORPORA)("are kept for the slips of $folder", ({ folder, domainId, registry }) => {
  const oracle = new RepairOracle(catalog, domainId, { registry });
  const { base, cases } = readCorpus(new URL(`../../slips/${folder}/`, import.meta.url));

  test("one at a time", async () => {
    for (const { sent } of someOf(cases, 34)) await oracle.expect(sent);
  });

  test.each(someOf([5, 2, 3], 3))(
    "%i at once, whether they can be repaired or not",
    async (size) => {
      for (const { sent } of combine(cases, { base, size, count: repetitions(2), seed: SEED }))
        certainFixes += await oracle.expect(sent);
    },
  );
});

test("some of the fixes for slips are certain", () => {
  expect(certainFixes).toBeGreaterThan(0);
});

const options = new RepairOracle(catalog, "generator-option", { registry: registryIds });

test("are kept for random candidates", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(mutatedCandidate, mutatedCandidate, arbitraryCandidate),
      async (candidate) => {
        // Anything else is refused with the request.
        fc.pre(isObject(candidate));
        await options.expect(candidate);
      },
    ),
    runs(16, repetitions(100)),
  );
});

/** Every pair of a declared type and a value of another one. */
test("are kept for a grid of declared types and columns", async () => {
  const types = "list set string[] Bool int Date text json map uuid4 timestamp float".split(" ");
  const values: Json[] = [
    "a",
    "a, b",
    "yes",
    "1",
    1,
    1.5,
    true,
    "2026-01-01",
    ["a"],
    { a: 1 },
    null,
    "120,50",
  ];
  for (const type of someOf(types, 4)) {
    for (const value of values) {
      const candidate = {
        ...baseCandidate,
        outputFields: [{ name: "field", type, description: "A field." }],
        sampleRecords: [{ field: value }, { field: value }],
      };
      await options.expect(candidate);
    }
  }
});

/** What a package can contain: its digest is that of JSON. */
const portable = scalar.filter((value) => typeof value !== "string" || value.isWellFormed());

/**
 * Changes that may help, do nothing, or make it worse: what a rule claims to be certain is only a
 * claim.
 */
const claims = fc
  .array(
    fc.oneof(
      fc.record({ set: portable.map((value) => ({ "{path}": value })) }),
      fc.record({ remove: fc.constantFrom("{path}", "/list/0", "/records/0") }),
      fc.record({
        set: fc
          .tuple(
            fc.constantFrom("/text", "/list/0", "/fields/0/type", "/fields/0/name", "/records/0/a"),
            portable,
          )
          .map(([place, value]) => ({ [place]: value })),
      }),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((changes): FixSource[] =>
    changes.map((change) => ({
      title: "Change it",
      applicability: "machine-applicable",
      ...change,
    })),
  );

test("are kept by random packages, whose rules claim that random fixes are certain", async () => {
  let certain = 0;
  await fc.assert(
    fc.asyncProperty(
      rules,
      fc.array(claims, { minLength: 5, maxLength: 5 }),
      fc.array(candidates, { minLength: 12, maxLength: 12 }),
      async (some, fixes, all) => {
        const claiming = Object.entries(some).map(([name, rule], at) => [
          name,
          { ...rule, fixes: fixes[at] ?? [] },
        ]);
        const spec = specOf({
          rules: Object.fromEntries(claiming),
          data: DATA,
          declarations: DECLARATIONS,
        });
        const domain = toDomain("any", { title: "-", description: "-" }, [spec]);
        const oracle = new RepairOracle(new Map([["any", domain]]), "any", {
          registry: registryIds,
        });
        for (const candidate of all) certain += await oracle.expect(candidate);
      },
    ),
    runs(16, repetitions(100)),
  );
  // Few runs may hold no certain fix by chance.
  if (IS_FULL_RUN) expect(certain).toBeGreaterThan(0);
});
