import { contractRule, defects, done, inContract, inOption, optionRule } from "./defect.js";

const FREE = "rules/generator-id-is-free.json";

/** Files in the wrong place, or that hold something else than JSON. */
export const FILES = defects([
  [
    "a rule beside the folder of rules",
    done("generator-option", "generator-id-is-free.json", (workshop) =>
      workshop.move(FREE, "generator-id-is-free.json"),
    ),
    /move it, a rule to rules\//,
  ],
  [
    "a rule in the folder of examples",
    done("generator-option", "examples/generator-id-is-free.json", (workshop) =>
      workshop.move(FREE, "examples/generator-id-is-free.json"),
    ),
    /unknown key "severity"|\$schema|must be/,
  ],
  [
    "an example in the folder of rules",
    done("data-contract", "rules/normalized.json", (workshop) =>
      workshop.move("examples/normalized.json", "rules/normalized.json"),
    ),
    /unknown key "candidate"|must be/,
  ],
  [
    "a rule in the folder of the domain",
    done("generator-option", "../generator-id-is-free.json", (workshop) =>
      workshop.move(FREE, "../generator-id-is-free.json"),
    ),
    /move it/,
  ],
  [
    "a rule in the rules folder",
    done("generator-option", "../../generator-id-is-free.json", (workshop) =>
      workshop.move(FREE, "../../generator-id-is-free.json"),
    ),
    /move it/,
  ],
  [
    "a rule in a folder of its own",
    done("generator-option", "rules/ids", (workshop) => workshop.move(FREE, "rules/ids/generator-id-is-free.json")),
    /only \.json files|move it/,
  ],
  [
    "a rule with another ending",
    done("generator-option", `${FREE}c`, (workshop) => workshop.move(FREE, `${FREE}c`)),
    /only \.json files belong here/,
  ],
  [
    "a rule with an ending in upper case",
    done("generator-option", "rules/generator-id-is-free.JSON", (workshop) =>
      workshop.move(FREE, "rules/generator-id-is-free.JSON"),
    ),
    /only \.json files belong here/,
  ],
  [
    "a copy of a rule",
    done("generator-option", "rules/generator-id-is-free copy.json", (workshop) =>
      workshop.write("rules/generator-id-is-free copy.json", workshop.read(FREE)),
    ),
    /kebab-case/,
  ],
  [
    "a copy of a version",
    done("generator-option", "../v1 copy", (workshop) =>
      workshop.write("../v1 copy/spec.json", workshop.read("spec.json")),
    ),
    /named v1, v2/,
  ],
  [
    "a rule with the code of the shape",
    done("generator-option", "rules/missing-property.json", (workshop) =>
      workshop.move(FREE, "rules/missing-property.json"),
    ),
    /code of the shape|has this code/,
  ],
  ["no rules", done("generator-option", "rules", (workshop) => workshop.remove("rules")), /the folder is missing/],
  [
    "another $schema",
    optionRule("generator-id-is-free", (rule) => (rule.$schema = "../../../spec.schema.json")),
    /must be "\.\.\/\.\.\/\.\.\/rule\.schema\.json"/,
  ],
  [
    "no $schema",
    optionRule("generator-id-is-free", (rule) => delete rule.$schema),
    /"\$schema" is missing.*add "\$schema": "\.\.\/\.\.\/\.\.\/rule\.schema\.json"/,
  ],
  [
    "no $schema, beside another rules folder",
    inContract("spec.json", (spec) => delete spec.$schema),
    /add "\$schema": "\.\.\/\.\.\/\.\.\/\.\.\/rules\/spec\.schema\.json"/,
  ],
  [
    "no $schema of the shape",
    inContract("candidate.schema.json", (shape) => delete shape.$schema),
    /"\$schema" is missing/,
  ],
  [
    "no $schema of an example",
    inContract("examples/orders.json", (example) => delete example.$schema),
    /"\$schema" is missing/,
  ],
  [
    "no $schema of the domain",
    inContract("../domain.json", (domain) => delete domain.$schema),
    /"\$schema" is missing/,
  ],
  [
    "breaks since no version",
    inContract("spec.json", (spec) => (spec.breaks = ["/rules/tags-are-few"])),
    /there is no version before v1/,
  ],
  [
    "the end of a draft",
    inContract("spec.json", (spec) => {
      spec.status = "draft";
      spec.retiresOn = "2027-01-01";
    }),
    /a draft cannot be deprecated or retired/,
  ],
  [
    "a $schema that is not there",
    inContract("spec.json", (spec) => (spec.$schema = "../../spec.schema.json5")),
    /must be/,
  ],
  [
    "a $schema of the web",
    inContract("candidate.schema.json", (shape) => (shape.$schema = "https://json-schema.org/draft/2020-12/schema")),
    /must be/,
  ],
  [
    "the text of a new package",
    inOption("spec.json", (spec) => (spec.title = "A title for people")),
    /text of a new package/,
  ],
  [
    "the rationale of a new rule",
    optionRule(
      "generator-id-is-free",
      (rule) => (rule.rationale = "Why that matters: authors read it when they ask what went wrong."),
    ),
    /text of a new package/,
  ],
  [
    "the description of a new domain",
    inOption("../domain.json", (domain) => (domain.description = "What is proposed here, in a sentence for authors.")),
    /text of a new package/,
  ],
  [
    "a note to oneself in a released package",
    contractRule("tags-are-few", (rule) => (rule.rationale = "TODO: ask the warehouse.")),
    /note/,
  ],
  [
    "a huge file",
    done("generator-option", FREE, (workshop) =>
      workshop.write(FREE, `${JSON.stringify(workshop.read(FREE))}${" ".repeat(300_000)}`),
    ),
    /larger than 256 KiB/,
  ],
  ["an empty file", done("generator-option", FREE, (workshop) => workshop.write(FREE, "")), /not JSON/],
  [
    "a byte order mark",
    done("generator-option", FREE, (workshop) => workshop.write(FREE, `\ufeff${JSON.stringify(workshop.read(FREE))}`)),
    /byte order mark/,
  ],
  [
    "a key twice",
    done("generator-option", FREE, (workshop) =>
      workshop.write(FREE, JSON.stringify(workshop.read(FREE)).replace("{", '{"severity":"info",')),
    ),
    /not JSON: .*severity|twice/,
  ],
  [
    "a comma at the end",
    done("generator-option", FREE, (workshop) =>
      workshop.write(FREE, JSON.stringify(workshop.read(FREE)).replace(/\}$/, ",}")),
    ),
    /not JSON/,
  ],
  [
    "a comment",
    done("generator-option", FREE, (workshop) =>
      workshop.write(FREE, `// free\n${JSON.stringify(workshop.read(FREE))}`),
    ),
    /not JSON/,
  ],
  [
    "bytes that are no UTF-8",
    done("generator-option", FREE, (workshop) =>
      workshop.write(FREE, Buffer.from(JSON.stringify(workshop.read(FREE)).replace("generator", "g\u00e9n"), "latin1")),
    ),
    /UTF-8/,
  ],
  [
    "an array instead of a rule",
    done("generator-option", FREE, (workshop) => workshop.write(FREE, [workshop.read(FREE)])),
    /must be of type object/,
  ],
  [
    "a severity in an array",
    optionRule("generator-id-is-free", (rule) => (rule.severity = ["error"])),
    /is not known here/,
  ],
  [
    "examples in an object",
    optionRule("generator-id-is-free", (rule) => (rule.examples = { first: rule.examples[0] })),
    /must be of type array/,
  ],
  [
    "a limit in quotes",
    contractRule("tags-are-few", (rule) => (rule.check.count.max = "5")),
    /must be of type integer/,
  ],
  ["a boolean in quotes", contractRule("tags-are-unique", (rule) => (rule.check.unique = "true")), /must be true/],
  [
    "an unknown key of a rule",
    optionRule("generator-id-is-free", (rule) => (rule.mesage = "x")),
    /unknown key "mesage"; did you mean "message"/,
  ],
  [
    "an unknown key of an example",
    optionRule("generator-id-is-free", (rule) => (rule.examples[1].violation = ["/generatorId"])),
    /did you mean "violations"/,
  ],
  [
    "an unknown key of a fix",
    optionRule("generator-id-is-free", (rule) => (rule.fixes[0].aplicability = "maybe-incorrect")),
    /did you mean "applicability"/,
  ],
  [
    "a severity of another tool",
    optionRule("generator-id-is-free", (rule) => (rule.severity = "warn")),
    /"warn" is not known here/,
  ],
  ["two checks in one", contractRule("tags-are-unique", (rule) => (rule.check.count = { max: 5 })), /unknown key/],
  [
    "ignoreCase where nothing has a case",
    contractRule("tags-are-few", (rule) => (rule.check.ignoreCase = true)),
    /unknown key "ignoreCase"/,
  ],
  [
    "an order that is not known",
    contractRule("history-is-in-order", (rule) => (rule.check.sorted = "asc")),
    /"asc" is not known here/,
  ],
  [
    "a respelling that is not known",
    contractRule("tags-are-lower-case", (rule) => (rule.check.suggest = "lowercase")),
    /did you mean "lower-case"/,
  ],
  [
    "the base with its ending",
    inContract("spec.json", (spec) => (spec.base = "orders.json")),
    /there is no example "orders\.json"/,
  ],
  ["a summary of white space", contractRule("tags-are-few", (rule) => (rule.summary = " ")), /does not fit here/],
  [
    "a rationale that repeats the summary",
    contractRule("tags-are-few", (rule) => (rule.rationale = rule.summary)),
    /repeats the summary/,
  ],
  [
    "a message that repeats the summary",
    contractRule("tags-are-few", (rule) => (rule.message = rule.summary)),
    /repeats the summary/,
  ],
  [
    "a summary of another rule",
    contractRule("tags-are-few", (rule) => (rule.summary = "Tags are in lower case.")),
    /the summary of the rule tags-are-lower-case/,
  ],
]);
