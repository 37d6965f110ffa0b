import { isShortText } from "../../ground/text/quote.js";

/** Words that deny or restrict what they are about. */
const DENIAL =
  /\b(?:not?|non|none|never|dont|without|except|but|only|former(?:ly)?|previous(?:ly)?|old|ex|un|was|wrong|invalid|bad|draft|unused)\b|n['\u2019]t\b/i;
/** Words that turn what follows into its contrary, in some languages. "No" may mean "number", and "not null" a type. */
const CONTRARY =
  /(?<!\p{L})(?:not(?!\s+null)|non(?=[\s-])|never|without|except|excluding|excluded|other than|all but|nicht|kein\p{L}*|ohne|pas|sans|sin)(?!\p{L})/iu;

/** Whether a text means the contrary of a word or number in it: "not 1800", "all but Utrecht". */
export function deniesRest(text: string): boolean {
  return CONTRARY.test(text);
}

/** States of a feature that nobody can use now. */
const NOT_IN_USE =
  /\b(?:excluded?|disabled?|off|false|unsupported|unavailable|deprecated|removed?|cancell?ed|rejected|deleted?|denied|sold out|undo|planned|later|soon|maybe|todo|tbd|default|instead|inactive|stopped|ended|expired|paused|failed|archived|beta|experimental|n\/?a)\b/i;

/** Whether words beside a value may mean that it is not the right one: `my old address <a@example.org>`. */
function isDenial(words: string): boolean {
  return DENIAL.test(words);
}

/** Whether words beside a name may mean that its thing is not wanted: `not yet supported`, `deprecated`. */
export function isRetraction(words: string): boolean {
  return !isShortText(words) || isDenial(words) || NOT_IN_USE.test(words);
}

const NOTHING =
  /^(?:none|null|nil|#?n ?[/.]? ?a\.?|nan|no|empty|nothing|unknown|undefined|tb[acd]|todo|ditto|etc\.?|\?+|\u2026|\.\.\.|-*|\u2013|\u2014)$/i;
const NOT_YET = /^(?:not (?:available|applicable|known|set|yet)|to be \w+)$/i;

/** Whether a value is a string which says that there is no value, or that it is not known: "n/a", "tbd". */
export function saysNoValue(text: unknown): boolean {
  if (!isShortText(text)) return false;
  const bare = text
    .trim()
    .replace(/^[[({<]|[\])}>]$/g, "")
    .trim();
  return NOTHING.test(bare) || NOT_YET.test(bare);
}
