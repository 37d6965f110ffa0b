import type { CompiledSpec } from "../../engine/compile-spec.js";
import { BUILT_IN_CODES } from "../built-in-codes.js";
import type { Domain } from "../catalog.js";
import { describeChange, listChangesBetween } from "../changes.js";
import { findVersionBefore } from "../names.js";
import { explainRule, type RuleExplanation } from "./explain-rule.js";

export type SpecExplanation = Awaited<ReturnType<typeof explainSpec>>;
export type VersionChanges = NonNullable<ReturnType<typeof listChanges>>;

/** Explains a version for people: its codes with their examples, and its changes. */
export async function explainSpec(domain: Domain, spec: CompiledSpec) {
  const rules: RuleExplanation[] = [];
  for (const code of Object.keys(spec.source.rules)) {
    const rule = await explainRule(spec, code);
    if (rule !== undefined) rules.push(rule);
    // The examples of a whole package take tens of milliseconds: between rules, other calls run.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const builtIn = [...BUILT_IN_CODES].map(([code, described]) => ({ code, ...described }));
  return { rules, builtIn, changes: listChanges(domain, spec) };
}

/** The changes of a version since the released one before it; undefined for the first version. */
export function listChanges(domain: Domain, spec: CompiledSpec) {
  const isDraft = ({ source }: CompiledSpec) => source.settings.status === "draft";
  const before = findVersionBefore(spec.version, domain.versions, isDraft);
  if (before === undefined) return undefined;
  const breaking = new Set<string>();
  for (const { accepts, pointer } of domain.releases[spec.version]?.changes ?? [])
    if (accepts === "less" || accepts === "either") breaking.add(pointer);
  const changes = listChangesBetween(before.source, spec.source).map((change) => {
    const kind = change.decides ? "decides" : "words";
    return {
      text: describeChange(change),
      kind: breaking.has(change.pointer) ? "breaking" : kind,
    } as const;
  });
  return { since: before.version, changes };
}
