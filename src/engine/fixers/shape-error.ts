import type { Operation } from "../../ground/json/patch.js";
import { isItem } from "../../ground/json/pointer.js";
import type { JsonObject } from "../../ground/json/value.js";
import type { Meaning } from "../../ground/text/meaning.js";
import type { SchemaError } from "../../schema/schema-error.js";
import type { Column } from "../declared/declaration.js";
import type { Subject } from "../memo.js";
import type { Fix } from "../violation.js";

/** The schemas of the properties of an object, by name. */
export type Properties = Readonly<Record<string, JsonObject>>;

/** Values at wrong paths, and where they belong: one problem with one fix. */
export interface Relocation {
  /** The unknown keys that it moves, or that contain the values; the first one is the problem. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly patch: readonly Operation[];
  /** Whether each value has one place to go to, and nothing is overwritten or lost. */
  readonly isCertain: boolean;
  /** The property beside them that the keys are moved into. */
  readonly holder?: string;
  /** The absent places that certainly get a value, and where it is now. */
  readonly found: ReadonlyMap<string, string>;
}

/** What an unknown key was probably meant as. */
export interface UnknownKey {
  /** The absent property of the same object that it is another name of. */
  readonly meant: Meaning | undefined;
  readonly relocation: Relocation | undefined;
  /** The absent properties that no other key was meant as. */
  readonly absent: readonly string[];
  /** Whether it is the first one of its object without a meaning. */
  readonly isFirst: boolean;
  /** Whether a key can be removed with its value without losing information. */
  isRedundant(key: string, value: unknown): boolean;
}

/** What the check of a candidate adds to an error of its schema. */
export interface InContext {
  readonly context: ShapeContext;
  /** What an unknown property was probably meant as. */
  readonly unknown?: UnknownKey;
  readonly others?: readonly (SchemaError & InContext)[];
}

/** An error about a property of an object, which is missing or unknown. */
export interface Named {
  /** The object. */
  readonly value: JsonObject;
  readonly name: string;
}

/**
 * Whether an item has a wrong type. All such items are fixed or none, or the array would be mixed.
 */
export function isWrongItem(
  { keyword, path }: SchemaError,
  document: Pick<Subject, "candidate">,
): boolean {
  return keyword === "type" && isItem(document, path);
}

/** What the messages and fixes of the errors of one candidate depend on. */
export interface ShapeContext extends Subject {
  /** The errors at and below a place of a changed candidate. */
  findErrorsAt(candidate: unknown, pointer: string): readonly SchemaError[];
  /** All other objects that a property of the object `source` could be moved to. */
  findHolders(name: string, source: string): readonly string[];
  /** The fix, or only an offer of it if the schema makes it a guess. */
  review(fix: Fix): Fix;
  readonly requestValues: RequestValues;
  /** The declared columns of the record, or of the records in an array, at a place. */
  columnsIn(path: string): readonly Column[] | undefined;
  /** The type that records show for the declaration at a place. */
  evidentType(path: string): Meaning | undefined;
  /** The errors of all items of an array that have a wrong type. */
  wrongItems(array: string): readonly (SchemaError & InContext)[];
  /** The number of all unknown properties. */
  readonly unknownCount: number;
  /** Where the values of absent properties are, by pointers. */
  readonly actualPlaces: ReadonlyMap<string, string>;
}

/**
 * Names of the whole candidate, such as its domain, each with its value or a pattern, or undefined
 * for any value.
 */
export type RequestValues = Readonly<Record<string, string | RegExp | undefined>>;
