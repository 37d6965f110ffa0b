import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import { MAX_KEPT } from "../../../src/engine/problem.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { loadSpecs } from "../../../src/specs/load-specs.js";
import { arbitraryCandidate, mutatedCandidate, registryIds, validCandidate } from "../../engine/candidates.js";
import { checkCandidate } from "../../engine/check.js";
import { naiveDiagnostics } from "../../engine/naive-validator.js";
import fc from "../../support/fast-check.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";

const AT_ONCE = 1_000;

/** The engine against a second validator, on random candidates of spec package v1. */
export async function independentValidator({ candidates }: Size, seed: number): Promise<Line[]> {
  const spec = (await loadSpecs("rules")).get("generator-option")?.versions[0] as CompiledSpec;
  const registry = RegistryIndex.of(registryIds);
  const anyCandidate = fc.oneof(validCandidate, mutatedCandidate, mutatedCandidate, arbitraryCandidate);
  const lines = (found: readonly { code: string; path: string }[]) =>
    found
      .map(({ code, path }) => `${code} ${path}`)
      .sort()
      .join("\n");
  const failures: string[] = [];
  for (let done = 0; done < candidates; done += AT_ONCE)
    for (const candidate of fc.sample(anyCandidate, { numRuns: AT_ONCE, seed: seed + done })) {
      const all = naiveDiagnostics(candidate, new Set(registryIds));
      // Of one kind, the engine keeps so many and counts the others: which it keeps is not compared.
      const isKept = ({ code }: { code: string }) => all.filter((one) => one.code === code).length <= MAX_KEPT;
      const isCompared = all.length > MAX_KEPT ? isKept : () => true;
      const found = lines((await checkCandidate(spec, candidate, registry)).filter(isCompared));
      const expected = lines(all.filter(isCompared));
      if (found !== expected && failures.length < 3)
        failures.push(`${JSON.stringify(candidate).slice(0, 2_000)}: ${found} instead of ${expected}`);
    }
  return [{ name: "engine and independent validator", attempts: candidates, serverErrors: 0, crashes: 0, failures }];
}
