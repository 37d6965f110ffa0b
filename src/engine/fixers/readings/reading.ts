import type { Json, JsonObject } from "../../../json/value.js";
import { fold } from "../../../text/fold.js";
import type { Column } from "../../declared/declaration.js";

/** Another way to read a value that does not fit its schema. */
export interface Read {
  readonly value: Json;
  /** Whether nothing is lost and nothing else can be meant. */
  readonly sure: boolean;
  /** Certain only if the result has no problem left. */
  readonly mustFit?: true;
  /** The unit after a number: nothing is lost if the name of the property has it too. */
  readonly unit?: string;
  /** How it is written, where that can be done in several ways: other values of a column show which is meant. */
  readonly style?: string;
  readonly separator?: string | undefined;
}

/** All kinds of values, which are types of JSON Schema too. */
export const KINDS = ["string", "integer", "number", "boolean", "null", "array", "object"] as const;
type Kind = (typeof KINDS)[number];

/** One kind of slip: what is written, and what is meant by it. */
export interface Reading {
  readonly name: string;
  readonly summary: string;
  /** The kinds of values that it reads. */
  readonly from: readonly Kind[];
  /** The types that a schema has to allow one of; left out where the reading looks at something else. */
  readonly to?: readonly Kind[];
  /**
   * What a value could mean, for a schema that it does not fit. What does not fit either is left out by the caller. A
   * record that is expected has these columns; the property that holds the value has this name.
   */
  read(value: unknown, schema: JsonObject, columns?: readonly Column[], name?: string): Iterable<Read>;
}

export const sure = (value: Json): Read => ({ value, sure: true });
export const fitting = (value: Json): Read => ({ value, sure: true, mustFit: true });
export const unsure = (value: Json): Read => ({ value, sure: false });

/** A value that may not be what the author meant: no fix that uses it claims to be certain. */
export class Unsure {
  constructor(
    readonly value: Json,
    /** Other meanings; a fix is offered for each. */
    readonly others: readonly Json[] = [],
  ) {}
}

/** Whether a schema allows one of these types. */
export function allows({ type }: JsonObject, ...types: string[]): boolean {
  // Asked about every value: an array of the types would cost more than the answer.
  const has = (one: string) => type === one || (Array.isArray(type) && type.includes(one));
  return types.some((one) => has(one) || (one === "integer" && has("number")));
}

/** Whether a key says no more about its value than the property that it is the value of. */
export function isNeutral(key: string, words: ReadonlySet<string>, { aliases }: JsonObject, name?: string): boolean {
  const folded = fold(key);
  const isSame = (other: string) => fold(other) === folded;
  return words.has(folded) || (name !== undefined && isSame(name)) || ((aliases ?? []) as string[]).some(isSame);
}
