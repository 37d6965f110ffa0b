import type { ErrorObject } from "ajv/dist/2020.js";
import type { Meant } from "../../text/did-you-mean.js";
import type { Memo } from "../memo.js";
import type { Column } from "../readings/reading.js";

/** What AJV reports, and what else is known about it. */
export type ShapeError = ErrorObject & {
  candidate?: unknown;
  memo?: Memo;
  /** The properties of the record at a place, or of the records in an array there, as the candidate declares them. */
  declaredAt?(path: string): readonly string[] | undefined;
  /** Of an unknown property. */
  unknown?: Unknown;
  /** Of a null: whether the property may be absent. */
  isOptional?: boolean;
  /** Of an array in the place of a record. */
  columns?: () => readonly Column[] | undefined;
};

/** A property of an object property. */
export interface Nested {
  readonly holder: string;
  readonly name: string;
  readonly sure: boolean;
}

/** Properties that are grouped in an object of their own: the keys there, and the names that they have outside. */
export interface Group {
  readonly names: readonly (readonly [key: string, name: string])[];
  readonly sure: boolean;
}

/** What an unknown property may have been meant as. */
export interface Unknown {
  /** The absent property that it is another name of. */
  readonly meant?: Meant | undefined;
  /** Of a wrapper: the pointer, from the object, of what the object should hold itself. */
  readonly inner?: string;
  /** The object property that is absent or lacks it, and the property of that: `ownerId` for `owner` and `id`. */
  nestedBy?(name: string): Nested | undefined;
  /** Absent properties that it holds. */
  readonly group?: Group | undefined;
  /** Properties of the object that are absent, and that nothing else stands for. */
  readonly absent: readonly string[];
  /** Whether nothing is lost with a value of the object. */
  isSpare(value: unknown): boolean;
}
