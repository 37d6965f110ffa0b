import { contractRule, type Defect, inOption, newContractRule, optionRule } from "./defect.js";

const free = optionRule("generator-id-is-free");
const few = contractRule("tags-are-few");
const ownerKind = optionRule("owner-kind-is-allowed");
const reserved = contractRule("column-names-are-not-reserved");

/** Placeholders that nothing fills. */
export const PLACEHOLDERS: readonly Defect[] = [
  few("{min} where only max is given", /nothing fills the placeholder \{min\}/, {
    "/message": "there are {size} tags; at least {min} are needed",
  }),
  contractRule("owner-can-be-reached")(
    "{max} in the title of a fix where only min is given",
    /nothing fills the placeholder \{max\}/,
    { "/fixes/0/title": "Add {max} of them" },
  ),
  reserved("{nearest} of a list that is forbidden", /nothing fills the placeholder \{nearest\}/, {
    "/fixes": [{ title: "Rename", applicability: "maybe-incorrect", set: { "{path}": "{nearest}" } }],
  }),
  contractRule("tags-are-lower-case")("{suggestion} without suggest", /suggest/, { "/check/suggest": undefined }),
  ownerKind("{key} of a check that has none", /nothing fills the placeholder \{key\}/, {
    "/message": "{key} is not allowed",
  }),
  ownerKind("a misspelt one", /nothing fills the placeholder \{actaul\}; did you mean \{actual\}/, {
    "/message": "{actaul} is not an owner kind",
  }),
  free("a misspelt one in the change of a fix", /nothing fills the placeholder \{fre\}/, {
    "/fixes/0/set": { "{path}": "{fre}" },
  }),
  free("a misspelt one in the pointer of a fix", /nothing fills the placeholder \{pth\}; did you mean \{path\}/, {
    "/fixes/0/set": { "{pth}": "{free}" },
  }),
  few("{first} of a check that counts", /nothing fills the placeholder \{first\}/, {
    "/message": "there are too many after {first}",
  }),
  contractRule("secret-data-is-kept-one-year-at-most")("{size} of a range", /nothing fills the placeholder \{size\}/, {
    "/message": "{size} days are too many",
  }),
  optionRule("rationale-notes-are-given")(
    "one that only one of two checks fills",
    /nothing fills the placeholder \{min\}/,
    { "/message": "give at least {min} characters" },
  ),
  few("a brace that is not closed", /a brace that is not part of a placeholder/, {
    "/message": "there are {size} tags; more than {max say less",
  }),
  few("one with spaces", /a brace that is not part of a placeholder/, { "/message": "there are { size } tags" }),
  few("one in two braces", /a brace that is not part of a placeholder/, { "/message": "there are {{size}} tags" }),
  few("one with a hyphen", /a brace that is not part of a placeholder/, { "/message": "there are {tag-count} tags" }),
  free("a brace in the title of a fix", /a brace that is not part of a placeholder/, {
    "/fixes/0/title": "Use {free instead",
  }),
  ownerKind("one in the message that is often empty", /\{nearest\} .*is not always there/, {
    "/message": "{actual} is no owner kind; did you mean {nearest}?",
    "/examples/1/message": '"Humann" is no owner kind; did you mean human?',
  }),
  optionRule("sample-records-have-only-declared-fields")(
    "a pointer in the message that is often empty",
    /\{spare\} .*is not always there/,
    (rule) => (rule.message += "; remove {spare}"),
  ),
  reserved("{expected} of a check that expects nothing", /nothing fills the placeholder \{expected\}/, {
    "/message": "{actual} is reserved; reserved are {expected}",
    "/examples/1/message": '"row_id" is reserved; reserved are none',
  }),
  contractRule("rows-have-every-column")("{actual} of what is missing", /nothing fills the placeholder \{actual\}/, {
    "/message": "{actual} lacks {key}",
    "/examples/1/message": undefined,
  }),
  newContractRule("a suggestion that nothing uses", /nothing uses \{suggestion\}/, {
    check: { at: "/owner/phone", pattern: "^[+]", suggest: "trimmed" },
    message: "{actual} has no country code",
  }),
  optionRule("output-field-types-are-known")("aliases that nothing uses", /nothing uses \{nearest\}/, (rule) => {
    delete rule.fixes;
    for (const example of rule.examples) delete example.fixed;
    for (const example of rule.examples) delete example.fix;
  }),
  inOption("spec.json")("{placeholder} of a type that has none", /"placeholder" or "examples"/, {
    "/data/fieldTypes/date/examples": undefined,
  }),
];
