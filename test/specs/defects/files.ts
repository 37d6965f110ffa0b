import { CONTRACT, contractRule, type Defect, done, inContract, inOption, OPTION, optionRule } from "./defect.js";

const free = optionRule("generator-id-is-free");
const few = contractRule("tags-are-few");
const spec = inContract("spec.json");

const NAME = "generator-id-is-free.json";
const FREE = `${OPTION}/rules/${NAME}`;
const COPY = `${OPTION}/rules/generator-id-is-free copy.json`;

const moved = (title: string, detail: RegExp, to: string, from = FREE) =>
  done(title, detail, to, (rules) => rules.rename(from, to));

/** The text of a rule, changed into something else. */
const rewritten = (title: string, detail: RegExp, change: (rule: string) => string | Buffer) =>
  done(title, detail, FREE, (rules) => rules.write(FREE, change(JSON.stringify(rules.read(FREE)))));

/** Files in the wrong place, or that hold something else than JSON. */
export const FILES: readonly Defect[] = [
  moved("a rule beside the folder of rules", /move it, a rule to rules\//, `${OPTION}/${NAME}`),
  moved("a rule in the folder of examples", /unknown key "severity"|\$schema|must be/, `${OPTION}/examples/${NAME}`),
  moved(
    "an example in the folder of rules",
    /unknown key "candidate"|must be/,
    `${CONTRACT}/rules/normalized.json`,
    `${CONTRACT}/examples/normalized.json`,
  ),
  moved("a rule in the folder of the domain", /move it/, `generator-option/${NAME}`),
  moved("a rule in the rules folder", /move it/, NAME),
  done("a rule in a folder of its own", /only \.json files|move it/, `${OPTION}/rules/ids`, (rules) =>
    rules.rename(FREE, `${OPTION}/rules/ids/${NAME}`),
  ),
  moved("a rule with another ending", /only \.json files belong here/, `${FREE}c`),
  moved("a rule with an ending in upper case", /only \.json files belong here/, FREE.replace(".json", ".JSON")),
  done("a copy of a rule", /kebab-case/, COPY, (rules) => rules.copy(FREE, COPY)),
  done("a copy of a version", /named v1, v2/, `${OPTION} copy`, (rules) =>
    rules.copy(`${OPTION}/spec.json`, `${OPTION} copy/spec.json`),
  ),
  moved(
    "a rule with the code of the shape",
    /code of the shape|has this code/,
    `${OPTION}/rules/missing-property.json`,
  ),
  done("no rules", /the folder is missing/, `${OPTION}/rules`, (rules) => rules.remove(`${OPTION}/rules`)),
  free("another $schema", /must be "\.\.\/\.\.\/\.\.\/rule\.schema\.json"/, {
    "/$schema": "../../../spec.schema.json",
  }),
  free("no $schema", /"\$schema" is missing.*add "\$schema": "\.\.\/\.\.\/\.\.\/rule\.schema\.json"/, {
    "/$schema": undefined,
  }),
  spec(
    "no $schema, beside another rules folder",
    /add "\$schema": "\.\.\/\.\.\/\.\.\/\.\.\/rules\/spec\.schema\.json"/,
    { "/$schema": undefined },
  ),
  inContract("candidate.schema.json")("no $schema of the shape", /"\$schema" is missing/, { "/$schema": undefined }),
  inContract("examples/orders.json")("no $schema of an example", /"\$schema" is missing/, { "/$schema": undefined }),
  inContract("../domain.json")("no $schema of the domain", /"\$schema" is missing/, { "/$schema": undefined }),
  spec("breaks since no version", /there is no version before v1/, { "/breaks": ["/rules/tags-are-few"] }),
  spec("the end of a draft", /a draft cannot be deprecated or retired/, {
    "/status": "draft",
    "/retiresOn": "2027-01-01",
  }),
  spec("a $schema that is not there", /must be/, { "/$schema": "../../spec.schema.json5" }),
  inContract("candidate.schema.json")("a $schema of the web", /must be/, {
    "/$schema": "https://json-schema.org/draft/2020-12/schema",
  }),
  inOption("spec.json")("the text of a new package", /text of a new package/, { "/title": "A title for people" }),
  free("the rationale of a new rule", /text of a new package/, {
    "/rationale": "Why that matters: authors read it when they ask what went wrong.",
  }),
  inOption("../domain.json")("the description of a new domain", /text of a new package/, {
    "/description": "What is proposed here, in a sentence for authors.",
  }),
  few("a note to oneself in a released package", /note/, { "/rationale": "TODO: ask the warehouse." }),
  rewritten("a huge file", /larger than 256 KiB/, (rule) => `${rule}${" ".repeat(300_000)}`),
  rewritten("an empty file", /not JSON/, () => ""),
  rewritten("a byte order mark", /byte order mark/, (rule) => `\ufeff${rule}`),
  rewritten("a key twice", /not JSON: .*severity|twice/, (rule) => rule.replace("{", '{"severity":"info",')),
  rewritten("a comma at the end", /not JSON/, (rule) => rule.replace(/\}$/, ",}")),
  rewritten("a comment", /not JSON/, (rule) => `// free\n${rule}`),
  rewritten("bytes that are no UTF-8", /UTF-8/, (rule) => Buffer.from(rule.replace("generator", "g\u00e9n"), "latin1")),
  rewritten("an array instead of a rule", /must be of type object/, (rule) => `[${rule}]`),
  free("a severity in an array", /is not known here/, { "/severity": ["error"] }),
  free("examples in an object", /must be of type array/, (rule) => (rule.examples = { first: rule.examples[0] })),
  few("a limit in quotes", /must be of type integer/, { "/check/count/max": "5" }),
  contractRule("tags-are-unique")("a boolean in quotes", /must be true/, { "/check/unique": "true" }),
  free("an unknown key of a rule", /unknown key "mesage"; did you mean "message"/, { "/mesage": "x" }),
  free("an unknown key of an example", /did you mean "violations"/, { "/examples/1/violation": ["/generatorId"] }),
  free("an unknown key of a fix", /did you mean "applicability"/, { "/fixes/0/aplicability": "maybe-incorrect" }),
  free("a severity of another tool", /"warn" is not known here/, { "/severity": "warn" }),
  contractRule("tags-are-unique")("two checks in one", /unknown key/, { "/check/count": { max: 5 } }),
  few("ignoreCase where nothing has a case", /unknown key "ignoreCase"/, { "/check/ignoreCase": true }),
  contractRule("history-is-in-order")("an order that is not known", /"asc" is not known here/, {
    "/check/sorted": "asc",
  }),
  contractRule("tags-are-lower-case")("a respelling that is not known", /did you mean "lower-case"/, {
    "/check/suggest": "lowercase",
  }),
  spec("the base with its ending", /there is no example "orders\.json"/, { "/base": "orders.json" }),
  few("a summary of white space", /does not fit here/, { "/summary": " " }),
  few("a rationale that repeats the summary", /repeats the summary/, (rule) => (rule.rationale = rule.summary)),
  few("a message that repeats the summary", /repeats the summary/, (rule) => (rule.message = rule.summary)),
  few("a summary of another rule", /the summary of the rule tags-are-lower-case/, {
    "/summary": "Tags are in lower case.",
  }),
];
