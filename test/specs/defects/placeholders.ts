import { contractRule, defects, inOption, newContractRule, optionRule } from "./defect.js";

/** Placeholders that nothing fills. */
export const PLACEHOLDERS = defects([
  [
    "{min} where only max is given",
    contractRule("tags-are-few", (rule) => (rule.message = "there are {size} tags; at least {min} are needed")),
    /nothing fills the placeholder \{min\}/,
  ],
  [
    "{max} in the title of a fix where only min is given",
    contractRule("owner-can-be-reached", (rule) => (rule.fixes[0].title = "Add {max} of them")),
    /nothing fills the placeholder \{max\}/,
  ],
  [
    "{nearest} of a list that is forbidden",
    contractRule(
      "column-names-are-not-reserved",
      (rule) => (rule.fixes = [{ title: "Rename", applicability: "maybe-incorrect", set: { "{path}": "{nearest}" } }]),
    ),
    /nothing fills the placeholder \{nearest\}/,
  ],
  ["{suggestion} without suggest", contractRule("tags-are-lower-case", (rule) => delete rule.check.suggest), /suggest/],
  [
    "{key} of a check that has none",
    optionRule("owner-kind-is-allowed", (rule) => (rule.message = "{key} is not allowed")),
    /nothing fills the placeholder \{key\}/,
  ],
  [
    "a misspelt one",
    optionRule("owner-kind-is-allowed", (rule) => (rule.message = "{actaul} is not an owner kind")),
    /nothing fills the placeholder \{actaul\}; did you mean \{actual\}/,
  ],
  [
    "a misspelt one in the change of a fix",
    optionRule("generator-id-is-free", (rule) => (rule.fixes[0].set = { "{path}": "{fre}" })),
    /nothing fills the placeholder \{fre\}/,
  ],
  [
    "a misspelt one in the pointer of a fix",
    optionRule("generator-id-is-free", (rule) => (rule.fixes[0].set = { "{pth}": "{free}" })),
    /nothing fills the placeholder \{pth\}; did you mean \{path\}/,
  ],
  [
    "{first} of a check that counts",
    contractRule("tags-are-few", (rule) => (rule.message = "there are too many after {first}")),
    /nothing fills the placeholder \{first\}/,
  ],
  [
    "{size} of a range",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => (rule.message = "{size} days are too many")),
    /nothing fills the placeholder \{size\}/,
  ],
  [
    "one that only one of two checks fills",
    optionRule("rationale-notes-are-given", (rule) => (rule.message = "give at least {min} characters")),
    /nothing fills the placeholder \{min\}/,
  ],
  [
    "a brace that is not closed",
    contractRule("tags-are-few", (rule) => (rule.message = "there are {size} tags; more than {max say less")),
    /a brace that is not part of a placeholder/,
  ],
  [
    "one with spaces",
    contractRule("tags-are-few", (rule) => (rule.message = "there are { size } tags")),
    /a brace that is not part of a placeholder/,
  ],
  [
    "one in two braces",
    contractRule("tags-are-few", (rule) => (rule.message = "there are {{size}} tags")),
    /a brace that is not part of a placeholder/,
  ],
  [
    "one with a hyphen",
    contractRule("tags-are-few", (rule) => (rule.message = "there are {tag-count} tags")),
    /a brace that is not part of a placeholder/,
  ],
  [
    "a brace in the title of a fix",
    optionRule("generator-id-is-free", (rule) => (rule.fixes[0].title = "Use {free instead")),
    /a brace that is not part of a placeholder/,
  ],
  [
    "one in the message that is often empty",
    optionRule("owner-kind-is-allowed", (rule) => {
      rule.message = "{actual} is no owner kind; did you mean {nearest}?";
      rule.examples[1].message = '"Humann" is no owner kind; did you mean human?';
    }),
    /\{nearest\} .*is not always there/,
  ],
  [
    "a pointer in the message that is often empty",
    optionRule("sample-records-have-only-declared-fields", (rule) => (rule.message += "; remove {spare}")),
    /\{spare\} .*is not always there/,
  ],
  [
    "{expected} of a check that expects nothing",
    contractRule("column-names-are-not-reserved", (rule) => {
      rule.message = "{actual} is reserved; reserved are {expected}";
      rule.examples[1].message = '"row_id" is reserved; reserved are none';
    }),
    /nothing fills the placeholder \{expected\}/,
  ],
  [
    "{actual} of what is missing",
    contractRule("rows-have-every-column", (rule) => {
      rule.message = "{actual} lacks {key}";
      delete rule.examples[1].message;
    }),
    /nothing fills the placeholder \{actual\}/,
  ],
  [
    "a suggestion that nothing uses",
    newContractRule({
      check: { at: "/owner/phone", pattern: "^[+]", suggest: "trimmed" },
      message: "{actual} has no country code",
    }),
    /nothing uses \{suggestion\}/,
  ],
  [
    "aliases that nothing uses",
    optionRule("output-field-types-are-known", (rule) => {
      delete rule.fixes;
      for (const example of rule.examples) delete example.fixed;
      for (const example of rule.examples) delete example.fix;
    }),
    /nothing uses \{nearest\}/,
  ],
  [
    "{placeholder} of a type that has none",
    inOption("spec.json", (spec) => delete spec.data.fieldTypes.date.examples),
    /"placeholder" or "examples"/,
  ],
]);
