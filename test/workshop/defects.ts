import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DomainName, Edits, Loose, RulesFolder } from "../support/rules-folder.js";

type Change = Parameters<RulesFolder["edit"]>[1];

/** Something wrong that a maintainer could do to a package, and what the check has to say about it. */
export interface Defect {
  readonly domain: DomainName;
  /** The rule that alone is changed: nothing else has to be searched. */
  readonly rule?: string;
  readonly make: (rules: RulesFolder) => void;
  /** Where the error is, relative to the rules folder. */
  readonly file: string;
  readonly detail: RegExp;
}

/** A defect in `defects.json`: an edit of a file, or a rule that is added to a version. */
type DefectRow = { readonly says: string } & (
  | { edit: string; found?: string; set?: Edits; remove?: string[] }
  | { newRule: string; rule: Loose }
);

const OPTION = "generator-option/v1";
const CONTRACT = "data-contract/v1";
const ORDERS = `${CONTRACT}/examples/orders.json`;
const OTHER = `${CONTRACT}/examples/other.json`;
const FREE = `${OPTION}/rules/generator-id-is-free.json`;
const COPY = `${OPTION}/rules/generator-id-is-free copy.json`;

const domainOf = (file: string) => file.slice(0, file.indexOf("/")) as DomainName;

function defect(detail: RegExp, file: string, make: Defect["make"]): Defect {
  return { detail, domain: domainOf(file), file, make };
}

function edited(detail: RegExp, edit: string, change: Change, found = edit): Defect {
  const one = defect(detail, found, (rules) => rules.edit(edit, change));
  return edit.includes("/rules/") ? { ...one, rule: basename(edit, ".json") } : one;
}

let added = 0;

/** A rule that is added to a version. What its parts do not say is right. */
export function addedRule(parts: Loose, version = CONTRACT) {
  const rule = `something-holds-${++added}`;
  const file = `${version}/rules/${rule}.json`;
  const content = {
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
  const make = (rules: RulesFolder) => {
    const neighbors = `${domainOf(version)}/v1/rules`;
    const { $schema } = rules.read(`${neighbors}/${rules.list(neighbors)[0]}`);
    rules.write(file, { $schema, ...content });
  };
  return { rule, file, make };
}

const ruleFile = (version: string, name: string) => `${version}/rules/${name}.json`;
const optionRule = (name: string, detail: RegExp, change: Change) =>
  edited(detail, ruleFile(OPTION, name), change);
const contractRule = (name: string, detail: RegExp, change: Change) =>
  edited(detail, ruleFile(CONTRACT, name), change);
const free = (detail: RegExp, change: Change) => optionRule("generator-id-is-free", detail, change);
const few = (detail: RegExp, change: Change) => contractRule("tags-are-few", detail, change);

/** A copy of the base example, with changes. */
const otherExample = (detail: RegExp, change: Change) =>
  defect(detail, OTHER, (rules) => {
    rules.copy(ORDERS, OTHER);
    rules.edit(OTHER, change);
  });

/** Changes of spec.json beside a rule that is added. */
const withRule = (detail: RegExp, change: Change, parts: Loose) =>
  defect(detail, `${CONTRACT}/spec.json`, (rules) => {
    rules.edit(`${CONTRACT}/spec.json`, change);
    addedRule(parts).make(rules);
  });

const moved = (detail: RegExp, to: string, from = FREE, file = to) =>
  defect(detail, file, (rules) => rules.rename(from, to));

/** The text of a rule, changed into something else. */
const rewritten = (detail: RegExp, change: (rule: string) => string | Buffer) =>
  defect(detail, FREE, (rules) => rules.write(FREE, change(JSON.stringify(rules.read(FREE)))));

const asksTeams = addedRule({
  check: { at: "/owner/team", registered: "teams" },
  examples: [
    { title: "it holds", registries: { teams: ["checkout"] } },
    { title: "it does not", registries: { teams: [] }, violations: ["/owner/team"], message: "no" },
  ],
});

/** What no edit says: files that move or are no JSON, and changes by what is there. */
const OTHERS: Readonly<Record<string, readonly Defect[]>> = {
  "a fix": [
    contractRule("personal-data-is-secret", /a value that the shape refuses/, (rule) => {
      rule.fixes[0].set["/classification"] = "private";
      rule.fixes[1].set["/classification"] = "private";
      for (const example of rule.examples) delete example.fixed;
    }),
    optionRule(
      "sample-records-have-only-declared-fields",
      /no example (offers|proves) this fix/,
      (rule) => {
        const [{ message }] = rule.examples.splice(1, 1);
        rule.examples[3].message = message
          .replace("citty", "humidity")
          .replace("; did you mean city?", "");
      },
    ),
    optionRule("generator-id-is-kebab-case", /no example proves this fix/, (rule) => {
      rule.examples = [rule.examples[0], rule.examples[2]];
      rule.examples[1].message = rule.message.replace("{actual}", '"Person_Name"');
    }),
    free(/the same fix occurs twice/, (rule) => rule.fixes.push(rule.fixes[0])),
    free(/the same change/, (rule) =>
      rule.fixes.push({ ...rule.fixes[0], title: "Try another id" }),
    ),
  ],
  "an example": [
    few(/changes the same as "five pass"/, (rule) =>
      rule.examples.push({ ...rule.examples[1], title: "again" }),
    ),
    defect(/are those of the base example/, asksTeams.file, (rules) => {
      rules.edit(ORDERS, { "/registries": { teams: ["checkout"] } });
      asksTeams.make(rules);
    }),
    otherExample(/expected none, but found owner-is-a-known-team/, {
      "/candidate/owner/team": "nobody",
    }),
    otherExample(/expected owner-is-known-team at/, {
      "/candidate/owner/team": "nobody",
      "/diagnostics": [{ code: "owner-is-known-team", path: "/owner/team" }],
    }),
    edited(/normalizing gives/, `${OPTION}/examples/city-weather.json`, (example) => {
      example.proposal = { ...example.candidate, generatorName: "City Weather" };
    }),
    otherExample(/invalid candidate has no proposal/, (example) => {
      example.proposal = structuredClone(example.candidate);
      example.candidate.owner = { team: "nobody", email: "a@b.de" };
      example.diagnostics = [{ code: "owner-is-a-known-team", path: "/owner/team" }];
    }),
    defect(/is the candidate of the example again/, ORDERS, (rules) =>
      rules.write(`${CONTRACT}/examples/again.json`, { ...rules.read(ORDERS), title: "Again" }),
    ),
  ],
  "the words of a rule": [
    contractRule("personal-data-is-secret", /another fix has this title/, (rule) => {
      rule.fixes[1].title = rule.fixes[0].title;
    }),
    few(/write placeholders as \{name\}/, (rule) => {
      rule.message = rule.message.replace("{size}", "$$$&");
    }),
    contractRule("owner-can-be-reached", /repeats the message/, (rule) => {
      rule.fixes[0].title = rule.message;
    }),
  ],
  "a check": [
    few(/the same check occurs twice/, (rule) => {
      rule.check = [rule.check, { at: ["/tags/*"], count: { max: 5 } }];
    }),
  ],
  "data and declarations": [
    defect(/the shape does not allow "date" as a type/, `${CONTRACT}/spec.json`, (rules) =>
      rules.edit(`${CONTRACT}/candidate.schema.json`, {
        "/properties/columns/items/properties/type/enum": [
          ...["string", "integer", "number", "boolean"],
        ],
      }),
    ),
    withRule(
      /nothing picks this entry: "internl" is never at \/classification; did you mean "internal"/,
      { "/data/longest": { secret: 365, internl: 900 } },
      {
        check: {
          at: "/retentionDays",
          range: { max: { spec: "/longest", by: { candidate: "/classification" } } },
        },
      },
    ),
  ],
  "a step of normalization": [
    withRule(
      /"default" has no effect: the rule something-holds-\d+ requires the property/,
      { "/normalize/-": { step: "default", at: "/owner/phone", value: "+49 30 0" } },
      { check: { at: "/owner", "has-keys": ["phone"] } },
    ),
  ],
  "a file": [
    moved(/move it, a rule to rules\//, `${OPTION}/${basename(FREE)}`),
    moved(
      /unknown key "candidate"|must be/,
      `${CONTRACT}/rules/normalized.json`,
      `${CONTRACT}/examples/normalized.json`,
    ),
    moved(
      /only \.json files|move it/,
      `${OPTION}/rules/ids/${basename(FREE)}`,
      FREE,
      `${OPTION}/rules/ids`,
    ),
    moved(/only \.json files belong here/, `${FREE}c`),
    defect(/kebab-case/, COPY, (rules) => rules.copy(FREE, COPY)),
    defect(/named v1, v2/, `${OPTION} copy`, (rules) =>
      rules.copy(`${OPTION}/spec.json`, `${OPTION} copy/spec.json`),
    ),
    moved(/code of the shape|has this code/, ruleFile(OPTION, "missing-property")),
    defect(/the folder is missing/, `${OPTION}/examples`, (rules) =>
      rules.remove(`${OPTION}/examples`),
    ),
    rewritten(/larger than 256 KiB/, (rule) => `${rule}${" ".repeat(300_000)}`),
    rewritten(/byte order mark/, (rule) => `\ufeff${rule}`),
    rewritten(/not JSON: .*severity|twice/, (rule) => rule.replace("{", '{"severity":"info",')),
    rewritten(/UTF-8/, (rule) => Buffer.from(rule.replace("generator", "g\u00e9n"), "latin1")),
    rewritten(/is of type array|^\[/, (rule) => `[${rule}]`),
    free(/is of type object; expected array/, (rule) => {
      rule.examples = { first: rule.examples[0] };
    }),
    few(/repeats the summary/, (rule) => {
      rule.message = rule.summary;
    }),
  ],
};

function fromRow(row: DefectRow): Defect {
  const detail = new RegExp(row.says);
  if ("newRule" in row)
    return { detail, domain: domainOf(row.newRule), ...addedRule(row.rule, row.newRule) };
  const removed = Object.fromEntries((row.remove ?? []).map((pointer) => [pointer, undefined]));
  return edited(detail, row.edit, { ...row.set, ...removed }, row.found);
}

const ROWS: Record<string, DefectRow[]> = JSON.parse(
  readFileSync(join("test", "workshop", "defects.json"), "utf8"),
);

/** All defects, by what they are in. */
export const DEFECTS: Readonly<Record<string, readonly Defect[]>> = Object.fromEntries(
  Object.entries(ROWS).map(([kind, rows]) => [
    kind,
    [...rows.map(fromRow), ...(OTHERS[kind] ?? [])],
  ]),
);
