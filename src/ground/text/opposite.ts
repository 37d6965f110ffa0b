import { groupBy } from "../json/group-by.js";
import { foldName, isName, singular, splitWords, stem } from "./fold-name.js";

const NEGATION = /^(?:[!\u00ac]|(?:un|in|im|ir|il|dis|de|non|not|no|anti)(?=.{3}))/;
/** What a thing lacks: "cloudless" is not "cloudy", and "smokeless" not "smoky". */
const LACK = /^(.{3,}?)e?(?:less|free)$/;
/** The verb in front of a name that is true or false. */
const VERB = /^(?:is|are|has|can)$/;
/** Words that mean the contrary of each other without looking so. */
const OPPOSITES = groupBy(
  "enabled disabled, required optional, required nullable, mandatory optional, mandatory nullable, notnull nullable, nonnull nullable, notnull optional, nonnull optional, include exclude, included excluded, inclusion exclusion, allow deny, allowed denied, public private, visible hidden, internal external, before after, min max, minimum maximum, min maximum, max minimum, least most, min most, max least, from until, since until, on off, open closed, given revoked, accepted rejected, indoor outdoor, inbound outbound, gross net, start end, first last, from to, sender receiver, buyer seller, source target, arrival departure, origin destination, started ended, discount surcharge, credit debit, profit loss, increase decrease, deposit withdrawal, passed failed, pass fail, online offline, upper lower, top bottom, left right, import export, upload download, sent received, present absent, male female, full part"
    .split(", ")
    .map((pair) => pair.split(" ").map(singular))
    .flatMap(([one = "", other = ""]) => [[one, other] as const, [other, one] as const]),
  ([word]) => word,
);

/**
 * Whether two names are contraries, or differ by a contrary: `isDisabled` and `isEnabled`,
 * `required` and `nullable`.
 */
export function isOpposite(one: string, other: string): boolean {
  if (areContraryWords(foldName(one), foldName(other))) return true;
  const [words, otherWords] = [withoutIs(one), withoutIs(other)];
  const differs = (word: string, index: number) => word !== otherWords[index];
  const [first, ...more] = words.length === otherWords.length ? words.filter(differs) : [];
  if (first !== undefined)
    return (
      more.length === 0 && areContraryWords(first, otherWords[words.findIndex(differs)] as string)
    );
  const [a, b] = [words.join(""), otherWords.join("")];
  return a !== b && areContraryWords(a, b);
}

/** `isEnabled` means `enabled`. */
function withoutIs(name: string): string[] {
  const words = isName(name) ? splitWords(name).map(foldName) : [];
  return words.length > 1 && VERB.test(words[0] as string) ? words.slice(1) : words;
}

function areContraryWords(word: string, other: string): boolean {
  const [a, b] = [singular(word), singular(other)];
  return (
    listContraries(a).includes(b) || listContraries(b).includes(a) || lacks(a, b) || lacks(b, a)
  );
}

/** The contraries of a word: `paid` for `unpaid`, and `min` for `max`. */
function listContraries(word: string): string[] {
  const affirmed = word.replace(NEGATION, "");
  const contraries = OPPOSITES.get(word)?.map(([, contrary]) => contrary) ?? [];
  return affirmed === word ? contraries : [affirmed, ...contraries];
}

/** Whether a word says that there is nothing of what the other one means. */
function lacks(word: string, other: string): boolean {
  const lacking = LACK.exec(word)?.[1];
  return (
    lacking !== undefined &&
    other !== word &&
    other.length <= word.length &&
    other.startsWith(lacking)
  );
}

/** Whether a word is the contrary of one of several names. */
export function areContraries(words: readonly string[], names: readonly string[]): boolean {
  const known = new Set(names.map(stem));
  const contraries = new Set([...known].flatMap(listContraries));
  return words
    .map(stem)
    .some(
      (word) =>
        contraries.has(word) || listContraries(word).some((contrary) => known.has(contrary)),
    );
}
