import { basename, join } from "node:path";
import type { DomainName, Loose, RulesFolder } from "../../support/rules-folder.js";

export type Change = Parameters<RulesFolder["edit"]>[1];

export const OPTION = "generator-option/v1";
export const CONTRACT = "data-contract/v1";
const TRADE = "trade/v1";

/** Something wrong that a maintainer could do to a package. */
export interface Mistake {
  /** The rule that alone is changed: nothing else has to be searched. */
  readonly rule?: string;
  readonly make: (rules: RulesFolder) => void;
}

/** A mistake, and what the check has to say about it. */
export interface Defect extends Mistake {
  readonly domain: DomainName;
  /** Relative to the rules folder. */
  readonly file: string;
  readonly detail: RegExp;
}

/** An edited file of a version. */
export function edited(version: string, path: string, change: Change) {
  const file = join(version, path);
  const make = (rules: RulesFolder) => rules.edit(file, change);
  return path.startsWith("rules/") ? { file, make, rule: basename(path, ".json") } : { file, make };
}

const editing = (domain: DomainName) => (path: string) => (detail: RegExp, change: Change) => ({
  detail,
  domain,
  ...edited(`${domain}/v1`, path, change),
});

export const inOption = editing("generator-option");
export const inContract = editing("data-contract");

export const inTrade = editing("trade");

/** The same for a rule, by its name. */
export const optionRule = (name: string) => inOption(`rules/${name}.json`);
export const tradeRule = (name: string) => inTrade(`rules/${name}.json`);
export const contractRule = (name: string) => inContract(`rules/${name}.json`);

/** Anything else that can be done, and the file in which it is found. */
export function done(detail: RegExp, file: string, make: Mistake["make"]): Defect {
  const domain = file.startsWith("data-contract") ? "data-contract" : "generator-option";
  return { detail, domain, file, make };
}

let added = 0;

/** A rule that is added to the data contracts. What its parts do not say is right. */
export function addedRule(
  parts: Loose,
  version = CONTRACT,
  $schema = "../../../../../rules/rule.schema.json",
) {
  const rule = `something-holds-${++added}`;
  const file = `${version}/rules/${rule}.json`;
  const content = {
    $schema,
    severity: "error",
    summary: `Something holds, number ${added}.`,
    rationale: "Someone asked for it.",
    message: "it does not hold",
    examples: [
      { title: "it holds" },
      { title: "it does not", violations: [""], message: "it does not hold" },
    ],
    ...parts,
  };
  return { rule, file, make: (rules: RulesFolder) => rules.write(file, content) };
}

export function newContractRule(detail: RegExp, parts: Loose): Defect {
  return { detail, domain: "data-contract", ...addedRule(parts) };
}

export function newOptionRule(detail: RegExp, parts: Loose): Defect {
  return {
    detail,
    domain: "generator-option",
    ...addedRule(parts, OPTION, "../../../rule.schema.json"),
  };
}

export function newTradeRule(detail: RegExp, parts: Loose): Defect {
  return {
    detail,
    domain: "trade",
    ...addedRule(parts, TRADE, "../../../../../../rules/rule.schema.json"),
  };
}
