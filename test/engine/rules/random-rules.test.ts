import type { Problem } from "../../../src/engine/problem.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import fc from "../../support/fast-check.js";
import { runs, times } from "../../support/runs.js";
import { checkCandidate } from "../check.js";
import { isInGrammar } from "../checks/found.js";
import { line, naiveViolations } from "../naive-rules.js";
import { candidates, checks, DATA, DECLARATIONS, registryIds, rules, TYPES } from "../random-packages.js";
import { specOf } from "../spec-of.js";

const RUNS = runs(100, times(200));
const registry = RegistryIndex.of(registryIds);

const violations = (problems: readonly Problem[]) =>
  problems
    .filter(({ code }) => code.startsWith("rule-"))
    .map(({ code, path, about }) => line(code, path, about))
    .sort();

test("random checks are in the grammar", () => {
  fc.assert(
    fc.property(checks, (check) => expect(isInGrammar(check)).toBe(true)),
    RUNS,
  );
});

test("a rule is violated exactly where an independent reading of the grammar says so", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(rules, fc.array(candidates, { minLength: 4, maxLength: 4 }), async (rules, all) => {
      const spec = specOf({ rules, data: DATA, declarations: DECLARATIONS });
      for (const candidate of all) {
        const expected = naiveViolations(
          { rules, data: DATA, declarations: DECLARATIONS, types: TYPES, registry: new Set(registryIds) },
          candidate,
        );
        found += expected.length;
        expect(violations(await checkCandidate(spec, candidate, registry))).toEqual(expected.sort());
      }
    }),
    RUNS,
  );
  expect(found).toBeGreaterThan(RUNS.numRuns);
});
