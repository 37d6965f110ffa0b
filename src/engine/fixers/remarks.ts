import { isObject, type Json } from "../../ground/json/value.js";
import { isShortText } from "../../ground/text/quote.js";

/** Words that deny or restrict what they are about. */
const DENIAL =
  /\b(?:not?|non|none|never|dont|without|except|but|only|former(?:ly)?|previous(?:ly)?|old|ex|un|was|wrong|invalid|bad|draft|unused)\b|n['\u2019]t\b/i;
/** States of a feature that nobody can use now. */
const NOT_IN_USE =
  /\b(?:excluded?|disabled?|off|false|unsupported|unavailable|deprecated|removed?|cancell?ed|rejected|deleted?|denied|sold out|undo|planned|later|soon|maybe|todo|tbd|default|instead|inactive|beta|experimental|n\/?a)\b/i;

/** Whether words beside a value may mean that it is not the right one: `my old address <a@example.org>`. */
export function isDenial(words: string): boolean {
  return DENIAL.test(words);
}

/** Whether a remark about a word may mean that the word is not wanted: `not yet supported`, `enabled: false`. */
export function isRetraction(remark: Json): boolean {
  if (typeof remark === "string") return !isShortText(remark) || isDenial(remark) || NOT_IN_USE.test(remark);
  if (isObject(remark)) return Object.entries(remark).some((entry) => entry.some((one) => isRetraction(one)));
  return remark !== null && remark !== true;
}

/**
 * The word before an explanation: `fast` in `fast: quick values` or `fast (quick values)`. Undefined if there is no
 * explanation, or if it may mean that the word is not wanted.
 */
export function readWordBeforeRemark(text: string): string | undefined {
  const [, word = "", remark = ""] = /^\s*([\w-]*\w)(?:\s*[:=]\s+|\s+[-\u2013\u2014]+\s+|\s+\()(.*)$/s.exec(text) ?? [];
  return word === "" || remark === "" || isRetraction(remark) ? undefined : word;
}

const NOTHING =
  /^(?:none|null|nil|#?n ?[/.]? ?a\.?|nan|no|empty|nothing|unknown|undefined|tb[acd]|todo|ditto|etc\.?|\?+|\u2026|\.\.\.|-*|\u2013|\u2014)$/i;
const NOT_YET = /^(?:not (?:available|applicable|known|set|yet)|to be \w+)$/i;

/** Whether a value is a string which says that there is no value, or that it is not known: "n/a", "tbd". */
export function saysNoValue(text: unknown): boolean {
  if (!isShortText(text)) return false;
  const bare = text.trim().replace(/^[[({<]\s*|\s*[\])}>]$/g, "");
  return NOTHING.test(bare) || NOT_YET.test(bare);
}
