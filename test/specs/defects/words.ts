import { contractRule, defects, newContractRule, newOptionRule, optionRule } from "./defect.js";

const FEW = "tags-are-few";
const YEAR = "secret-data-is-kept-one-year-at-most";

/** A rule about sample records with other words; its examples are not looked at. */
const records = (message: string) => newOptionRule({ check: { at: "/sampleRecords/*", count: { min: 10 } }, message });
const titleOf = (message: string) => newContractRule({ check: { at: "/title", length: { min: 20 } }, message });

/** Words that say something else than the rule does. */
export const WORDS = defects([
  [
    "at least another number",
    records("the strategy exhaustive needs at least 12 sample records; there are {size}"),
    /says "at least 12", but "min" is 10; write \{min\}/,
  ],
  ["another number of what is counted", records("show 12 records"), /says "12", but "min" is 10/],
  ["another number, off by one", records("fewer than 11 records are too few"), /says "fewer than 11"/],
  ["another number without a noun", records("at least 11 are needed"), /says "at least 11"/],
  ["another number of something", records("at least 12 examples are needed"), /says "at least 12"/],
  ["a range with another end", titleOf("write between 20 and 90 characters"), /says "90", but "min" is 20/],
  ["another length", titleOf("the title has fewer than 15 characters"), /says "fewer than 15"/],
  [
    "a number in words",
    contractRule(FEW, (rule) => {
      rule.message = "there are more than six tags";
      rule.examples[2].message = rule.message;
    }),
    /says "more than six", but "max" is 5; write \{max\}/,
  ],
  [
    "a summary with another number",
    contractRule(FEW, (rule) => (rule.summary = "There are at most six tags.")),
    /says "at most six", but "max" is 5/,
  ],
  [
    "another number than the data",
    contractRule(YEAR, (rule) => {
      rule.message = "secret data may be kept for up to 360 days, not {actual}";
      rule.examples[2].message = "secret data may be kept for up to 360 days, not 366";
    }),
    /says "up to 360", but "max" is 365; write \{max\}/,
  ],
  [
    "the title of a fix with another limit",
    contractRule(YEAR, (rule) => (rule.fixes[0].title = "Keep it for 30 days")),
    /says "30", but "max" is 365/,
  ],
  [
    "the title of a fix with another number than it puts in",
    contractRule(
      "personal-data-is-secret",
      (rule) => (rule.fixes[1].title = "Make the dataset secret, kept for 300 days"),
    ),
    /says "300", but the fix puts in 365/,
  ],
  [
    "the title of a fix offers what it does not put in",
    contractRule("column-types-are-known", (rule) => (rule.fixes[0].set = { "{path}": "string" })),
    /offers \{nearest\}, which the fix does not put in/,
  ],
  [
    "two fixes with one title",
    contractRule("personal-data-is-secret", (rule) => (rule.fixes[1].title = rule.fixes[0].title)),
    /another fix has this title/,
  ],
  [
    "the message of another rule",
    contractRule("tags-are-unique", (rule) => {
      rule.message = "the change {actual} is already at {first}";
      rule.examples[1].message = 'the change "shop" is already at /candidate/tags/1';
    }),
    /is the message of the rule history-says-everything-once/,
  ],
  [
    "a placeholder of JavaScript",
    contractRule(FEW, (rule) => (rule.message = rule.message.replace("{size}", "$$$&"))),
    /write placeholders as \{name\}/,
  ],
  [
    "a placeholder of C",
    optionRule("generator-id-is-free", (rule) => (rule.message = "there is a generator %s already")),
    /write placeholders as \{name\}/,
  ],
  [
    "a placeholder in the summary",
    contractRule(FEW, (rule) => (rule.summary = "There are at most {max} tags.")),
    /nothing fills placeholders here/,
  ],
  [
    "the title of a fix repeats the message",
    contractRule("owner-can-be-reached", (rule) => (rule.fixes[0].title = rule.message)),
    /repeats the message/,
  ],
  [
    "the limit of the other side",
    contractRule(YEAR, (rule) => {
      rule.message = "secret data must be kept at least {max} days, not {actual}";
      rule.examples[2].message = "secret data must be kept at least 365 days, not 366";
    }),
    /says "at least \{max\}", which is the limit on the other side/,
  ],
  [
    "another date",
    newContractRule({
      check: { at: "/validity/end", range: { max: "2030-12-31" } },
      message: "{actual} is after 2031-12-31",
    }),
    /says "2031-12-31", but the limit is 2030-12-31/,
  ],
  ["an empty summary, said once", contractRule(FEW, (rule) => (rule.summary = "")), /does not fit here: .*not empty/],
]);
