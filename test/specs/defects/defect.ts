import type { DomainName, Loose, Workshop } from "./workshop.js";

/** A mistake that a maintainer could make, and what the check has to say about it. */
export interface Defect {
  readonly title: string;
  readonly domain: DomainName;
  /** Relative to the version. */
  readonly file: string;
  readonly detail: RegExp;
  readonly make: (workshop: Workshop) => void;
}

export type Row = readonly [title: string, mistake: Omit<Defect, "title" | "detail">, detail: RegExp];

export function defects(rows: readonly Row[]): Defect[] {
  return rows.map(([title, mistake, detail]) => ({ title, ...mistake, detail }));
}

const editing = (domain: DomainName) => (file: string, change: (content: Loose) => void) => ({
  domain,
  file,
  make: (workshop: Workshop) => workshop.edit(file, change),
});

/** An edited file of generator-option, or of data-contract. */
export const inOption = editing("generator-option");
export const inContract = editing("data-contract");

/** The same for a rule, by its name. */
export const optionRule = (name: string, change: (rule: Loose) => void) => inOption(`rules/${name}.json`, change);
export const contractRule = (name: string, change: (rule: Loose) => void) => inContract(`rules/${name}.json`, change);

/** A rule that was added. What it does not say is right. */
const adding = (domain: DomainName, schema: string) => (parts: Loose) => ({
  domain,
  file: "rules/something-holds.json",
  make: (workshop: Workshop) =>
    workshop.write("rules/something-holds.json", {
      $schema: schema,
      severity: "error",
      summary: "Something holds.",
      rationale: "Someone asked for it.",
      message: "it does not hold",
      examples: [{ title: "it holds" }, { title: "it does not", violations: [""], message: "it does not hold" }],
      ...parts,
    }),
});

export const newOptionRule = adding("generator-option", "../../../rule.schema.json");
export const newContractRule = adding("data-contract", "../../../../../rules/rule.schema.json");

/** Anything else that can be done to the files. */
export const done = (domain: DomainName, file: string, make: (workshop: Workshop) => void) => ({ domain, file, make });
