import { isObject, type JsonObject } from "../../../json/value.js";
import { didYouMean, stem, wordsIn } from "../../../text/did-you-mean.js";
import { isShort } from "../../../text/quote.js";
import { isIssued } from "../derived-value.js";

const MIN_SECRET_LENGTH = 20;
const MAX_SECRET_LENGTH = 4096;
const TOKEN = /^[\w.+/=-]+$/;
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
/** Numbers, hashes, and what databases, forms and trackers issue: `prop-0001`, `SHOP-118`. */
const SERIAL = /^(?:[a-z]{1,8}[-_.#]?)?\d+$|^[0-9a-f]{16,}$/i;
/** Shorter words are shared by chance. */
const MIN_WORD_LENGTH = 3;

/** Letters and digits take turns so often in what is made at random, and in no words. */
const MIN_TURNS = 4;
/** Services mark their keys so, and this is enough to tell one. */
const KEY_PREFIX = /^(?:ai|sk|pk|rk|gh[opsu]|glpat|xox[a-z])[-_]/;
const MIN_TURNS_OF_MARKED = 2;
/** Under such a name, letters of one case do not make it a word. */
const NAME_OF_SECRET = /^(?:key|token|secret|password|credential)s?$/i;

/** Whether a value looks like a key or a token: it has the prefix of one, or is long, with digits all over it. */
export function isSecret(value: unknown, name: string): boolean {
  if (typeof value !== "string" || value.length > MAX_SECRET_LENGTH || !TOKEN.test(value)) return false;
  const turns = (value.match(/[A-Za-z]\d|\d[A-Za-z]/g) ?? []).length;
  if (KEY_PREFIX.test(value)) return turns >= MIN_TURNS_OF_MARKED;
  if (value.length < MIN_SECRET_LENGTH || turns < MIN_TURNS) return false;
  return (/[a-z]/.test(value) && /[A-Z]/.test(value)) || wordsIn(name).some((word) => NAME_OF_SECRET.test(word));
}

/**
 * Whether the value of an alias is probably that of the property. Of a property that is made from another one by
 * respelling, it shares a word with that one; or the alias begins like the property, and no system has issued the
 * value. A name that is only misspelt is no alias. Other properties may have any value.
 */
export function isOwnId(
  value: unknown,
  alias: string,
  name: string,
  schema: JsonObject | undefined,
  valueUnder: (name: string) => unknown,
): boolean {
  const derive = schema?.derive;
  if (!isObject(derive) || derive.as === undefined || typeof value !== "string") return true;
  if (didYouMean(alias, [name]) !== undefined) return true;
  if (!isShort(value)) return false;
  const source = valueUnder(String(derive.from).slice(1));
  const words = new Set(typeof source === "string" && isShort(source) ? wordsIn(source).map(stem) : []);
  if (wordsIn(value).some((word) => word.length >= MIN_WORD_LENGTH && words.has(stem(word)))) return true;
  const [first, own] = [wordsIn(alias)[0], wordsIn(name)[0]];
  const isExact = first !== undefined && own !== undefined && stem(first) === stem(own);
  return isExact && !(UUID.test(value) || SERIAL.test(value) || isIssued(value));
}
