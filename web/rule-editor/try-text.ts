import type { ErrorObject } from "ajv/dist/2020.js";
import { type CompiledSpec, compileSpec } from "../../src/engine/compile-spec.js";
import type { ExampleSource, RuleSource } from "../../src/engine/grammar.js";
import { JsonRanges, type Range } from "../../src/json/json-ranges.js";
import { parent, valueAt } from "../../src/json/pointer.js";
import { jsonPosition } from "../../src/json/position.js";
import type { JsonObject } from "../../src/json/value.js";
import { ajv } from "../../src/json-schema/ajv.js";
import { tryRule } from "../../src/specs/examples/try-rule.js";
import { explainError } from "../../src/specs/explain-error.js";
import { lintRulePatterns, RULE_PARTS } from "../../src/specs/lint/lint-patterns.js";
import { ruleSchema } from "../../src/specs/meta/rule.js";
import type { Place, PlacedError, RuleTrial } from "../playground/protocol.js";

interface Found {
  readonly pointer: string;
  readonly detail: string;
}

/** A rule file has a few KB. */
const MAX_TEXT = 256 * 1024;
const EXAMPLE = /^\/examples\/(\d+)/;
const isValid = ajv.compile(ruleSchema);

/** Runs the examples of a rule as its maintainer has written it, as `assay rules check` would. */
export async function tryText(spec: CompiledSpec, name: string, text: string): Promise<RuleTrial> {
  if (text.length > MAX_TEXT)
    return failed([{ message: "a rule file may have at most 256 KiB", place: placeIn(text, 0) }]);
  const read = JsonRanges.read(text);
  if ("error" in read) {
    const { detail, position } = read.error;
    return failed([{ message: detail, place: placeIn(text, position?.offset ?? 0) }]);
  }
  const placed = ({ pointer, detail }: Found): PlacedError => ({ message: detail, place: near(read.ranges, pointer) });
  const rule: unknown = JSON.parse(text);
  const errors = [...formErrors(rule, spec.source.shape)];
  if (errors.length > 0) return failed(errors.map(placed));
  const { $schema, ...source } = rule as RuleSource & { $schema?: string };
  const tried = compileSpec({ ...spec.source, rules: { ...spec.source.rules, [name]: source } }, (where, error) => {
    if (where.part === "rule" && where.name === name) errors.push({ pointer: error.pointer, detail: error.message });
  });
  if (errors.length > 0) return failed(errors.map(placed));
  const { flaws } = await tryRule(tried, name, spec.source.examples[spec.source.spec.base] as ExampleSource);
  return {
    errors: [],
    examples: source.examples.map(({ title }, at) => ({
      title,
      place: near(read.ranges, `/examples/${at}`),
      errors: flaws.filter(({ pointer }) => Number(EXAMPLE.exec(pointer)?.[1]) === at).map(({ detail }) => detail),
    })),
    fixErrors: flaws.filter(({ pointer }) => !EXAMPLE.test(pointer)).map(placed),
  };
}

/** Errors against the meta-schema, and patterns that could take forever. */
function* formErrors(rule: unknown, shape: JsonObject): Generator<Found> {
  if (!isValid(rule)) {
    for (const error of isValid.errors as ErrorObject[]) {
      const explained = explainError(error, "rule.schema.json");
      if (explained !== undefined) yield { pointer: error.instancePath, detail: explained.detail };
    }
    return;
  }
  for (const part of RULE_PARTS) yield* lintRulePatterns(valueAt(rule, part), part, shape);
}

function failed(errors: readonly PlacedError[]): RuleTrial {
  return { errors, examples: [], fixErrors: [] };
}

/** A place, or the nearest one around it. */
function near(ranges: JsonRanges, pointer: string): Place {
  let at = pointer;
  while (ranges.value(at) === undefined) at = parent(at);
  const { from, to } = ranges.key(at) ?? (ranges.value(at) as Range);
  const isContainer = ranges.children(at) !== undefined && ranges.key(at) === undefined;
  return placeIn(ranges.text, from, isContainer ? from + 1 : to);
}

function placeIn(text: string, from: number, to = from + 1): Place {
  return { from, to: Math.min(to, text.length), line: jsonPosition(text, from).line };
}
