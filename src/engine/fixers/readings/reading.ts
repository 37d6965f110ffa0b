import type { Json, JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import { Meaning } from "../../../text/meaning.js";
import type { Column } from "../../declared/declaration.js";

/** How a value is written. The other values of a column may show what was meant by it. */
interface Notation {
  /** The unit that is dropped after a number. Nothing is lost if the name of the property has the unit too. */
  readonly unit?: string | undefined;
  /** One of several styles, such as "day first". */
  readonly style?: string | undefined;
  readonly separator?: string | undefined;
}

/** A possible meaning of a value that does not fit its schema. */
export class Read extends Meaning<Json> {
  constructor(
    value: Json,
    sure: boolean,
    readonly notation: Notation = {},
    /** Whether it is certain only if the result has no problem left. */
    readonly mustFit = false,
  ) {
    super(value, sure);
  }
}

/**
 * A way to read values: the possible meanings of a value for a schema that it does not fit. The caller drops those that
 * do not fit either. `columns` are those of the expected record; `name` is the name of the property, or the index of
 * the item.
 */
export type Reading = (
  value: unknown,
  schema: JsonObject,
  columns?: readonly Column[],
  name?: string,
) => Iterable<Read>;

/** A meaning that is certain. */
export const sure = (value: Json) => new Read(value, true);
/** A meaning that is certain only if the result has no problem left. */
export const sureIfFits = (value: Json) => new Read(value, true, {}, true);
/** A meaning that is only a guess. */
export const unsure = (value: Json) => new Read(value, false);

/** Whether a schema allows one of these types. */
export function allows({ type }: JsonObject, ...types: string[]): boolean {
  // Called for every value: making an array of the types would cost more than the answer.
  const has = (name: string) => type === name || (Array.isArray(type) && type.includes(name));
  return types.some((name) => has(name) || (name === "integer" && has("number")));
}

/** The names of the properties that a schema requires. */
export function requiredOf({ required = [] }: JsonObject): readonly string[] {
  return required as string[];
}

/** The examples and the allowed values of a schema. */
export function wordsOf({ examples = [], enum: allowed = [] }: JsonObject): readonly Json[] {
  return [...(examples as Json[]), ...(allowed as Json[])];
}

/** Whether a key adds no meaning to its value: it is one of the words, or another name of the property around it. */
export function isNeutral(key: string, words: ReadonlySet<string>, { aliases }: JsonObject, name?: string): boolean {
  const folded = fold(key);
  const isSame = (other: string) => fold(other) === folded;
  return words.has(folded) || (name !== undefined && isSame(name)) || ((aliases ?? []) as string[]).some(isSame);
}
