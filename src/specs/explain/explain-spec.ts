import type { CompiledSpec } from "../../engine/compile-spec.js";
import { BUILT_IN_CODES } from "../built-in-codes.js";
import type { Domain } from "../catalog.js";
import { changesBetween, describeChange } from "../changes.js";
import { versionBefore } from "../names.js";
import { explainRule, type RuleExplanation } from "./explain-rule.js";

export type SpecExplanation = Awaited<ReturnType<typeof explainSpec>>;
export type VersionChanges = NonNullable<ReturnType<typeof listChanges>>;

/** Explains a version for people: its codes with their examples, and its changes. */
export async function explainSpec(domain: Domain, spec: CompiledSpec) {
  const rules: RuleExplanation[] = [];
  for (const code of Object.keys(spec.source.rules)) {
    const rule = await explainRule(spec, code);
    if (rule !== undefined) rules.push(rule);
    // The examples of a whole package take tens of milliseconds, and other calls must not wait for
    // all of them.
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Codes of the engine that need no rule.
  const builtIn = [...BUILT_IN_CODES].map(([code, described]) => ({ code, ...described }));
  return { rules, builtIn, changes: listChanges(domain, spec) };
}

/**
 * The changes of a version since the last one before it that is not a draft; undefined for the
 * first version.
 */
export function listChanges(domain: Domain, spec: CompiledSpec) {
  const before = versionBefore(
    spec.version,
    domain.versions,
    ({ source }) => source.settings.status === "draft",
  );
  if (before === undefined) return undefined;
  const recorded = domain.releases[spec.version]?.changes ?? [];
  const breaking = recorded.filter(({ accepts }) => accepts === "less" || accepts === "either");
  const changes = changesBetween(before.source, spec.source).map((change) => {
    const isBreaking = breaking.some(({ pointer }) => pointer === change.pointer);
    const kind = isBreaking ? "breaking" : change.decides ? "decides" : "words";
    return { text: describeChange(change), kind } as const;
  });
  return { since: before.version, changes };
}
