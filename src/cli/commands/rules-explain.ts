import type { CompiledSpec } from "../../engine/compile-spec.js";
import { SHAPE_CODES } from "../../engine/problems/codes.js";
import { didYouMean } from "../../ground/text/did-you-mean.js";
import { visible } from "../../ground/text/visible.js";
import { BUILT_IN_CODES } from "../../specs/built-in-codes.js";
import type { Catalog } from "../../specs/catalog.js";
import { describeCodes } from "../../specs/explain/describe-spec.js";
import {
  type ExplainedExample,
  explainRule,
  type RuleExplanation,
} from "../../specs/explain/explain-rule.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { CommandError, noSuchError, type RunCommand } from "../command.js";
import { locateRules } from "../locate.js";
import { differenceLine } from "../report/terminal.js";

export const run: RunCommand = async ([code = ""], options, io) => {
  const { domain, "spec-version": version, rules } = options;
  const catalog = await loadSpecs(locateRules(rules, io));
  const specs = chooseSpecs(catalog, domain, version);
  const explained: string[] = [];
  for (const spec of specs) {
    const rule = await explainRule(spec, code);
    if (rule !== undefined) explained.push(explanationText(rule, spec));
  }
  const builtIn = explainBuiltIn(code);
  if (builtIn !== undefined) explained.push(builtIn);
  if (explained.length === 0) throw unknownCode(code, specs, catalog);
  io.stdout.write(explained.join("\n"));
  return 0;
};

function unknownCode(code: string, specs: readonly CompiledSpec[], catalog: Catalog): CommandError {
  const allVersions = [...catalog.values()].flatMap(({ versions }) => versions);
  const otherSpec = allVersions.find((spec) => Object.hasOwn(describeCodes(spec), code));
  if (otherSpec !== undefined)
    return new CommandError(
      `"${code}" is a code of another version: --domain ${otherSpec.domainId} --spec-version ${otherSpec.version}`,
    );
  // All codes are too many to list.
  const codes = [...new Set(specs.flatMap((spec) => Object.keys(describeCodes(spec))))];
  const near = didYouMean(code, codes);
  const meant = near === undefined ? withSharedWords(code, codes) : [near];
  const hint =
    meant.length === 0
      ? "the codes of rules are the names of their files"
      : `did you mean ${meant.map((known) => `"${known}"`).join(" or ")}?`;
  return new CommandError(`there is no code "${code}"; ${hint}`);
}

const MAX_SUGGESTED = 3;

/** The codes that have most words in common with a code; none if there are many. */
function withSharedWords(code: string, codes: readonly string[]): string[] {
  const words = new Set(code.split("-").filter((word) => word.length > 3));
  const shared = (other: string) => other.split("-").filter((word) => words.has(word)).length;
  const most = Math.max(...codes.map(shared));
  const found = most === 0 ? [] : codes.filter((other) => shared(other) === most);
  return found.length <= MAX_SUGGESTED ? found : [];
}

/** For each domain: the named version, else the current one, else the newest draft. */
function chooseSpecs(
  catalog: Catalog,
  domainId: string | undefined,
  version: string | undefined,
): CompiledSpec[] {
  const domains = [...catalog.values()].filter(
    ({ id }) => domainId === undefined || id === domainId,
  );
  if (domains.length === 0) throw noSuchError("domain", domainId ?? "", catalog.keys());
  const versions = domains.flatMap((domain) => domain.versions);
  const specs =
    version === undefined
      ? domains.flatMap((domain) => domain.current ?? domain.versions.at(-1) ?? [])
      : versions.filter((spec) => spec.version === version);
  if (specs.length === 0)
    throw noSuchError("version", version ?? "", new Set(versions.map((spec) => spec.version)));
  return specs;
}

function explanationText(rule: RuleExplanation, { domainId, version }: CompiledSpec): string {
  const {
    code,
    severity,
    summary,
    rationale,
    deprecated,
    when,
    mustHold,
    message,
    fixes,
    examples,
  } = rule;
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

/**
 * Explains a code that needs no rule, of a keyword of the shape or of every package; undefined for
 * other codes.
 */
function explainBuiltIn(code: string): string | undefined {
  const known = BUILT_IN_CODES.get(code);
  if (known === undefined) return undefined;
  const keywords = Object.keys(SHAPE_CODES).filter(
    (keyword) => SHAPE_CODES[keyword]?.code === code,
  );
  const named = keywords.map((keyword) => `"${keyword}"`).join(" or ");
  const mustHold = keywords.length === 0 ? [] : [`the keyword ${named} of candidate.schema.json`];
  return `${code}: ${known.severity} in every spec package\n${known.summary}\n${section("Must hold", mustHold)}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ""
    : `\n${title}\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`;
}

function fixLines({
  title,
  applicability,
  when,
  changes,
}: RuleExplanation["fixes"][number]): string[] {
  const condition = when.length === 0 ? [] : ["if:", ...when.map((line) => `  ${line}`)];
  return [`${title} (${applicability})`, ...[...condition, ...changes].map((line) => `  ${line}`)];
}

function exampleLines({
  title,
  changes,
  registry,
  registries,
  diagnostics,
}: ExplainedExample): string[] {
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
