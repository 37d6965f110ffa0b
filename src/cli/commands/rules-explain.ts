import type { CompiledSpec } from "../../engine/compile-spec.js";
import { SHAPE_CODES } from "../../engine/problems/codes.js";
import { didYouMean } from "../../ground/text/did-you-mean.js";
import { visible } from "../../ground/text/visible.js";
import { BUILT_IN_CODES } from "../../specs/built-in-codes.js";
import type { Catalog } from "../../specs/catalog.js";
import { describeCodes } from "../../specs/explain/describe-spec.js";
import type { DiffLine } from "../../specs/explain/diff-values.js";
import {
  type ExplainedExample,
  explainRule,
  type RuleExplanation,
} from "../../specs/explain/explain-rule.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { CommandError, type Options, type RunCommand, unknownNameError } from "../command.js";
import { locateRules } from "../locate.js";

export const run: RunCommand = async ([code = ""], options, io) => {
  const catalog = await loadSpecs(locateRules(options.rules, io));
  const specs = chooseSpecs(catalog, options);
  const explanations: string[] = [];
  for (const spec of specs) {
    const rule = await explainRule(spec, code);
    if (rule !== undefined) explanations.push(writeRule(rule, spec));
  }
  const builtIn = writeBuiltInCode(code);
  if (builtIn !== undefined) explanations.push(builtIn);
  if (explanations.length === 0) throw unknownCodeError(code, specs, catalog);
  io.stdout.write(explanations.join("\n"));
  return 0;
};

/** For each domain: the named version, or else the current one, or else the newest draft. */
function chooseSpecs(
  catalog: Catalog,
  { domain: domainId, "spec-version": version }: Options,
): CompiledSpec[] {
  const domains = [...catalog.values()].filter(({ id }) => (domainId ?? id) === id);
  if (domains.length === 0) throw unknownNameError("domain", domainId ?? "", catalog.keys());
  if (version === undefined)
    return domains.flatMap(({ current, versions }) => current ?? versions.at(-1) ?? []);
  const versions = domains.flatMap((domain) => domain.versions);
  const named = versions.filter((spec) => spec.version === version);
  if (named.length === 0)
    throw unknownNameError("version", version, new Set(versions.map((spec) => spec.version)));
  return named;
}

function unknownCodeError(
  code: string,
  specs: readonly CompiledSpec[],
  catalog: Catalog,
): CommandError {
  for (const { versions } of catalog.values())
    for (const spec of versions)
      if (Object.hasOwn(describeCodes(spec), code))
        return new CommandError(
          `"${code}" is a code of another version: --domain ${spec.domainId} --spec-version ${spec.version}`,
        );
  // There are too many codes to list them.
  const codes = new Set(specs.flatMap((spec) => Object.keys(describeCodes(spec))));
  const meant = didYouMean(code, codes);
  const suggested = meant === undefined ? findSimilarCodes(code, codes) : [meant];
  const list = suggested.map((known) => `"${known}"`).join(" or ");
  const hint = list ? `did you mean ${list}?` : "the codes of rules are the names of their files";
  return new CommandError(`there is no code "${code}"; ${hint}`);
}

const MAX_SUGGESTED = 3;

/** The codes that share the most words with a code; none if there are many. */
function findSimilarCodes(code: string, codes: Iterable<string>): string[] {
  const words = code.split("-").filter((word) => word.length > 3);
  let similar: string[] = [];
  let most = 1;
  for (const other of codes) {
    const shared = other.split("-").filter((word) => words.includes(word)).length;
    if (shared > most) similar = [];
    if (shared >= most) similar.push(other);
    most = Math.max(most, shared);
  }
  return similar.length <= MAX_SUGGESTED ? similar : [];
}

function writeRule(rule: RuleExplanation, { domainId, version }: CompiledSpec): string {
  const { code, severity, summary, rationale, deprecated, when, mustHold, message } = rule;
  const sections = [
    writeSection("Deprecated", deprecated === undefined ? [] : [deprecated]),
    writeSection("Why", [rationale]),
    writeSection("When", when),
    writeSection("Must hold", mustHold),
    writeSection("Message", [message]),
    writeSection("Fixes", rule.fixes.flatMap(listFix)),
    writeSection("Examples", rule.examples.flatMap(listExample)),
  ];
  return `${code}: ${severity} of ${domainId} ${version}\n${visible(summary)}\n${sections.join("")}`;
}

/** Explains a code that needs no rule. Undefined for other codes. */
function writeBuiltInCode(code: string): string | undefined {
  const known = BUILT_IN_CODES.get(code);
  if (known === undefined) return undefined;
  const keywords = Object.keys(SHAPE_CODES)
    .filter((keyword) => SHAPE_CODES[keyword]?.code === code)
    .map((keyword) => `"${keyword}"`);
  const mustHold =
    keywords.length === 0
      ? ""
      : writeSection("Must hold", [
          `the keyword ${keywords.join(" or ")} of candidate.schema.json`,
        ]);
  return `${code}: ${known.severity} in every spec package\n${known.summary}\n${mustHold}`;
}

function writeSection(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `\n${title}\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`;
}

function listFix({ title, applicability, when, changes }: RuleExplanation["fixes"][number]) {
  const lines = [`${title} (${applicability})`];
  if (when.length > 0) lines.push("  if:", ...when.map((line) => `    ${line}`));
  for (const change of changes) lines.push(`  ${change}`);
  return lines;
}

function listExample(example: ExplainedExample): string[] {
  const { title, changes, registry, registries, diagnostics } = example;
  const lines = [`${diagnostics.length === 0 ? "passes" : "violated"}: ${title}`];
  for (const change of changes) lines.push(`  ${writeDifference(change)}`);
  if (registry) lines.push(`  with the registry ${JSON.stringify(registry)}`);
  if (registries) lines.push(`  with the registries ${JSON.stringify(registries)}`);
  for (const { path, message, fixes } of diagnostics) {
    lines.push(`  ${path}: ${message}`);
    for (const fix of fixes) {
      lines.push(`  fix (${fix.applicability}): ${fix.title}`);
      for (const change of fix.changes) lines.push(`    ${writeDifference(change)}`);
    }
  }
  return lines;
}

function writeDifference({ sign, pointer, value }: DiffLine): string {
  return `${sign} ${pointer || "the candidate"}${value === undefined ? "" : `: ${value}`}`;
}
