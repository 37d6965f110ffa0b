import { foldName } from "./fold-name.js";

const NEGATION = /^(?:un|in|im|ir|il|dis|de|non|not|no|anti)(?=.{3})/;
/** Words that mean the contrary of each other without looking so. */
const OPPOSITES = new Set(
  "enabled disabled, required optional, required nullable, mandatory optional, include exclude, included excluded, allow deny, allowed denied, public private, visible hidden, internal external, before after, min max, on off, open closed"
    .split(", ")
    .flatMap((pair) => [pair, pair.split(" ").reverse().join(" ")]),
);

/** Whether two words are contraries: `disabled` and `enabled`, `nonhuman` and `human`, `required` and `nullable`. */
export function isOpposite(one: string, other: string): boolean {
  const [a, b] = [foldName(one), foldName(other)];
  return OPPOSITES.has(`${a} ${b}`) || a.replace(NEGATION, "") === b || b.replace(NEGATION, "") === a ? a !== b : false;
}
