import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { evaluate } from "../../src/engine/evaluate.js";
import type { ExampleSource, RuleExample } from "../../src/engine/grammar.js";
import { prettyJson } from "../../src/json/pretty-json.js";
import type { Json } from "../../src/json/value.js";
import { candidateOf } from "../../src/specs/example.js";
import type { Start } from "./protocol.js";

const MAX_FLAWS = 4;
const NO_REGISTRY = { has: () => false, near: () => undefined };

/** The text of a candidate to start from; undefined if the package has no such example. */
export async function startText(spec: CompiledSpec, start: Start): Promise<string | undefined> {
  const { examples, rules, spec: settings } = spec.source;
  const base = own(examples, settings.base);
  if (start.kind === "example") return formatted(own(examples, start.name)?.candidate);
  if (base === undefined) return undefined;
  if (start.kind === "flawed") return formatted(await flawed(spec, base));
  const example = own(rules, start.rule)?.examples[start.example];
  return formatted(example && candidateOf(spec, example, base));
}

/** A link may name anything, also `constructor`. */
function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The base example with the errors of several rules, all of which one repair fixes. */
async function flawed(spec: CompiledSpec, base: ExampleSource): Promise<Json> {
  let candidate = base.candidate;
  let flaws = 0;
  for (const { examples } of Object.values(spec.source.rules)) {
    const example = examples.find(isFixable);
    const changed = example && candidateOf(spec, example, { ...base, candidate });
    if (changed === undefined || flaws === MAX_FLAWS) continue;
    // Two changes may contradict each other.
    const { repair, summary, diagnostics } = await evaluate(spec, changed, NO_REGISTRY);
    if (repair?.remaining !== 0 || summary.errors <= flaws) continue;
    // What is to be reviewed would contradict a repair that is safe.
    const isSafe = diagnostics.every(({ fixes }) => fixes.every((fix) => fix.applicability === "machine-applicable"));
    if (!isSafe) continue;
    candidate = changed;
    flaws++;
  }
  return candidate;
}

function isFixable({ violations = [], fix, registry }: RuleExample): boolean {
  return violations.length > 0 && fix === "machine-applicable" && registry === undefined;
}

function formatted(candidate: Json | undefined): string | undefined {
  return candidate === undefined ? undefined : prettyJson(candidate);
}
