import { contractRule, type Defect, optionRule } from "./defect.js";

const few = contractRule("tags-are-few");
const personal = contractRule("personal-data-is-secret");

/** Words that do not fit the rule, or that another rule has. */
export const WORDS: readonly Defect[] = [
  contractRule("column-types-are-known")(/after the first fix it is "string"/, {
    "/fixes/0/set": { "{path}": "string" },
  }),
  personal(/another fix has this title/, (rule) => (rule.fixes[1].title = rule.fixes[0].title)),
  contractRule("tags-are-unique")(/is the message of the rule history-says-everything-once/, {
    "/message": "the change {actual} is already at {first}",
    "/examples/1/message": 'the change "shop" is already at /candidate/tags/1',
  }),
  few(
    /write placeholders as \{name\}/,
    (rule) => (rule.message = rule.message.replace("{size}", "$$$&")),
  ),
  optionRule("generator-id-is-free")(/write placeholders as \{name\}/, {
    "/message": "there is a generator %s already",
  }),
  few(/nothing fills placeholders here/, { "/summary": "There are at most {max} tags." }),
  contractRule("owner-can-be-reached")(
    /repeats the message/,
    (rule) => (rule.fixes[0].title = rule.message),
  ),
  few(/must match the pattern/, { "/summary": "" }),
];
