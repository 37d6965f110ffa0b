import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { escapeMarkdown, visible } from "../../ground/text/visible.js";
import type { Catalog } from "../../specs/catalog.js";
import type { ExplainedExample, RuleExplanation } from "../../specs/explain/explain-rule.js";
import { explainSpec, type SpecExplanation } from "../../specs/explain/explain-spec.js";
import { loadSpecs } from "../../specs/load-specs.js";
import type { RunCommand } from "../command.js";
import { locateRules } from "../locate.js";
import { differenceLine } from "../report/terminal.js";

export const run: RunCommand = async ([dir = ""], { rules }, io) => {
  const catalog = await loadSpecs(locateRules(rules, io));
  const folder = resolve(io.cwd, dir);
  const write = async (path: string, page: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), page);
    io.stdout.write(`${visible(join(dir, path))}\n`);
  };
  await write("README.md", indexPage(catalog));
  for (const domain of catalog.values())
    for (const spec of domain.versions)
      await write(`${domain.id}/${spec.version}.md`, versionPage(spec, await explainSpec(domain, spec)));
  return 0;
};

/** The page that lists every domain with its versions. */
function indexPage(catalog: Catalog): string {
  const domains = [...catalog.values()].map(({ id, title, description, versions, current }) => {
    const pages = versions.map((spec) => {
      const { status } = spec.source.settings;
      return `- [${spec.version}](${id}/${spec.version}.md): ${spec === current ? "current" : status}`;
    });
    return [`## ${prose(title)}`, prose(description), pages.join("\n")].join("\n\n");
  });
  return `${["# Rules", ...domains].join("\n\n")}\n`;
}

/** The page of a version. The heading of a rule is its code, so that the fragment of a help URL leads to it. */
function versionPage(spec: CompiledSpec, { rules, builtIn, changes }: SpecExplanation): string {
  const { domainId, version, digest, source } = spec;
  const parts = [
    `# ${prose(source.settings.title)}`,
    `${code(`${domainId} ${version}`)}, ${source.settings.status}, ${code(digest)}`,
    ...(changes === undefined ? [] : [`## Changes since ${changes.since}`]),
    ...(changes?.changes.map(({ text, kind }) => `- ${prose(text)}${kind === "breaking" ? " (breaking)" : ""}`) ?? []),
    "# Rules",
    ...rules.flatMap(ruleParts),
    "# Codes of every spec package",
    ...builtIn.flatMap(({ code: name, severity, summary }) => [`## ${name}`, `${severity}: ${prose(summary)}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function ruleParts(rule: RuleExplanation): string[] {
  const { code: name, severity, summary, rationale, deprecated, when, mustHold, message, fixes, examples } = rule;
  const offered = fixes.map(({ title, applicability }) => `- ${prose(title)} (${applicability})`);
  return [
    `## ${name}`,
    `**${severity}**: ${prose(summary)}`,
    prose(rationale),
    ...(deprecated === undefined ? [] : [`**Deprecated**: ${prose(deprecated)}`]),
    ...(when.length === 0 ? [] : ["When:", block(when)]),
    "Must hold:",
    block(mustHold),
    `Message: ${prose(message)}`,
    ...(offered.length === 0 ? [] : [`Fixes:\n\n${offered.join("\n")}`]),
    ...examples.flatMap(exampleParts),
  ];
}

function exampleParts({ title, changes, registry, registries, diagnostics }: ExplainedExample): string[] {
  const lines = [
    ...changes.map(differenceLine),
    ...(registry === undefined ? [] : [`with the registry ${JSON.stringify(registry)}`]),
    ...(registries === undefined ? [] : [`with the registries ${JSON.stringify(registries)}`]),
    ...diagnostics.flatMap(({ path, message, fixes }) => [
      `! ${path}: ${message}`,
      ...fixes.flatMap((fix) => [`# ${fix.title} (${fix.applicability})`, ...fix.changes.map(differenceLine)]),
    ]),
  ];
  const result = diagnostics.length === 0 ? "passes" : "is violated";
  return [`Example: ${prose(title)} (${result})`, ...(lines.length === 0 ? [] : [block(lines, "diff")])];
}

function prose(text: string): string {
  return escapeMarkdown(visible(text));
}

function code(text: string): string {
  return `\`${visible(text).replaceAll("`", "'")}\``;
}

/** Lines in a code block, whose fence is longer than any in the lines. */
function block(lines: readonly string[], language = "text"): string {
  const text = lines.map(visible).join("\n");
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text, fence].join("\n");
}
