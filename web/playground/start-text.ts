import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import type { ExampleSource, RuleExample } from "../../src/engine/grammar.js";
import type { Json } from "../../src/json/value.js";
import { candidateOf } from "../../src/specs/example.js";
import { formatJson } from "../json/format-json.js";
import type { Start } from "./protocol.js";

const MAX_FLAWS = 4;

/** The text of a candidate to start from; undefined if the package has no such example. */
export function startText(spec: CompiledSpec, start: Start): string | undefined {
  const { examples, rules, spec: settings } = spec.source;
  const base = examples[settings.base];
  if (start.kind === "example") return formatted(examples[start.name]?.candidate);
  if (base === undefined) return undefined;
  if (start.kind === "flawed") return formatted(flawed(spec, base));
  const example = rules[start.rule]?.examples[start.example];
  return formatted(example && candidateOf(spec, example, base));
}

/** The base example with the errors of several rules, which can be fixed automatically. */
function flawed(spec: CompiledSpec, base: ExampleSource): Json {
  let candidate = base.candidate;
  let flaws = 0;
  for (const { examples } of Object.values(spec.source.rules)) {
    const example = examples.find(isFixable);
    if (example === undefined || flaws === MAX_FLAWS) continue;
    const changed = candidateOf(spec, example, { ...base, candidate });
    if (changed === undefined) continue;
    candidate = changed;
    flaws++;
  }
  return candidate;
}

function isFixable({ violations = [], fix, registry }: RuleExample): boolean {
  return violations.length > 0 && fix === "machine-applicable" && registry === undefined;
}

function formatted(candidate: Json | undefined): string | undefined {
  return candidate === undefined ? undefined : formatJson(candidate);
}
