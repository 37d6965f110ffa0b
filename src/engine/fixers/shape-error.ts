import { isItem } from "../../ground/json/pointer.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import type { Meaning } from "../../ground/text/meaning.js";
import type { Column } from "../declared/declaration.js";
import type { Subject } from "../memo.js";
import type { Fix } from "../problem.js";
import type { Properties } from "./known-properties.js";
import type { UnknownKey } from "./relocation.js";

/** A value that violates a keyword of its schema. */
export interface SchemaError {
  readonly keyword: string;
  /** The pointer of the value, into the request. */
  readonly path: string;
  readonly value: Json;
  readonly schema: JsonObject;
}

/** An error as a decider finds it. */
export interface FoundError extends SchemaError {
  /** The property that is missing or unknown. */
  readonly name?: string;
  /** Whether the value is a property that may be absent, but is null or an empty string. */
  readonly isOptional?: boolean;
  /** Whether another branch of a union may be meant. */
  readonly isAmbiguous?: boolean;
  /** What a value must do to fit, for a keyword without a code of its own. */
  readonly words?: string;
  /** The types that other branches of a union allow. */
  readonly otherTypes?: readonly string[];
  /** Errors of the same value in other branches of a union; their fixes may be meant too. */
  readonly others?: readonly FoundError[];
}

/** Decides whether candidates have the right shape: the schema of a package, or any JSON Schema as it is. */
export interface Decider {
  /** The schemas of the candidate's own properties. */
  readonly properties: Properties;
  /** Whether a candidate has no error. May be false if that takes long to find out. */
  accepts(candidate: unknown): boolean;
  /** All errors of a candidate; `path` is its place in the request. */
  findErrors(candidate: unknown, path: string): readonly FoundError[];
  /** The fix as it may be offered, which may claim less; undefined if it must not be offered. */
  review(fix: Fix, candidate: unknown): Fix | undefined;
  /** The pointers of all other objects of a candidate that a property could be moved to from the object `source`. */
  findHolders(name: string, source: string, candidate: unknown): readonly string[];
}

/** An error that the check of the shape has found. */
export interface ShapeError extends FoundError {
  readonly context: ShapeContext;
  readonly others?: readonly ShapeError[];
}

/** Whether an item of an array has a wrong type. All such items are fixed or none, or the array would be mixed. */
export function isWrongItem({ keyword, path }: SchemaError, document: Pick<Subject, "candidate">): boolean {
  return keyword === "type" && isItem(document, path);
}

/** An unknown property as a decider finds it. */
export interface UnknownProperty extends FoundError {
  /** The object. */
  readonly value: JsonObject;
  readonly name: string;
}

/** A property that is missing in an object, or that is unknown. */
export interface PropertyError extends ShapeError {
  /** The object. */
  readonly value: JsonObject;
  readonly name: string;
  /** What an unknown property was probably meant as. */
  readonly unknown?: UnknownKey;
}

/** The check of one candidate, on which the messages and fixes of all its errors depend. */
export interface ShapeContext extends Subject, Pick<Decider, "review" | "findHolders"> {
  readonly requestValues: RequestValues;
  /** The columns that the candidate declares for the record at a place, or for the records in an array there. */
  columnsIn(path: string): readonly Column[] | undefined;
  /** The names that records use, if their declarations belong at the place. */
  usedNamesAt(path: string): ReadonlySet<string> | undefined;
  /** The type that records show for the declaration at a place. */
  evidentType(path: string): Meaning | undefined;
  /** The errors of all items of an array that have a wrong type. */
  wrongItems(array: string): readonly ShapeError[];
  /** The number of all unknown properties. */
  readonly unknownCount: number;
  /** Where the values of absent properties are instead, by the pointers of the properties. */
  readonly actualPlaces: ReadonlyMap<string, string>;
}

/**
 * Names that the request gives for the whole candidate, such as its domain, each with its value or a pattern; undefined
 * stands for any value.
 */
export type RequestValues = Readonly<Record<string, string | RegExp | undefined>>;
