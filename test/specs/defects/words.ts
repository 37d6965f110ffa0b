import { contractRule, type Defect, newContractRule, newOptionRule, optionRule } from "./defect.js";

const few = contractRule("tags-are-few");
const personal = contractRule("personal-data-is-secret");
const year = contractRule("secret-data-is-kept-one-year-at-most");

/** A rule about sample records with other words; its examples are not looked at. */
const records = (title: string, detail: RegExp, message: string) =>
  newOptionRule(title, detail, { check: { at: "/sampleRecords/*", count: { min: 10 } }, message });
const titleOf = (title: string, detail: RegExp, message: string) =>
  newContractRule(title, detail, { check: { at: "/title", length: { min: 20 } }, message });

/** Words that say something else than the rule does. */
export const WORDS: readonly Defect[] = [
  records(
    "at least another number",
    /says "at least 12", but "min" is 10; write \{min\}/,
    "the strategy exhaustive needs at least 12 sample records; there are {size}",
  ),
  records("another number of what is counted", /says "12", but "min" is 10/, "show 12 records"),
  records("another number, off by one", /says "fewer than 11"/, "fewer than 11 records are too few"),
  records("another number without a noun", /says "at least 11"/, "at least 11 are needed"),
  records("another number of something", /says "at least 12"/, "at least 12 examples are needed"),
  titleOf("a range with another end", /says "90", but "min" is 20/, "write between 20 and 90 characters"),
  titleOf("another length", /says "fewer than 15"/, "the title has fewer than 15 characters"),
  few("a number in words", /says "more than six", but "max" is 5; write \{max\}/, (rule) => {
    rule.message = "there are more than six tags";
    rule.examples[2].message = rule.message;
  }),
  few("a summary with another number", /says "at most six", but "max" is 5/, {
    "/summary": "There are at most six tags.",
  }),
  year("another number than the data", /says "up to 360", but "max" is 365; write \{max\}/, {
    "/message": "secret data may be kept for up to 360 days, not {actual}",
    "/examples/2/message": "secret data may be kept for up to 360 days, not 366",
  }),
  year("the title of a fix with another limit", /says "30", but "max" is 365/, {
    "/fixes/0/title": "Keep it for 30 days",
  }),
  personal("the title of a fix with another number than it puts in", /says "300", but the fix puts in 365/, {
    "/fixes/1/title": "Make the dataset secret, kept for 300 days",
  }),
  contractRule("column-types-are-known")(
    "the title of a fix offers what it does not put in",
    /offers \{nearest\}, which the fix does not put in/,
    { "/fixes/0/set": { "{path}": "string" } },
  ),
  personal(
    "two fixes with one title",
    /another fix has this title/,
    (rule) => (rule.fixes[1].title = rule.fixes[0].title),
  ),
  contractRule("tags-are-unique")(
    "the message of another rule",
    /is the message of the rule history-says-everything-once/,
    {
      "/message": "the change {actual} is already at {first}",
      "/examples/1/message": 'the change "shop" is already at /candidate/tags/1',
    },
  ),
  few(
    "a placeholder of JavaScript",
    /write placeholders as \{name\}/,
    (rule) => (rule.message = rule.message.replace("{size}", "$$$&")),
  ),
  optionRule("generator-id-is-free")("a placeholder of C", /write placeholders as \{name\}/, {
    "/message": "there is a generator %s already",
  }),
  few("a placeholder in the summary", /nothing fills placeholders here/, {
    "/summary": "There are at most {max} tags.",
  }),
  contractRule("owner-can-be-reached")(
    "the title of a fix repeats the message",
    /repeats the message/,
    (rule) => (rule.fixes[0].title = rule.message),
  ),
  year("the limit of the other side", /says "at least \{max\}", which is the limit on the other side/, {
    "/message": "secret data must be kept at least {max} days, not {actual}",
    "/examples/2/message": "secret data must be kept at least 365 days, not 366",
  }),
  newContractRule("another date", /says "2031-12-31", but the limit is 2030-12-31/, {
    check: { at: "/validity/end", range: { max: "2030-12-31" } },
    message: "{actual} is after 2031-12-31",
  }),
  few("an empty summary, said once", /does not fit here: .*not empty/, { "/summary": "" }),
];
