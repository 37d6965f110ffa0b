import { findDefinition } from "../../../src/engine/checks/index.js";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import type { RuleSource } from "../../../src/engine/grammar.js";
import { RULE_OPERATORS } from "../../../src/engine/rules/run-rules.js";
import type { Json } from "../../../src/ground/json/value.js";

/**
 * A package for json-rules-engine: its rules, the meaning of the numbers in them, and the facts and
 * operators.
 */
export function toNativeRules({ source, compiled }: CompiledSpec): Json {
  const { rules, computedValues } = compiled();
  const checks: { at: Json; check: Json }[] = [];
  for (const { name } of rules) {
    for (const check of [(source.rules[name] as RuleSource).check].flat()) {
      // A group check has one number for all its places.
      const places: Json[] =
        findDefinition(check)?.group === true ? [check.at as Json] : [check.at].flat();
      for (const at of places) checks.push({ at, check: check as unknown as Json });
    }
  }
  return {
    rules: rules.map(({ native }) => JSON.parse(native.toJSON(true) as string) as Json),
    facts: {
      candidate: "the candidate, its strings normalized",
      findings: "the numbers of the checks that have found something",
      count: "how many places the selection of this number selects",
      reference: "the value of the reference of this number",
    },
    checks: checks as unknown as Json,
    values: computedValues.map(({ source: value }) => value as unknown as Json),
    operators: RULE_OPERATORS.map(({ name }) => name),
  };
}
