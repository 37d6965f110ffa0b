import { foldName, MAX_NAME_LENGTH, splitWords } from "./fold-name.js";

const NEGATION = /^(?:[!\u00ac]|(?:un|in|im|ir|il|dis|de|non|not|no|anti)(?=.{3}))/;
/** What a thing lacks: "cloudless" is not "cloudy", and "smokeless" not "smoky". */
const LACK = /^(.{3,}?)e?(?:less|free)$/;
/** The verb in front of a name that is true or false. */
const VERB = /^(?:is|are|has|can)$/;
/** Words that mean the contrary of each other without looking so. */
const OPPOSITES = new Set(
  "enabled disabled, required optional, required nullable, mandatory optional, mandatory nullable, notnull nullable, nonnull nullable, notnull optional, nonnull optional, include exclude, included excluded, allow deny, allowed denied, public private, visible hidden, internal external, before after, min max, minimum maximum, min maximum, max minimum, least most, min most, max least, from until, since until, on off, open closed, given revoked, accepted rejected, indoor outdoor, inbound outbound, gross net, start end, first last, from to, sender receiver, buyer seller, source target, arrival departure, origin destination"
    .split(", ")
    .flatMap((pair) => [pair, pair.split(" ").reverse().join(" ")]),
);

/**
 * Whether two words or names are contraries: `disabled` and `enabled`, `nonhuman` and `human`, `required` and
 * `nullable`, and names that differ by such words, as `isDisabled` and `isEnabled` do.
 */
export function isOpposite(one: string, other: string): boolean {
  if (areContraryWords(foldName(one), foldName(other))) return true;
  const [words, otherWords] = [withoutIs(one), withoutIs(other)];
  const differs = (word: string, index: number) => word !== otherWords[index];
  const [first, ...more] = words.length === otherWords.length ? words.filter(differs) : [];
  if (first !== undefined)
    return more.length === 0 && areContraryWords(first, otherWords[words.findIndex(differs)] as string);
  const [a, b] = [words.join(""), otherWords.join("")];
  return a !== b && areContraryWords(a, b);
}

/** The words of a name without the verb in front, which adds nothing: `isEnabled` means `enabled`. */
function withoutIs(name: string): string[] {
  const words = name.length > MAX_NAME_LENGTH ? [] : splitWords(name).map(foldName);
  return words.length > 1 && VERB.test(words[0] as string) ? words.slice(1) : words;
}

function areContraryWords(a: string, b: string): boolean {
  if (OPPOSITES.has(`${a} ${b}`) || a.replace(NEGATION, "") === b || b.replace(NEGATION, "") === a) return a !== b;
  const [long = "", short = ""] = [a, b].toSorted((one, other) => other.length - one.length);
  return short.startsWith(LACK.exec(long)?.[1] ?? long) && a !== b;
}
