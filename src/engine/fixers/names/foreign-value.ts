import { isObject, type JsonObject } from "../../../ground/json/value.js";
import { didYouMean } from "../../../ground/text/did-you-mean.js";
import { splitWords, stem } from "../../../ground/text/fold-name.js";
import { isShortText } from "../../../ground/text/quote.js";
import { isIssued } from "../missing.js";

/** Shorter words may be equal by chance. */
const MIN_TELLING_LENGTH = 3;
const MIN_SECRET_LENGTH = 20;
const MAX_SECRET_LENGTH = 4096;
const TOKEN_CHARACTERS = /^[\w.+/=-]+$/;
const ANY_UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
/** Numbers, hashes, and the ids of databases, forms and trackers: `prop-0001`, `SHOP-118`. */
const SERIAL_ID = /^(?:[a-z]{1,8}[-_.#]?)?\d+$|^[0-9a-f]{16,}$/i;

/** The number of changes between letters and digits, which only random strings reach. */
const MIN_TURNS = 4;
/** The prefixes of the keys of well-known services. */
const KEY_PREFIX = /^(?:ai|sk|pk|rk|gh[opsu]|glpat|xox[a-z])[-_]/;
/** The keys of clouds, which have a prefix without a separator and a fixed length. */
const CLOUD_KEY = /^(?:A[KS]IA[A-Z0-9]{16}|AIza[\w-]{35})$/;
/** Like MIN_TURNS, for a long string with such a prefix. A short one may be an ordinary id: `ai-4k-8bit`. */
const MIN_TURNS_AFTER_PREFIX = 2;
/** Words in the name of a property that has a secret. */
const NAME_OF_SECRET = /^(?:key|token|secret|password|credential)s?$/i;

/**
 * Whether a value looks like a key or a token: it has the form of one, or it is long and mixes digits with letters of
 * both cases. Letters of one case are enough if the name of the property means a secret.
 */
export function isSecret(value: unknown, name: string): boolean {
  if (typeof value !== "string" || value.length > MAX_SECRET_LENGTH || !TOKEN_CHARACTERS.test(value)) return false;
  const turns = (value.match(/[A-Za-z]\d|\d[A-Za-z]/g) ?? []).length;
  if (CLOUD_KEY.test(value)) return true;
  const isLong = value.length >= MIN_SECRET_LENGTH;
  if (KEY_PREFIX.test(value)) return turns >= (isLong ? MIN_TURNS_AFTER_PREFIX : MIN_TURNS);
  if (!isLong || turns < MIN_TURNS) return false;
  return (/[a-z]/.test(value) && /[A-Z]/.test(value)) || splitWords(name).some((word) => NAME_OF_SECRET.test(word));
}

/**
 * Whether the value under an alias is probably meant for the property. Any value is, unless the property is derived by
 * respelling another one. Then the value must share a word with that one, or the alias must begin like the property and
 * the value must not be issued by a system. A misspelled name is not an alias.
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
  if (!isShortText(value)) return false;
  const source = valueUnder(String(derive.from).slice(1));
  const words = new Set(isShortText(source) ? splitWords(source).map(stem) : []);
  if (splitWords(value).some((word) => word.length >= MIN_TELLING_LENGTH && words.has(stem(word)))) return true;
  const startOf = (one: string) => stem(splitWords(one)[0] ?? one);
  return startOf(alias) === startOf(name) && !(ANY_UUID.test(value) || SERIAL_ID.test(value) || isIssued(value));
}
