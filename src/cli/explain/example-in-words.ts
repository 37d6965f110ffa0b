import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { RuleExample } from "../../engine/rules/compile-rule.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import type { Json } from "../../json/value.js";
import { RegistryIndex } from "../../registry/registry-index.js";

/** What an example changes in the base example, and what the rule says about it: not as written, but as it happens. */
export async function exampleInWords(spec: CompiledSpec, rule: string, example: RuleExample): Promise<string[]> {
  const { examples, spec: settings } = spec.source;
  const base = examples[settings.base] as { candidate: Json; registry?: string[] };
  const patch = example.patch as unknown as Operation[];
  const registry = RegistryIndex.of(example.registry ?? base.registry ?? []);
  const { diagnostics } = await evaluate(spec, applyPatch(base.candidate, patch), registry);
  const own = diagnostics.filter(({ code }) => code === rule);
  return [
    `${own.length === 0 ? "passes" : "violated"}: ${example.title}`,
    ...patch.map((operation) => `  ${change(operation)}`),
    ...(example.registry ? [`  with the registry ${JSON.stringify(example.registry)}`] : []),
    ...own.flatMap(({ path, message, fixes }) => [
      `  ${path}: ${message}`,
      ...fixes.map(({ applicability, title }) => `  fix (${applicability}): ${title}`),
    ]),
  ];
}

function change(operation: Operation): string {
  const { op, path } = operation;
  if (op === "remove") return `remove ${path}`;
  if (op === "move") return `move ${operation.from} to ${path}`;
  return `${op} ${path}: ${JSON.stringify(operation.value)}`;
}
