import { isObject, type JsonObject } from "../../../json/value.js";
import { didYouMean } from "../../../text/did-you-mean.js";
import { stem, wordsIn } from "../../../text/fold.js";
import { isShort } from "../../../text/quote.js";
import { isIssued } from "../derived-value.js";

const MIN_SECRET_LENGTH = 20;
const MAX_SECRET_LENGTH = 4096;
const TOKEN = /^[\w.+/=-]+$/;
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
/** Numbers, hashes, and the ids of databases, forms and trackers: `prop-0001`, `SHOP-118`. */
const SERIAL = /^(?:[a-z]{1,8}[-_.#]?)?\d+$|^[0-9a-f]{16,}$/i;
/** Shorter words are shared by chance. */
const MIN_WORD_LENGTH = 3;

/** The number of changes between letters and digits, which only random strings reach. */
const MIN_TURNS = 4;

/** Whether a value looks like a key or a token: long, with letters of both cases, and digits all over it. */
export function isSecret(value: unknown): boolean {
  if (typeof value !== "string" || value.length < MIN_SECRET_LENGTH || value.length > MAX_SECRET_LENGTH) return false;
  if (!TOKEN.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  return (value.match(/[A-Za-z]\d|\d[A-Za-z]/g) ?? []).length >= MIN_TURNS;
}

/**
 * Whether the value under an alias is probably meant for the property. Only a property that is derived by respelling
 * another one excludes values: its value must share a word with that one, or the alias must begin like the property and
 * the value must not be issued by a system. A misspelt name is not an alias.
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
  const [aliasStart, nameStart] = [wordsIn(alias)[0], wordsIn(name)[0]];
  const beginsAlike = aliasStart !== undefined && nameStart !== undefined && stem(aliasStart) === stem(nameStart);
  return beginsAlike && !(UUID.test(value) || SERIAL.test(value) || isIssued(value));
}
