import { isObject } from "../../../json/value.js";
import { fold, inLatin } from "../../../text/did-you-mean.js";
import { isShort } from "../../../text/quote.js";
import {
  coreOf,
  keepsLetters,
  spelledOut,
  splitsTwoWays,
  withCompoundsJoined,
  withLettersJoined,
  withoutSigns,
} from "../../../text/respell.js";
import { isNoValue } from "../readings/no-value.js";
import { Unsure } from "../unsure.js";

/** Properties that are looked at: for each string of a large object, all of them would be too many. */
const MOST_COMPARED = 64;

/** A name beside it that has the same letters may show where its words end: `DataBaseRows` and "Database rows". */
export function splitLike(
  actual: string,
  suggested: string | Unsure | undefined,
  siblings: unknown,
  respell: (text: string) => string,
): string | Unsure | undefined {
  if (typeof suggested !== "string" || !/[a-z][A-Z]/.test(actual)) return suggested;
  const letters = fold(actual);
  const beside = (isObject(siblings) ? Object.values(siblings).slice(0, MOST_COMPARED) : []).filter(
    (value): value is string =>
      typeof value === "string" && value !== actual && /\s/.test(value) && isShort(value) && fold(value) === letters,
  );
  const others = new Set(beside.map((value) => respell(value.toLowerCase())));
  return others.size === 0 || others.has(suggested) ? suggested : new Unsure([...others][0] as string, [suggested]);
}

/** Several names in one string. */
const SEVERAL = /[^\s,;](?:\s*[,;]\s*|\s+or\s+)(?=[^\s,;])/i;

/** What a form, or its author, says where a name is yet to be found. */
const PROMPT = /^(?:fix ?me|change ?me|place ?holder|x{3,}|(?:your|insert|enter|replace) .*)$/i;

function isStandIn(text: string): boolean {
  return isNoValue(text) || PROMPT.test(text.replace(/[-_\s]+/g, " ").trim());
}

/** Where letters or signs would be lost, the author decides. */
export function suggestionFor(
  text: string,
  regex: RegExp,
  respell: (text: string) => string,
): string | Unsure | undefined {
  const latin = inLatin(text);
  if (latin !== text) {
    const meant = regex.test(latin) ? latin : suggestionFor(latin, regex, respell);
    // A character that nobody sees may stand between two words.
    const split = respell(text.replace(/[\u200b\u2060]/g, " "));
    const isOnly = typeof meant !== "string" || split === meant || !keepsLetters(split, latin);
    return isOnly ? meant : new Unsure(meant, [split]);
  }
  const respelt = respell(text);
  const fits = (one: string) => one !== "" && isShort(one) && regex.test(one);
  const isKept = (one: string) => fits(one) && keepsLetters(one, text);
  if (isKept(respelt)) {
    const bare = withoutSigns(text);
    if (isKept(bare)) return bare;
    if (isStandIn(text)) return new Unsure(respelt);
    if (SEVERAL.test(text)) {
      const [first, ...others] = new Set(
        text
          .split(/[,;]|\s+or\s+/i)
          .map(respell)
          .filter(fits),
      );
      return first === undefined ? undefined : new Unsure(first, others);
    }
    if (splitsTwoWays(text)) return new Unsure(respell(withCompoundsJoined(text)), [respelt]);
    const joined = respell(withLettersJoined(text));
    return joined === respelt ? respelt : new Unsure(joined, [respelt]);
  }
  // An identifier that starts with a digit is often given an underscore.
  const [best, ...others] = new Set(
    [respelt, respell(coreOf(text)), respell(spelledOut(text)), `_${respelt}`].filter(fits),
  );
  return best === undefined ? undefined : new Unsure(best, others);
}
