import type { CompiledSpec } from "../engine/compile-spec.js";
import { describeCodes } from "../proposals/describe-spec.js";
import type { Catalog } from "../specs/catalog.js";
import { loadSpecs } from "../specs/load-specs.js";
import { didYouMean } from "../text/did-you-mean.js";
import { CommandError, command } from "./command.js";
import { explainBuiltIn, explainRule } from "./explain-rule.js";
import { locate } from "./locate.js";

export const rulesExplainCommand = command(
  {
    name: "rules explain",
    summary: "what a code of a diagnostic means, with its examples",
    operands: ["CODE"],
    options: {
      domain: { type: "string", value: "DOMAIN", about: "only this domain (all that have the code)" },
      "spec-version": { type: "string", value: "VERSION", about: "this version (the current one)" },
      rules: { type: "string", value: "DIR", about: "folder of the spec packages (RULES_DIR, ./rules)" },
    },
  },
  async ([code = ""], { domain, "spec-version": version, rules }, io) => {
    const catalog = await loadSpecs(locate("RULES_DIR", rules, io));
    const specs = chooseSpecs(catalog, domain, version);
    const told: string[] = [];
    for (const spec of specs) {
      if (Object.hasOwn(spec.source.rules, code)) told.push(await explainRule(spec, code));
    }
    const builtIn = explainBuiltIn(code);
    if (builtIn !== undefined) told.push(builtIn);
    if (told.length === 0) {
      const other = [...catalog.values()]
        .flatMap(({ versions }) => versions)
        .find((spec) => Object.hasOwn(describeCodes(spec), code));
      if (other !== undefined)
        throw new CommandError(
          `"${code}" is a code of another version: --domain ${other.domainId} --spec-version ${other.version}`,
        );
      throw unknown("code", code, new Set(specs.flatMap((spec) => Object.keys(describeCodes(spec)))));
    }
    io.stdout.write(told.join("\n"));
    return 0;
  },
);

/** Of each domain that is meant: the named version, else the current one, else the newest draft. */
function chooseSpecs(catalog: Catalog, domainId: string | undefined, version: string | undefined): CompiledSpec[] {
  const domains = [...catalog.values()].filter(({ id }) => domainId === undefined || id === domainId);
  if (domains.length === 0) throw unknown("domain", domainId ?? "", catalog.keys());
  const versions = domains.flatMap((domain) => domain.versions);
  const specs =
    version === undefined
      ? domains.flatMap(({ current, versions }) => current ?? versions.at(-1) ?? [])
      : versions.filter((spec) => spec.version === version);
  if (specs.length === 0) throw unknown("version", version ?? "", new Set(versions.map((spec) => spec.version)));
  return specs;
}

function unknown(what: string, word: string, known: Iterable<string>): CommandError {
  const all = [...known].sort();
  const meant = didYouMean(word, all);
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return new CommandError(`there is no ${what} "${word}"${hint}\n${what}s: ${all.join(", ")}`);
}
