import { readdirSync } from "node:fs";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { evaluate } from "../../src/engine/evaluate.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { RulesFolder } from "../specs/rules-folder.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import fc from "../support/fast-check.js";
import { reversedKeys } from "../support/reversed-keys.js";
import { runs, times } from "../support/runs.js";
import { mutatedCandidate, registryIds } from "./candidates.js";

const RUNS = runs(25, times(50));

async function v1(dir: string): Promise<CompiledSpec> {
  return compiledSpecs(dir).get("generator-option")?.current as CompiledSpec;
}

test("the order of keys in the files of a spec package shows in no answer", async () => {
  const rules = new RulesFolder();
  try {
    for (const file of readdirSync(rules.dir, { recursive: true, encoding: "utf8" })) {
      if (file.startsWith("generator-option") && file.endsWith(".json"))
        rules.write(file, reversedKeys(rules.read(file)));
    }
    const [one, other] = [await v1("rules"), await v1(rules.dir)];
    expect(other.digest).toBe(one.digest);
    const registry = RegistryIndex.of(registryIds);
    await fc.assert(
      fc.asyncProperty(mutatedCandidate, async (candidate) => {
        const answers = await Promise.all([one, other].map((spec) => evaluate(spec, candidate, registry)));
        expect(JSON.stringify(answers[1])).toBe(JSON.stringify(answers[0]));
      }),
      RUNS,
    );
  } finally {
    rules.remove();
  }
});
