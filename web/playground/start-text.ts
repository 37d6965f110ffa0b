import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { formatJson } from "../../src/ground/json/format-json.js";
import type { Json } from "../../src/ground/json/value.js";
import { applyExample } from "../../src/specs/example-input.js";
import { makeCandidateWithErrors } from "../../src/specs/explain/candidate-with-errors.js";

/** A candidate to start with: an example, one of a rule, or one with several errors. */
export type Start =
  | { readonly kind: "flawed" }
  | { readonly kind: "example"; readonly name: string }
  | { readonly kind: "rule"; readonly rule: string; readonly example: number };

/** The text of a candidate to start from; undefined if the package has no such example. */
export async function startText(spec: CompiledSpec, start: Start): Promise<string | undefined> {
  const { examples, rules, settings } = spec.source;
  const base = own(examples, settings.base);
  if (start.kind === "example") return formatted(own(examples, start.name)?.candidate);
  if (start.kind === "flawed") return formatted(await makeCandidateWithErrors(spec));
  const example = own(rules, start.rule)?.examples[start.example];
  return formatted(example && base && applyExample(spec, example, base));
}

/** A link may name anything, also `constructor`. */
function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function formatted(candidate: Json | undefined): string | undefined {
  return candidate === undefined ? undefined : formatJson(candidate);
}
