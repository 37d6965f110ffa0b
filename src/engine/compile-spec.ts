import { digest } from "../json/digest.js";
import { type Json, type JsonObject, withSortedKeys } from "../json/value.js";
import { createFinders, type Finders } from "./findings/run-checks.js";
import { compileNormalizer, type Normalizer, type NormalizeStep } from "./normalize.js";
import { type CompiledRule, compileRule, type RuleSource } from "./rules/compile-rule.js";
import { compileShape, type Shape } from "./shape/compile-shape.js";
import { compileListLimits, type ListLimits } from "./shape/list-limits.js";
import { reporting, type SpecFault } from "./spec-fault.js";

export type SpecStatus = "draft" | "released" | "retired";

/** The files of one version of a spec package, after the meta-schemas have passed them. */
export interface SpecSource {
  domainId: string;
  version: string;
  spec: {
    version: string;
    status: SpecStatus;
    title: string;
    data: JsonObject;
    normalize: NormalizeStep[];
    base: string;
  };
  schema: JsonObject;
  rules: RuleSource[];
  examples: Record<string, Json>;
}

export interface CompiledSpec {
  readonly source: SpecSource;
  readonly domainId: string;
  readonly version: string;
  readonly digest: string;
  readonly cut: ListLimits;
  readonly shape: Shape;
  readonly finders: Finders;
  readonly rules: readonly CompiledRule[];
  readonly normalizer: Normalizer;
}

/** Which part of the source a fault is in: the loader knows the file. */
export type FaultyPart = { part: "spec" | "schema" } | { part: "rule"; name: string };

/** Compiles all that can be compiled and reports every fault; a spec with a fault must not be used. */
export function compileSpec(given: SpecSource, report: (where: FaultyPart, fault: SpecFault) => void): CompiledSpec {
  // The order of members says nothing, and is not part of the digest: it must not show in any verdict. Examples are shown
  // as they are written.
  const { examples, ...said } = given;
  const source = { ...(withSortedKeys(said as unknown as Json) as unknown as typeof said), examples };
  const { domainId, version, spec, schema } = source;
  const inPart = (where: FaultyPart) => (fault: SpecFault) => report(fault.inSpec ? { part: "spec" } : where, fault);
  const finders = createFinders();
  // In the order of their names, whatever the order of the files on disk.
  const rules = source.rules
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((rule) => compileRule(rule, version, spec.data, finders, inPart({ part: "rule", name: rule.name })))
    .filter((rule) => rule !== undefined);
  const shape = reporting(inPart({ part: "schema" }), () => compileShape(schema));
  return {
    source,
    domainId,
    version,
    digest: digestOf(source),
    cut: compileListLimits(schema),
    shape: shape ?? (() => []),
    finders,
    rules,
    normalizer: compileNormalizer(spec.normalize, spec.data, schema, inPart({ part: "spec" })),
  };
}

/** Over all that the package says, but not whether it is a draft, released or retired: that changes, the rules do not. */
function digestOf({ spec: { status, ...spec }, rules, ...source }: SpecSource): string {
  return digest({ ...source, spec, rules: Object.fromEntries(rules.map((rule) => [rule.name, rule])) });
}
