import { contractRule, type Defect, newContractRule, newOptionRule, optionRule } from "./defect.js";

const few = contractRule("tags-are-few");
const personal = contractRule("personal-data-is-secret");
const year = contractRule("secret-data-is-kept-one-year-at-most");

/** A rule about sample records with other words; its examples are not looked at. */
const records = (detail: RegExp, message: string) =>
  newOptionRule(detail, { check: { at: "/sampleRecords/*", count: { min: 10 } }, message });
const titleOf = (detail: RegExp, message: string) =>
  newContractRule(detail, { check: { at: "/title", length: { min: 20 } }, message });

/** Words that say something else than the rule does. */
export const WORDS: readonly Defect[] = [
  records(
    /says "at least 12", but "min" is 10; write \{min\}/,
    "the strategy exhaustive needs at least 12 sample records; there are {size}",
  ),
  records(/says "at least 11"/, "at least 11 are needed"),
  titleOf(/says "90", but "min" is 20/, "write between 20 and 90 characters"),
  few(/says "more than six", but "max" is 5; write \{max\}/, (rule) => {
    rule.message = "there are more than six tags";
    rule.examples[2].message = rule.message;
  }),
  year(/says "up to 360", but "max" is 365; write \{max\}/, {
    "/message": "secret data may be kept for up to 360 days, not {actual}",
    "/examples/2/message": "secret data may be kept for up to 360 days, not 366",
  }),
  year(/says "30", but "max" is 365/, { "/fixes/0/title": "Keep it for 30 days" }),
  personal(/says "300", but the fix puts in 365/, { "/fixes/1/title": "Make the dataset secret, kept for 300 days" }),
  contractRule("column-types-are-known")(/offers \{nearest\}, which the fix does not put in/, {
    "/fixes/0/set": { "{path}": "string" },
  }),
  personal(/another fix has this title/, (rule) => (rule.fixes[1].title = rule.fixes[0].title)),
  contractRule("tags-are-unique")(/is the message of the rule history-says-everything-once/, {
    "/message": "the change {actual} is already at {first}",
    "/examples/1/message": 'the change "shop" is already at /candidate/tags/1',
  }),
  few(/write placeholders as \{name\}/, (rule) => (rule.message = rule.message.replace("{size}", "$$$&"))),
  optionRule("generator-id-is-free")(/write placeholders as \{name\}/, {
    "/message": "there is a generator %s already",
  }),
  few(/nothing fills placeholders here/, { "/summary": "There are at most {max} tags." }),
  contractRule("owner-can-be-reached")(/repeats the message/, (rule) => (rule.fixes[0].title = rule.message)),
  year(/says "at least \{max\}", which is the limit on the other side/, {
    "/message": "secret data must be kept at least {max} days, not {actual}",
    "/examples/2/message": "secret data must be kept at least 365 days, not 366",
  }),
  newContractRule(/says "2031-12-31", but the limit is 2030-12-31/, {
    check: { at: "/validity/end", range: { max: "2030-12-31" } },
    message: "{actual} is after 2031-12-31",
  }),
  few(/does not fit here: .*not be blank/, { "/summary": "" }),
];
