import type { Operation } from "../ground/json/patch.js";
import type { Json, JsonObject } from "../ground/json/value.js";

/** A value that violates a keyword of its schema. */
export interface SchemaError {
  readonly keyword: string;
  /** The pointer of the value, into the request. */
  readonly path: string;
  readonly value: Json;
  readonly schema: JsonObject;
  /** The property that is missing or unknown. */
  readonly name?: string;
  /** An optional property that is null or "" instead of absent. */
  readonly isOptional?: boolean;
  /** A required property that is empty. */
  readonly isRequired?: boolean;
  /** Whether another branch of a union may be meant. */
  readonly isAmbiguous?: boolean;
  /** What a value must do to fit, for a keyword without a code of its own. */
  readonly words?: string;
  /** The types that other branches of a union allow. */
  readonly otherTypes?: readonly string[];
  /** Errors of the same value in other branches of a union; their fixes may be meant too. */
  readonly others?: readonly SchemaError[];
}

/**
 * Decides whether candidates have the right shape: the schema of a package, or any JSON Schema as
 * it is.
 */
export interface Decider {
  /** All errors of a candidate; `path` is its place in the request. */
  findErrors(candidate: unknown, path: string): readonly SchemaError[];
  /**
   * The errors of the value at a place of a candidate, and of what is inside. Pointers are into the
   * candidate.
   */
  findErrorsAt(candidate: unknown, pointer: string): readonly SchemaError[];
  /**
   * The pointers of all other objects of a candidate that a property could be moved to from the
   * object `source`.
   */
  findHolders(name: string, source: string, candidate: unknown): readonly string[];
  /**
   * Whether a patch of a candidate is only a guess, because of what the schema says about other
   * places.
   */
  isDoubtful(patch: readonly Operation[], candidate: unknown): boolean;
}
