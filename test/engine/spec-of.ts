import { type CompiledSpec, compileSpec } from "../../src/engine/compile-spec.js";
import type { RuleSource, SpecSource } from "../../src/engine/grammar.js";
import type { JsonObject } from "../../src/ground/json/value.js";

/** A rule of which only the check must be given. */
export type RuleParts = Partial<RuleSource> & Pick<RuleSource, "check">;

export interface SpecParts {
  rules?: Record<string, RuleParts>;
  data?: JsonObject;
  declarations?: NonNullable<SpecSource["settings"]["declarations"]>;
  normalize?: SpecSource["settings"]["normalize"];
  shape?: JsonObject;
  examples?: SpecSource["examples"];
}

/** The source of a spec package; what a test does not give has the simplest form. */
export function sourceOf({
  rules = {},
  data = {},
  declarations = {},
  ...parts
}: SpecParts): SpecSource {
  const words = {
    severity: "error",
    summary: "-",
    rationale: "-",
    message: "{actual} at {path}",
    examples: [],
  } as const;
  return {
    domainId: "any",
    version: "v1",
    settings: {
      status: "released",
      title: "-",
      base: "",
      data,
      declarations,
      normalize: parts.normalize ?? [],
    },
    shape: parts.shape ?? { type: "object" },
    rules: Object.fromEntries(
      Object.entries(rules).map(([name, rule]) => [name, { ...words, ...rule } as RuleSource]),
    ),
    examples: parts.examples ?? {},
  };
}

/** Throws the first error. */
export function specOf(parts: SpecParts): CompiledSpec {
  return compileSpec(sourceOf(parts));
}
