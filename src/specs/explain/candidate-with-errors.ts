import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { Json } from "../../ground/json/value.js";
import { EMPTY_REGISTRY } from "../../ground/registry/registry.js";
import { applyExample } from "../example-input.js";

const MAX_ERRORS = 4;

/**
 * A candidate whose errors one repair fixes: an example of the package, or else the base example
 * with errors of some rules or, if no rule has a certain fix, with a number in quotes. Undefined if
 * there is no example.
 */
export async function makeCandidateWithErrors(spec: CompiledSpec): Promise<Json | undefined> {
  const { examples, rules, settings } = spec.source;
  for (const { candidate, diagnostics } of Object.values(examples))
    if (diagnostics.length > 0 && (await countFixedErrors(spec, candidate)) > 0) return candidate;
  const base = examples[settings.base];
  if (base === undefined) return undefined;
  let candidate = base.candidate;
  let errors = 0;
  for (const rule of Object.values(rules)) {
    if (errors === MAX_ERRORS) break;
    const example = rule.examples.find(
      ({ violations = [], fix, registry }) =>
        violations.length > 0 && fix === "machine-applicable" && registry === undefined,
    );
    const changed = example && applyExample(spec, example, { ...base, candidate });
    // Two changes may contradict each other.
    if (changed === undefined || (await countFixedErrors(spec, changed)) <= errors) continue;
    candidate = changed;
    errors++;
  }
  if (errors > 0) return candidate;
  const quoted = quoteFirstNumber(candidate);
  return quoted !== undefined && (await countFixedErrors(spec, quoted)) > 0 ? quoted : candidate;
}

/** The value with its first number as a string; undefined if it has none. */
function quoteFirstNumber(value: Json): Json | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const quoted = quoteFirstNumber(item);
    if (quoted !== undefined)
      return Array.isArray(value) ? value.with(Number(key), quoted) : { ...value, [key]: quoted };
  }
  return undefined;
}

/**
 * The number of errors, if one repair fixes them all and no other fix is offered, which could
 * contradict it; else 0.
 */
async function countFixedErrors(spec: CompiledSpec, candidate: Json): Promise<number> {
  const { repair, summary, diagnostics } = await evaluate(spec, candidate, EMPTY_REGISTRY);
  if (repair?.remaining !== 0) return 0;
  const fixes = diagnostics.flatMap((diagnostic) => diagnostic.fixes);
  const areCertain = fixes.every((fix) => fix.applicability === "machine-applicable");
  return areCertain ? summary.errors : 0;
}
