import { isObject, type Json } from "../../../json/value.js";
import { isShort } from "../../../text/quote.js";

/** Words that say that something is not meant, not yet or not only. */
const DENIAL =
  /\b(?:not?|non|none|never|without|except|excluded?|disabled?|off|false|unsupported|unavailable|deprecated|removed|planned|later|soon|maybe|todo|tbd|only|default|instead|inactive|beta|experimental|n\/?a)\b|n['\u2019]t\b/i;

/** Whether what is said about a word may mean that the word is not wanted: `not yet supported`, `enabled: false`. */
export function takesBack(said: Json): boolean {
  if (typeof said === "string") return !isShort(said) || DENIAL.test(said);
  if (isObject(said)) return Object.entries(said).some(([key, value]) => DENIAL.test(key) || takesBack(value as Json));
  return said !== null && said !== true;
}

/**
 * The word before an explanation: `fast` of `fast: quick values` or `fast (quick values)`. Undefined where there is no
 * explanation, or where it may mean that the word is not wanted.
 */
export function explainedIn(text: string): string | undefined {
  if (!isShort(text)) return undefined;
  const [, word = "", said = ""] = /^\s*([\w-]*\w)(?:\s*[:=]\s+|\s+[-\u2013\u2014]+\s+|\s+\()(.*)$/s.exec(text) ?? [];
  return word === "" || said === "" || takesBack(said) ? undefined : word;
}

const MAX_NO_VALUE_LENGTH = 24;
const NOTHING =
  /^(?:none|null|nil|#?n ?[/.]? ?a\.?|nan|no|empty|nothing|unknown|undefined|tb[acd]|todo|ditto|etc\.?|\?+|\u2026|\.\.\.|-*|\u2013|\u2014)$/i;
const NOT_YET = /^(?:not (?:available|applicable|known|set|yet)|to be \w+)$/i;

/** Whether it is what people write where there is nothing, or where they do not know. */
export function isNoValue(text: string): boolean {
  if (text.trim().length > MAX_NO_VALUE_LENGTH) return false;
  const bare = text.trim().replace(/^[[({<]\s*|\s*[\])}>]$/g, "");
  return NOTHING.test(bare) || NOT_YET.test(bare);
}
