import type { Json, JsonObject } from "../../ground/json/value.js";
import { Meaning } from "../../ground/text/meaning.js";
import type { Column } from "../declared/declaration.js";

/** A longer string was hardly written by hand, and is only read as JSON. */
export const MAX_TEXT_LENGTH = 20_000;
/** The number of guesses of one kind that an author can choose from. */
export const MAX_OFFERED = 3;

/** What a value should be, and where it stands. */
export interface Asked {
  readonly schema: JsonObject;
  /** `*` for an item of an array; undefined in a column, whose name may be any. */
  readonly property?: string;
  /** The columns of the expected record. */
  readonly columns?: readonly Column[] | undefined;
}

/** A value that another one may mean. */
export class Reading extends Meaning<Json> {
  constructor(
    value: Json,
    isCertain: boolean,
    /** The text that the value lacks. */
    dropped?: string,
    /** Whether it is certain only if the result has no problem left. */
    readonly mustFit = false,
  ) {
    super(value, isCertain, [], dropped);
  }
}

export const certain = (value: Json) => new Reading(value, true);
/** Certain only if the result has no problem left. */
export const certainIfFits = (value: Json) => new Reading(value, true, undefined, true);
export const guess = (value: Json, dropped?: string) => new Reading(value, false, dropped);

/** A row of the table: a way to read values of some kinds as another kind. */
export interface Row {
  readonly name: string;
  /** The kinds of values that it reads. */
  readonly from: readonly string[];
  /** The type or the format that must be expected. */
  readonly to: string;
  /** Yields what a value may mean; whoever asks drops what the schema refuses. */
  read(given: never, asked: Asked): Iterable<Reading>;
  /** Values with what they mean, also for a schema of their own. */
  readonly examples: readonly (readonly [given: Json, meant: Json, schema?: JsonObject])[];
}
