import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/rules/compile-rule.js";
import { conditionsInWords } from "./conditions-in-words.js";
import { exampleInWords } from "./example-in-words.js";

export async function ruleInWords(spec: CompiledSpec, rule: RuleSource): Promise<string> {
  const { name, severity, summary, rationale, conditions, event, examples } = rule;
  const { message, fixes = [] } = event.params;
  const shown = await Promise.all(examples.map((example) => exampleInWords(spec, name, example)));
  const sections = [
    section("Why", [rationale]),
    section("Violated when", conditionsInWords(conditions)),
    section("Says", [message]),
    section(
      "Fixes",
      fixes.map(({ title, applicability }) => `${title} (${applicability})`),
    ),
    section("Examples", shown.flat()),
  ];
  return `${name}: ${severity} of ${spec.domainId} ${spec.version}\n${summary}\n${sections.join("")}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
