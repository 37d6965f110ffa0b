import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { Operation } from "../../ground/json/patch.js";
import { isWithin, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { placeholderOf, schemaAt, schemasIn } from "../../ground/json-schema/schemas-in.js";
import { isSameName, wordsIn } from "../../ground/text/fold-name.js";
import { isShortText, quote } from "../../ground/text/quote.js";
import { type Fix, inRequest } from "../problem.js";
import { derivedValue } from "./missing.js";

/** A property whose value the prefix of another one shows. */
interface Derived {
  readonly path: string;
  readonly derive: JsonObject;
  readonly from: string;
  /** The placeholder of the other one. */
  readonly placeholder: Json;
}

/**
 * Returns a function that makes a fix agree with the values that the shape derives from the prefixes of other ones. If
 * an id shows that the owner is a program, a fix that makes the owner a person also replaces the id by its placeholder.
 * A fix that repeats such an id beside the word is not offered: the result is undefined. A value that comes from a rule,
 * and not from the author, must be shown; any other one must not be contradicted.
 */
export const compileAgreement = cacheByObject((shape: JsonObject) => {
  const derivedFromIds = [...schemasIn(shape)].flatMap(({ at, schema: { derive } }): Derived[] => {
    if (!isObject(derive) || derive.prefixes === undefined) return [];
    const from = String(derive.from);
    const placeholder = placeholderOf(schemaAt(shape, from));
    return placeholder === undefined ? [] : [{ path: inRequest(at), derive, from: inRequest(from), placeholder }];
  });
  return (fix: Fix, candidate: unknown, isFromRule = false): Fix | undefined => {
    for (const derived of derivedFromIds) {
      const { path, from, placeholder } = derived;
      const set = fix.patch.find((operation) => "value" in operation && isWithin(path, operation.path));
      if (set === undefined || !("value" in set) || isInAgreement(set, derived, candidate, isFromRule)) continue;
      if (isWithin(from, set.path)) return undefined;
      if (fix.patch.some((operation) => operation.path === from)) continue;
      if (valueAt({ candidate }, from) === undefined) return fix;
      const patch: Operation[] = [...fix.patch, { op: "replace", path: from, value: placeholder }];
      const title = `${fix.title.replace(FILL_IN, "")}: put in ${quote(placeholder)} and fill it in`;
      return { title, applicability: "has-placeholders", patch };
    }
    return fix;
  };
});

/** The end of the title of a fix with a placeholder. */
const FILL_IN = / and fill it in$/;

/** An id with a prefix, which is not a known one if no value was derived from it: `agent_77`, `gpt-4-turbo`. */
const OTHER_PREFIX = /^[A-Za-z]{2,}[-_.]?\d/;
/** A hash or a UUID, which has no prefix. */
const HEXADECIMAL = /^[\da-f-]+$/i;

function isInAgreement(
  set: Operation & { readonly value: Json },
  { path, derive, from }: Derived,
  candidate: unknown,
  isFromRule: boolean,
): boolean {
  const word = valueAt(set.value, path.slice(set.path.length));
  if (typeof word !== "string") return true;
  const isWhole = isWithin(from, set.path);
  const source = isWhole ? valueAt(set.value, from.slice(set.path.length)) : valueAt({ candidate }, from);
  const before = valueAt({ candidate }, set.path);
  // The kind `user` means the same as the id `user_4821`.
  if ([source, before].some((value) => derivedValue(derive, value)?.value === word)) return true;
  if (isFromRule) return false;
  if (!Object.values(derive.prefixes as JsonObject).includes(word)) return true;
  // The author may have written the word itself: in another spelling, in an array, or before the id.
  const texts = (Array.isArray(before) ? before.slice(0, 1) : [before]).filter(isShortText);
  const written = [...texts, ...(isWhole ? texts.flatMap(wordsIn) : [])];
  if (written.some((one) => isSameName(one, word))) return true;
  return !isShortText(source) || !OTHER_PREFIX.test(source.trim()) || HEXADECIMAL.test(source.trim());
}
