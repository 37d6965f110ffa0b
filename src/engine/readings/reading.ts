import type { Json, JsonObject } from "../../json/value.js";

/** Another way to read a value that does not fit its schema. */
export interface Read {
  readonly value: Json;
  /** Whether nothing is lost and nothing else can be meant. */
  readonly sure: boolean;
}

/** One kind of slip: what is written, and what is meant by it. */
export interface Reading {
  readonly name: string;
  readonly summary: string;
  /** What a value could mean, for a schema that it does not fit. What does not fit either is left out by the caller. */
  read(value: unknown, schema: JsonObject): Iterable<Read>;
  /** Values with their schemas, and what comes out. They are the tests of the reading. */
  readonly examples: readonly (readonly [value: Json, schema: JsonObject, ...reads: Read[]])[];
}

export const sure = (value: Json): Read => ({ value, sure: true });
export const unsure = (value: Json): Read => ({ value, sure: false });

/** The types that a schema allows. */
export function typesOf({ type }: JsonObject): string[] {
  return [type ?? []].flat() as string[];
}

export function allows(schema: JsonObject, ...types: string[]): boolean {
  return typesOf(schema).some((type) => types.includes(type));
}
