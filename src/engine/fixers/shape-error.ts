import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject } from "../../json/value.js";
import type { Meant } from "../../text/did-you-mean.js";
import type { Column } from "../declared/declaration.js";
import type { Memo } from "../memo.js";
import type { Header } from "./header-row.js";
import type { Read } from "./readings/reading.js";

/** What AJV reports, and what else is known about it. */
export type ShapeError = ErrorObject & {
  candidate?: unknown;
  /** The properties of a candidate. */
  ofCandidate?: Record<string, JsonObject>;
  memo?: Memo;
  /** The properties of the record at a place, or of the records in an array there, as the candidate declares them. */
  declaredAt?(path: string): readonly string[] | undefined;
  /** The type that records show for the declaration at a place. */
  shownType?: ((path: string) => Meant | undefined) | undefined;
  /** Properties that the request says for all of the candidate. */
  said?: Readonly<Record<string, string | undefined>>;
  /** Of an unknown property. */
  unknown?: Unknown;
  /** Of an unknown property: all of the candidate. */
  allUnknown?: UnknownErrors;
  /** Of a null: whether the property may be absent. */
  isOptional?: boolean;
  /** Of what is in the place of a record, or of an array of them. */
  columns?: () => readonly Column[] | undefined;
  /** What it could mean, as far as that was asked. */
  reads?: readonly Read[];
  /** Of an item: what is wrong with the items of its array. */
  array?: ItemErrors;
  /** Where the values of absent properties stand instead, by their pointers. */
  standIns?: ReadonlyMap<string, string>;
};

/** All unknown properties of a candidate. */
export interface UnknownErrors {
  readonly errors: readonly ShapeError[];
  /** Those that are probably meant as nothing else, as far as that was asked. */
  leftovers?: readonly ShapeError[];
}

/** The items of one array that are of a wrong type. */
export interface ItemErrors {
  readonly errors: ShapeError[];
  /** Whether it is certain of each what it means. */
  isEachCertain?: boolean;
  /** The names in the first one, where they are rows. Found once, as it takes as long as that row. */
  header?: Header | undefined;
}

/** A property of an object property. */
export interface Nested {
  readonly holder: string;
  readonly name: string;
  readonly sure: boolean;
}

/** Properties that belong into an open object beside them. */
export interface Stray {
  readonly holder: string;
  readonly names: readonly string[];
  /** Whether they are moved together, because nothing is in the object yet. */
  readonly isTogether: boolean;
}

/** Properties that are grouped in an object of their own: the keys there, and the names that they have outside. */
export interface Group {
  readonly names: readonly (readonly [key: string, name: string])[];
  /** Other keys there. */
  readonly rest: readonly string[];
  /** Whether no name is an alias. */
  readonly areOwn: boolean;
  readonly sure: boolean;
}

/** The object that should have the properties: the one that an unknown property is in, or what that one wraps. */
export interface Home {
  /** The pointer from the object. */
  readonly path: string;
  readonly object: JsonObject;
  /** Whether it is JSON in a string. */
  readonly isWritten: boolean;
}

/** A property that stands beside the way to a wrapped object. */
export interface Beside {
  /** The pointer, from the outermost object. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
}

/** What an unknown property may have been meant as. */
export interface Unknown {
  readonly home: Home;
  /** Whether it is the only property of its object: known once, because V8 lists all names of a large one. */
  readonly isOnly: boolean;
  /** The absent property that it is another name of. */
  readonly meant?: Meant | undefined;
  /** Of a wrapper: what stands beside what it wraps, and what of that belongs into it. */
  readonly beside?: readonly (Beside & { readonly meant: Meant | undefined })[];
  /** The object property that is absent or lacks it, and the property of that: `ownerId` for `owner` and `id`. */
  nestedBy?(name: string): Nested | undefined;
  readonly stray?: Stray | undefined;
  /** Absent properties that it holds. */
  readonly group?: Group | undefined;
  /** Properties of the object that are absent, and that nothing else stands for. */
  readonly absent: readonly string[];
  /** Whether nothing is lost with a value of the object. */
  isRedundant(value: unknown): boolean;
}
