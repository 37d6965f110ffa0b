import { asksRegistry } from "../../engine/checks/check.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ChangeSource, ExampleSource, FixSource, RuleExample } from "../../engine/grammar.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { type Registry, UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { makeCandidate, makeRegistry } from "../example-input.js";
import { deprecationText } from "../names.js";
import { asJson, type Difference, differences } from "./differences.js";
import { checkWords, conditionLines } from "./rule-words.js";

/** A rule in words, with the real results of its examples. */
export type RuleExplanation = NonNullable<Awaited<ReturnType<typeof explainRule>>>;
export type ExplainedExample = RuleExplanation["examples"][number];

/** Explains a rule; undefined if the package has no such rule. */
export async function explainRule(spec: CompiledSpec, code: string) {
  const rule = Object.hasOwn(spec.source.rules, code) ? spec.source.rules[code] : undefined;
  const base = spec.source.examples[spec.source.settings.base];
  if (rule === undefined || base === undefined) return undefined;
  const { data } = spec.source.settings;
  const { severity, summary, rationale, deprecated, when, check, message, fixes = [] } = rule;
  const examples: Awaited<ReturnType<typeof explainExample>>[] = [];
  for (const example of rule.examples)
    examples.push(await explainExample(spec, code, example, base));
  return {
    code,
    severity,
    summary,
    rationale,
    /** A sentence, if the rule is deprecated. */
    deprecated: deprecated && deprecationText(deprecated),
    when: when === undefined ? [] : conditionLines(when, data),
    mustHold: [check].flat().map((one) => checkWords(one, data)),
    /** Whether only a service that has the registry finds its violations. */
    asksRegistry: asksRegistry(check),
    message,
    fixes: fixes.map((fix) => explainFix(fix, data)),
    examples,
  };
}

function explainFix({ title, applicability, when, ...change }: FixSource, data: JsonObject) {
  const condition = when === undefined ? [] : conditionLines(when, data);
  return { title, applicability, when: condition, changes: changeWords(change) };
}

function changeWords({ remove = [], rename = {}, set = {}, patch = [] }: ChangeSource): string[] {
  return [
    ...[remove].flat().map((pointer) => `remove ${pointer}`),
    ...Object.entries(rename).map(
      ([pointer, name]) => `rename ${pointer} to ${JSON.stringify(name)}`,
    ),
    ...Object.entries(set).map(([pointer, value]) => `set ${pointer} to ${JSON.stringify(value)}`),
    ...patch.map((operation) => JSON.stringify(operation)),
  ];
}

/** The changes of an example, its real diagnostics, and the changes of each fix. */
async function explainExample(
  spec: CompiledSpec,
  code: string,
  example: RuleExample,
  base: ExampleSource,
) {
  const candidate = makeCandidate(spec, example, base) as Json;
  const diagnostics = await explainCandidate(spec, candidate, makeRegistry(example, base));
  return {
    title: example.title,
    /** The changes to the base example. */
    changes: differences(base.candidate, candidate),
    /** The taken ids, if they differ from those of the base example. */
    registry: example.registry,
    registries: example.registries,
    /** Only diagnostics of this rule. */
    diagnostics: diagnostics.filter((diagnostic) => diagnostic.code === code),
  };
}

/** The diagnostics of a candidate, with the changes of each fix. */
export async function explainCandidate(
  spec: CompiledSpec,
  candidate: Json,
  registry: Registry = UNKNOWN_REGISTRY,
) {
  const { diagnostics } = await evaluate(spec, candidate, registry);
  return diagnostics.map(({ fixes, ...diagnostic }) => ({
    ...diagnostic,
    fixes: fixes.map(({ title, applicability, patch }) => ({
      title,
      applicability,
      changes: patchDifferences({ candidate }, patch),
    })),
  }));
}

/** The changes of each operation to what the operations before it have left. */
function patchDifferences(request: unknown, patch: readonly Operation[]): Difference[] {
  let after = request;
  return patch.flatMap((operation): Difference[] => {
    const { op, path } = operation;
    const before = after;
    after = applyPatch(before, [operation]);
    if (op === "move") {
      return [
        { sign: "-", pointer: operation.from },
        { sign: "+", pointer: path, value: asJson(valueAt(after, path)) },
      ];
    }
    const removed: Difference[] =
      op === "add" ? [] : [{ sign: "-", pointer: path, value: asJson(valueAt(before, path)) }];
    return op === "remove"
      ? removed
      : [...removed, { sign: "+", pointer: path, value: asJson(operation.value) }];
  });
}
