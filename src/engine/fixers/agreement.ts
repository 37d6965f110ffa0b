import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { Operation } from "../../ground/json/patch.js";
import { isWithin, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findSchema, placeholderOf, walkSchemas } from "../../ground/json-schema/schemas-in.js";
import { isSameName, splitWords } from "../../ground/text/fold-name.js";
import { isShortText, quote } from "../../ground/text/quote.js";
import { type Fix, inRequest } from "../problem.js";
import { deriveValue } from "./missing.js";

/** A property whose value the prefix of another one shows. */
interface Derived {
  readonly path: string;
  readonly derive: JsonObject;
  readonly from: string;
  /** The placeholder of the other one. */
  readonly placeholder: Json;
}

/**
 * Returns a function that keeps fixes from naming a program or a group as a person, where the shape derives what
 * something is from the prefix of its id. Such a fix replaces the id by its placeholder too; if it repeats the id, the
 * result is undefined.
 */
export const compileAgreement = cacheByObject((shape: JsonObject) => {
  const derivedFromIds = [...walkSchemas(shape)].flatMap(({ at, schema: { derive } }): Derived[] => {
    if (!isObject(derive) || derive.prefixes === undefined) return [];
    const from = String(derive.from);
    const placeholder = placeholderOf(findSchema(shape, from));
    return placeholder === undefined ? [] : [{ path: inRequest(at), derive, from: inRequest(from), placeholder }];
  });
  return (fix: Fix, candidate: unknown): Fix | undefined => {
    for (const derived of derivedFromIds) {
      const { path, from, placeholder } = derived;
      const set = fix.patch.find((operation) => "value" in operation && isWithin(path, operation.path));
      if (set === undefined || !("value" in set) || !contradictsName(set, derived, candidate)) continue;
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

/** Words in the names and ids of programs and groups: `release-bot`, `agent_77`, `gpt-4-turbo`, `team_12`. */
const NO_PERSON =
  /^(?:agent|ai|api|app|assistant|automation|bot|chatbot|chatgpt|ci|claude|codex|committee|company|copilot|crew|cron|daemon|department|dependabot|dept|gemini|gpt|group|job|llama|llm|machine|mistral|model|openai|org|organisation|organization|pipeline|program|renovate|robot|runner|scheduler|script|server|service|software|squad|svc|sys|system|team|tool|worker)s?$/i;

function isNoPerson(name: unknown): boolean {
  return isShortText(name) && splitWords(name).some((word) => NO_PERSON.test(word.replace(/\d+$/, "")));
}

/** Whether a fix calls a program or a group something else, which its author has not said. */
function contradictsName(
  set: Operation & { readonly value: Json },
  { path, derive, from }: Derived,
  candidate: unknown,
): boolean {
  const word = valueAt(set.value, path.slice(set.path.length));
  if (typeof word !== "string" || isNoPerson(word)) return false;
  const isWhole = isWithin(from, set.path);
  const source = isWhole ? valueAt(set.value, from.slice(set.path.length)) : valueAt({ candidate }, from);
  if (deriveValue(derive, source)?.value === word) return false;
  const before = valueAt({ candidate }, set.path);
  // The author may have written the word itself: in another spelling, in an array, or before the id.
  const texts = (Array.isArray(before) ? before.slice(0, 1) : [before]).filter(isShortText);
  const written = [...texts, ...(isWhole ? texts.flatMap(splitWords) : [])];
  return [...texts, source].some(isNoPerson) && !written.some((one) => isSameName(one, word));
}
