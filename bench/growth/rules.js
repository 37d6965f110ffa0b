import { typical } from "../candidates/typical.js";
import { compileSpec, evaluate, RegistryIndex } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { bySize } from "./by-size.js";

/** With a condition on the candidate, which holds for few. */
const rule = (at) => ({
  when: { path: "/generatorName", operator: "equal", value: `forbidden ${at}` },
  check: { at: "/generatorName", "none-of": [`forbidden ${at}`] },
});

/** A typical candidate with 10 to 300 rules: those of v1, and more with conditions. */
export async function rules(options) {
  const { source } = await loadV1();
  const registry = RegistryIndex.of([]);
  const more = Array.from({ length: 300 }, (_, at) => [
    `synthetic-${at}`,
    { severity: "error", summary: "-", rationale: "-", message: "violated", examples: [], ...rule(at) },
  ]);
  const text = JSON.stringify(typical());
  return bySize(
    [10, 30, 100, 300],
    (size) => {
      const some = Object.fromEntries([...Object.entries(source.rules), ...more].slice(0, size));
      const spec = compileSpec({ ...source, rules: some }, (_, error) => {
        throw error;
      });
      return {
        work: (candidate) => evaluate(spec, candidate, registry),
        inputs: (count) => Array.from({ length: count }, () => JSON.parse(text)),
      };
    },
    options,
  );
}
