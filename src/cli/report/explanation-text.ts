import type { CompiledSpec } from "../../engine/compile-spec.js";
import { SHAPE_CODES } from "../../engine/problems/codes.js";
import type { Difference } from "../../explain/differences.js";
import type { ExplainedExample, RuleExplanation } from "../../explain/explain-rule.js";
import { BUILT_IN_CODES } from "../../specs/built-in-codes.js";
import { visible } from "../../text/visible.js";

export function explanationText(rule: RuleExplanation, { domainId, version }: CompiledSpec): string {
  const { code, severity, summary, rationale, deprecated, when, mustHold, message, fixes, examples } = rule;
  const sections = [
    section("Deprecated", deprecated === undefined ? [] : [deprecated]),
    section("Why", [rationale]),
    section("When", when),
    section("Must hold", mustHold),
    section("Message", [message]),
    section("Fixes", fixes.flatMap(fixLines)),
    section("Examples", examples.flatMap(exampleLines)),
  ];
  return `${code}: ${severity} of ${domainId} ${version}\n${visible(summary)}\n${sections.join("")}`;
}

/** Explains a code that needs no rule, of a keyword of the shape or of every package; undefined for other codes. */
export function explainBuiltIn(code: string): string | undefined {
  const known = BUILT_IN_CODES.get(code);
  if (known === undefined) return undefined;
  const keywords = Object.keys(SHAPE_CODES).filter((keyword) => SHAPE_CODES[keyword]?.code === code);
  const named = keywords.map((keyword) => `"${keyword}"`).join(" or ");
  const mustHold = keywords.length === 0 ? [] : [`the keyword ${named} of candidate.schema.json`];
  return `${code}: ${known.severity} in every spec package\n${known.summary}\n${section("Must hold", mustHold)}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`;
}

function fixLines({ title, applicability, when, changes }: RuleExplanation["fixes"][number]): string[] {
  const condition = when.length === 0 ? [] : ["if:", ...when.map((line) => `  ${line}`)];
  return [`${title} (${applicability})`, ...[...condition, ...changes].map((line) => `  ${line}`)];
}

function exampleLines({ title, changes, registry, registries, diagnostics }: ExplainedExample): string[] {
  return [
    `${diagnostics.length === 0 ? "passes" : "violated"}: ${title}`,
    ...changes.map((change) => `  ${differenceLine(change)}`),
    ...(registry ? [`  with the registry ${JSON.stringify(registry)}`] : []),
    ...(registries ? [`  with the registries ${JSON.stringify(registries)}`] : []),
    ...diagnostics.flatMap(({ path, message, fixes }) => [
      `  ${path}: ${message}`,
      ...fixes.flatMap((fix) => [
        `  fix (${fix.applicability}): ${fix.title}`,
        ...fix.changes.map((change) => `    ${differenceLine(change)}`),
      ]),
    ]),
  ];
}

/** A line of a diff as a person reads it. */
export function differenceLine({ sign, pointer, value }: Difference): string {
  return `${sign} ${pointer || "the candidate"}${value === undefined ? "" : `: ${value}`}`;
}
