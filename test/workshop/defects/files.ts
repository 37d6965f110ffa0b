import {
  CONTRACT,
  contractRule,
  type Defect,
  done,
  inContract,
  inOption,
  OPTION,
  optionRule,
} from "./defect.js";

const free = optionRule("generator-id-is-free");
const few = contractRule("tags-are-few");
const spec = inContract("spec.json");

const NAME = "generator-id-is-free.json";
const FREE = `${OPTION}/rules/${NAME}`;
const COPY = `${OPTION}/rules/generator-id-is-free copy.json`;

const moved = (detail: RegExp, to: string, from = FREE) =>
  done(detail, to, (rules) => rules.rename(from, to));

/** The text of a rule, changed into something else. */
const rewritten = (detail: RegExp, change: (rule: string) => string | Buffer) =>
  done(detail, FREE, (rules) => rules.write(FREE, change(JSON.stringify(rules.read(FREE)))));

/** Files in the wrong place, or that hold something else than JSON. */
export const FILES: readonly Defect[] = [
  moved(/move it, a rule to rules\//, `${OPTION}/${NAME}`),
  moved(
    /unknown key "candidate"|must be/,
    `${CONTRACT}/rules/normalized.json`,
    `${CONTRACT}/examples/normalized.json`,
  ),
  done(/only \.json files|move it/, `${OPTION}/rules/ids`, (rules) =>
    rules.rename(FREE, `${OPTION}/rules/ids/${NAME}`),
  ),
  moved(/only \.json files belong here/, `${FREE}c`),
  done(/kebab-case/, COPY, (rules) => rules.copy(FREE, COPY)),
  done(/named v1, v2/, `${OPTION} copy`, (rules) =>
    rules.copy(`${OPTION}/spec.json`, `${OPTION} copy/spec.json`),
  ),
  moved(/code of the shape|has this code/, `${OPTION}/rules/missing-property.json`),
  done(/the folder is missing/, `${OPTION}/examples`, (rules) =>
    rules.remove(`${OPTION}/examples`),
  ),
  free(/must be "\.\.\/\.\.\/\.\.\/rule\.schema\.json"/, {
    "/$schema": "../../../spec.schema.json",
  }),
  inContract("../domain.json")(/"\$schema" is missing/, { "/$schema": undefined }),
  spec(/a draft cannot be deprecated or retired/, {
    "/status": "draft",
    "/retiresOn": "2027-01-01",
  }),
  free(/text of a new package/, {
    "/rationale": "Why that matters: authors read it when they ask what went wrong.",
  }),
  inOption("../domain.json")(/text of a new package/, {
    "/description": "What is proposed here, in a sentence for authors.",
  }),
  few(/note/, { "/rationale": "TODO: ask the warehouse." }),
  rewritten(/larger than 256 KiB/, (rule) => `${rule}${" ".repeat(300_000)}`),
  rewritten(/byte order mark/, (rule) => `\ufeff${rule}`),
  rewritten(/not JSON: .*severity|twice/, (rule) => rule.replace("{", '{"severity":"info",')),
  rewritten(/UTF-8/, (rule) => Buffer.from(rule.replace("generator", "g\u00e9n"), "latin1")),
  rewritten(/is of type array|^\[/, (rule) => `[${rule}]`),
  free(
    /is of type object; expected array/,
    (rule) => (rule.examples = { first: rule.examples[0] }),
  ),
  contractRule("tags-are-unique")(/Replace with true/, { "/check/unique": "true" }),
  free(/unknown property "mesage"/, { "/mesage": "x" }),
  free(/"warn" is not allowed here/, { "/severity": "warn" }),
  contractRule("tags-are-unique")(/must fit only one/, { "/check/count": { max: 5 } }),
  contractRule("tags-are-lower-case")(/"lowercase" is not allowed here|lower-case/, {
    "/check/suggest": "lowercase",
  }),
  spec(/there is no example "orders\.json"/, { "/base": "orders.json" }),
  few(/repeats the summary/, (rule) => (rule.message = rule.summary)),
  few(/the summary of the rule tags-are-lower-case/, { "/summary": "Tags are in lower case." }),
];
