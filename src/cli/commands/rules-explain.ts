import type { CompiledSpec } from "../../engine/compile-spec.js";
import { describeCodes } from "../../explain/describe-spec.js";
import { explainRule } from "../../explain/explain-rule.js";
import type { Catalog } from "../../specs/catalog.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { didYouMean } from "../../text/did-you-mean.js";
import { CommandError, noSuch, type Run } from "../command.js";
import { locateRules } from "../locate.js";
import { explainBuiltIn, explanationText } from "../report/explanation-text.js";

export const run: Run = async ([code = ""], options, io) => {
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
  const all = [...catalog.values()].flatMap(({ versions }) => versions);
  const other = all.find((spec) => Object.hasOwn(describeCodes(spec), code));
  if (other !== undefined)
    return new CommandError(
      `"${code}" is a code of another version: --domain ${other.domainId} --spec-version ${other.version}`,
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
function chooseSpecs(catalog: Catalog, domainId: string | undefined, version: string | undefined): CompiledSpec[] {
  const domains = [...catalog.values()].filter(({ id }) => domainId === undefined || id === domainId);
  if (domains.length === 0) throw noSuch("domain", domainId ?? "", catalog.keys());
  const versions = domains.flatMap((domain) => domain.versions);
  const specs =
    version === undefined
      ? domains.flatMap((domain) => domain.current ?? domain.versions.at(-1) ?? [])
      : versions.filter((spec) => spec.version === version);
  if (specs.length === 0) throw noSuch("version", version ?? "", new Set(versions.map((spec) => spec.version)));
  return specs;
}
