import type { ErrorObject } from "ajv/dist/2020.js";
import type { Meant } from "../../text/did-you-mean.js";
import type { Column } from "../readings/reading.js";

/** What AJV reports, and what else is known about it. */
export type ShapeError = ErrorObject & {
  candidate?: unknown;
  /** Of an unknown property. */
  unknown?: Unknown;
  /** Of a null: whether the property may be absent. */
  isOptional?: boolean;
  /** Of an array in the place of a record. */
  columns?: () => readonly Column[] | undefined;
};

/** What an unknown property may have been meant as. */
export interface Unknown {
  /** The absent property that it is another name of. */
  readonly meant?: Meant;
  /** Whether it holds what the object around it should hold itself. */
  readonly isWrapper?: boolean;
  /** Properties of the object that are absent, and that nothing else stands for. */
  readonly absent: readonly string[];
}
