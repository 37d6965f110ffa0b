import { basename } from "node:path";
import type { DomainName, Loose, Workshop } from "./workshop.js";

/** A mistake that a maintainer could make, and what the check has to say about it. */
export interface Defect {
  readonly title: string;
  readonly domain: DomainName;
  /** Relative to the version. */
  readonly file: string;
  readonly detail: RegExp;
  /** Whether only this rule is changed. */
  readonly isInRule: boolean;
  readonly make: (workshop: Workshop) => void;
}

type Mistake = Omit<Defect, "title" | "detail">;
/** A mistake that need not say which file it is in. */
export type Made = Pick<Mistake, "make"> & Partial<Mistake>;

/** The name of the rule that a mistake is in: nothing else has to be searched. Undefined for one in other files. */
export const ruleOf = ({ file, isInRule }: Made) => (isInRule && file ? basename(file, ".json") : undefined);

export type Row = readonly [title: string, mistake: Mistake, detail: RegExp];

export function defects(rows: readonly Row[]): Defect[] {
  return rows.map(([title, mistake, detail]) => ({ title, ...mistake, detail }));
}

type Change = (content: Loose) => void;

function editing(domain: DomainName, file: string, change: Change): Mistake {
  const isInRule = file.startsWith("rules/");
  return { domain, file, isInRule, make: (workshop) => workshop.edit(file, change) };
}

/** An edited file of generator-option, or of data-contract. */
export const inOption = (file: string, change: Change) => editing("generator-option", file, change);
export const inContract = (file: string, change: Change) => editing("data-contract", file, change);

/** The same for a rule, by its name. */
export const optionRule = (name: string, change: Change) => inOption(`rules/${name}.json`, change);
export const contractRule = (name: string, change: Change) => inContract(`rules/${name}.json`, change);

let added = 0;

/** A rule that was added. What it does not say is right. */
function adding(domain: DomainName, schema: string, parts: Loose): Mistake {
  const rule = {
    $schema: schema,
    severity: "error",
    summary: `Something holds, number ${++added}.`,
    rationale: "Someone asked for it.",
    message: "it does not hold",
    examples: [{ title: "it holds" }, { title: "it does not", violations: [""], message: "it does not hold" }],
    ...parts,
  };
  const file = `rules/something-holds-${added}.json`;
  return { domain, file, isInRule: true, make: (workshop) => workshop.write(file, rule) };
}

export const newOptionRule = (parts: Loose) => adding("generator-option", "../../../rule.schema.json", parts);
export const newContractRule = (parts: Loose) =>
  adding("data-contract", "../../../../../rules/rule.schema.json", parts);

/** Anything else that can be done to the files. */
export const done = (domain: DomainName, file: string, make: (workshop: Workshop) => void): Mistake => ({
  domain,
  file,
  isInRule: false,
  make,
});
