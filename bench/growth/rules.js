import { typical } from "../candidates/typical.js";
import { compileSpec, evaluate, RegistryIndex } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { bySize } from "./by-size.js";

const PLACES = ["/description", "/generatorName", "/outputFields/*/description", "/rationaleNotes", "/owner/id"];

const CONDITIONS = {
  /** Decided by a check, as all rules of v1 are. */
  findings: (at) => ({
    fact: "findings",
    params: { at: PLACES[at % PLACES.length], check: "outside", measure: "characters", max: 4_000 + at },
    operator: "found",
    value: true,
  }),
  /** Decided by json-rules-engine in every evaluation. */
  native: (at) => ({ fact: "candidate", path: "/generatorName", operator: "equal", value: `forbidden ${at}` }),
};

/** A typical candidate with 10 to 300 rules: those of v1, and more of one kind. */
export async function rules(kind, options) {
  const { source } = await loadV1();
  const registry = RegistryIndex.of([]);
  const more = Array.from({ length: 300 }, (_, at) => ({
    name: `synthetic-${at}`,
    severity: "error",
    conditions: { all: [CONDITIONS[kind](at)] },
    event: { type: "violation", params: { message: "violated" } },
    examples: [],
  }));
  const text = JSON.stringify(typical());
  return bySize(
    [10, 30, 100, 300],
    (size) => {
      const spec = compileSpec({ ...source, rules: [...source.rules, ...more].slice(0, size) }, (_, fault) => {
        throw fault;
      });
      return {
        work: (candidate) => evaluate(spec, candidate, registry),
        inputs: (count) => Array.from({ length: count }, () => JSON.parse(text)),
      };
    },
    options,
  );
}
