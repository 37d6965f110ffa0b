import type { CompiledSpec } from "../../engine/compile-spec.js";
import { SHAPE_CODES } from "../../engine/problems/codes.js";
import { PORTABILITY_CODES } from "../../engine/problems/portability.js";
import type { Difference } from "../../proposals/differences.js";
import type { ExplainedExample, RuleExplanation } from "../../proposals/explain-rule.js";
import { PROPOSAL_CODES } from "../../specs/proposal-codes.js";
import { visible } from "../../text/visible.js";

export function explanationText(rule: RuleExplanation, { domainId, version }: CompiledSpec): string {
  const { code, severity, summary, rationale, deprecated, when, mustHold, message, fixes, examples } = rule;
  const sections = [
    section("Deprecated", deprecated === undefined ? [] : [deprecated]),
    section("Why", [rationale]),
    section("When", when),
    section("Must hold", mustHold),
    section("Says", [message]),
    section("Fixes", fixes.flatMap(fixLines)),
    section("Examples", examples.flatMap(exampleLines)),
  ];
  return `${code}: ${severity} of ${domainId} ${version}\n${visible(summary)}\n${sections.join("")}`;
}

/** Explains a code that needs no rule, of a keyword of the shape or of every package; undefined for other codes. */
export function explainBuiltIn(code: string): string | undefined {
  const portability = PORTABILITY_CODES.map((known) => ({ ...known, severity: "error" }));
  const plain = [...portability, ...PROPOSAL_CODES].find((known) => known.code === code);
  if (plain !== undefined) return `${code}: ${plain.severity} in every spec package\n${plain.summary}\n`;
  const found = Object.entries(SHAPE_CODES).filter(([, shape]) => shape.code === code);
  const [first] = found;
  if (first === undefined) return undefined;
  const keywords = found.map(([keyword]) => `"${keyword}"`).join(" or ");
  return `${code}: ${first[1].severity ?? "error"} in every spec package\n${first[1].summary}\n${section("Must hold", [`${keywords} of candidate.schema.json`])}`;
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
