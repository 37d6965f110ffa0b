import { asksRegistry } from "../../engine/checks/check.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ChangeSource, ExampleSource, RuleExample } from "../../engine/grammar.js";
import { applyPatch, type Operation } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import type { Json } from "../../ground/json/value.js";
import { describeDeprecation } from "../changes.js";
import { applyExample, makeRegistry } from "../example-input.js";
import { describeCheck, describeCondition } from "./describe-logic.js";
import { type DiffLine, diffValues, excerptAsJson } from "./diff-values.js";

/** A rule in words, with the real results of its examples. */
export type RuleExplanation = NonNullable<Awaited<ReturnType<typeof explainRule>>>;
export type ExplainedExample = RuleExplanation["examples"][number];

export async function explainRule(spec: CompiledSpec, code: string) {
  const { settings, rules, examples: wholeExamples } = spec.source;
  const rule = Object.hasOwn(rules, code) ? rules[code] : undefined;
  const base = wholeExamples[settings.base];
  if (rule === undefined || base === undefined) return undefined;
  const { data } = settings;
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
    deprecated: deprecated && describeDeprecation(deprecated),
    when: when === undefined ? [] : describeCondition(when, data),
    mustHold: [check].flat().map((one) => describeCheck(one, data)),
    /** Whether only a service that has the registry finds its violations. */
    asksRegistry: asksRegistry(check),
    message,
    fixes: fixes.map(({ title, applicability, when, ...change }) => ({
      title,
      applicability,
      when: when === undefined ? [] : describeCondition(when, data),
      changes: describeChanges(change),
    })),
    examples,
  };
}

function describeChanges({ remove = [], rename = {}, set = {}, patch = [] }: ChangeSource) {
  const lines = [remove].flat().map((pointer) => `remove ${pointer}`);
  for (const [pointer, name] of Object.entries(rename))
    lines.push(`rename ${pointer} to ${JSON.stringify(name)}`);
  for (const [pointer, value] of Object.entries(set))
    lines.push(`set ${pointer} to ${JSON.stringify(value)}`);
  for (const operation of patch) lines.push(JSON.stringify(operation));
  return lines;
}

async function explainExample(
  spec: CompiledSpec,
  code: string,
  example: RuleExample,
  base: ExampleSource,
) {
  const candidate = applyExample(spec, example, base) as Json;
  const { diagnostics } = await evaluate(spec, candidate, makeRegistry(example, base));
  return {
    title: example.title,
    changes: diffValues(base.candidate, candidate),
    /** The taken ids, if they differ from those of the base example. */
    registry: example.registry,
    registries: example.registries,
    /** Only diagnostics of this rule. */
    diagnostics: diagnostics
      .filter((diagnostic) => diagnostic.code === code)
      .map(({ fixes, ...diagnostic }) => ({
        ...diagnostic,
        fixes: fixes.map(({ title, applicability, patch }) => ({
          title,
          applicability,
          changes: previewPatch({ candidate }, patch),
        })),
      })),
  };
}

/** The lines that each operation changes in what the operations before it have left. */
function previewPatch(request: unknown, patch: readonly Operation[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let after = request;
  for (const operation of patch) {
    const { op, path } = operation;
    const before = after;
    after = applyPatch(before, [operation]);
    if (op === "move") {
      // A moved value is shown only at its new place.
      lines.push({ sign: "-", pointer: operation.from });
      lines.push({ sign: "+", pointer: path, value: excerptAsJson(valueAt(after, path)) });
      continue;
    }
    if (op !== "add")
      lines.push({ sign: "-", pointer: path, value: excerptAsJson(valueAt(before, path)) });
    if (op !== "remove")
      lines.push({ sign: "+", pointer: path, value: excerptAsJson(operation.value) });
  }
  return lines;
}
