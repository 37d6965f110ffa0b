import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject } from "../../json/value.js";
import type { Meant } from "../../text/did-you-mean.js";
import type { Column } from "../declared/declaration.js";
import type { Memo } from "../memo.js";
import type { Header } from "./header-row.js";
import type { Read } from "./readings/reading.js";

/** An error of AJV, and what else is known about it. */
export type ShapeError = ErrorObject & {
  candidate?: unknown;
  /** The properties of a candidate. */
  ofCandidate?: Record<string, JsonObject>;
  memo?: Memo;
  /** The names that the candidate declares for the record at a place, or for the records in an array there. */
  declaredAt?(path: string): readonly string[] | undefined;
  /** The type that records show for the declaration at a place. */
  shownType?: ((path: string) => Meant | undefined) | undefined;
  facts?: RequestFacts;
  /** What an unknown property may have been meant as. */
  unknown?: Unknown;
  /** All unknown properties of the candidate, and those that are probably meant as nothing else, once that was asked. */
  allUnknown?: { readonly errors: readonly ShapeError[]; leftovers?: readonly ShapeError[] };
  /** Whether a property that is null may be absent. */
  isOptional?: boolean;
  /** The columns of the record, or of the records in the array, that should be here. */
  columns?: () => readonly Column[] | undefined;
  /** Other meanings of the value, once that was asked. */
  reads?: readonly Read[];
  /** The errors of all items of the array that this is an item of. */
  array?: ItemErrors;
  /** Where the values of absent properties stand instead, by their pointers. */
  standIns?: ReadonlyMap<string, string>;
};

/**
 * Properties that the request says for all of the candidate, with their values or a pattern of these; any value where it
 * is undefined.
 */
export type RequestFacts = Readonly<Record<string, string | RegExp | undefined>>;

/** The items of one array that are of a wrong type. */
export interface ItemErrors {
  readonly errors: ShapeError[];
  /** Whether the meaning of each is certain. */
  isEachCertain?: boolean;
  /** The first item, if it is the header of a table. Found once, as that takes as long as the row is. */
  header?: Header | undefined;
}

/** A property of an object property: `ownerId` stands for `id` in `owner`. */
export interface Nested {
  readonly holder: string;
  readonly name: string;
  readonly sure: boolean;
}

/** Properties that belong in an open object beside them. */
export interface Stray {
  readonly holder: string;
  readonly names: readonly string[];
  /** Whether they are moved together, because the object is empty. */
  readonly isTogether: boolean;
}

/** Properties that are grouped in an object of their own. */
export interface Group {
  readonly names: readonly (readonly [key: string, name: string])[];
  readonly rest: readonly string[];
  /** Whether no key is an alias. */
  readonly areOwn: boolean;
  readonly sure: boolean;
}

/** The object that should have the properties: the one with the unknown property, or the one that this wraps. */
export interface Home {
  /** The pointer from the object with the unknown property. */
  readonly path: string;
  readonly object: JsonObject;
  /** Whether it is JSON in a string. */
  readonly isWritten: boolean;
}

/** A property beside the path to a wrapped object. */
export interface Beside {
  /** The pointer from the outermost object. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/** What an unknown property may have been meant as. */
export interface Unknown {
  readonly home: Home;
  /** Whether it is the only property of its object. */
  readonly isOnly: boolean;
  /** The absent property that it is another name of. */
  readonly meant?: Meant | undefined;
  /** Only for a wrapper: the properties beside the wrapped object, with those that they are meant as. */
  readonly beside?: readonly (Beside & { readonly meant: Meant | undefined })[];
  nestedBy?(name: string): Nested | undefined;
  readonly stray?: Stray | undefined;
  readonly group?: Group | undefined;
  /** The absent properties for which nothing else stands. */
  readonly absent: readonly string[];
  /** Whether nothing is lost with a value of the object. */
  isRedundant(value: unknown): boolean;
}
