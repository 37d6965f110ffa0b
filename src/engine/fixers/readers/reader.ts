import type { Json, JsonObject } from "../../../ground/json/value.js";
import { Meaning } from "../../../ground/text/meaning.js";
import type { Column } from "../../declared/declaration.js";

/**
 * A way to read values: the possible meanings of a value that does not fit its schema. A reader looks at one notation,
 * and yields nothing for values in another one. It need not check whether a meaning fits: whoever asks drops those that
 * do not, and tries every fix before it claims to be certain. `T` is the type of the values that it is asked about.
 */
export type Reader<T = unknown> = (value: T, schema: JsonObject, context?: ReaderContext) => Iterable<ReadMeaning>;

/** A longer string was hardly written by hand, and is only read as JSON. */
export const MAX_TEXT_LENGTH = 20_000;

/** The number of guesses of one kind that an author can choose from. */
export const MAX_OFFERED = 3;

/** Where a value is read. */
export interface ReaderContext {
  /** The columns of the expected record, or of the records in the expected array. */
  readonly columns?: readonly Column[] | undefined;
  /** The names that records use, where their declarations are expected. */
  readonly usedNames?: ReadonlySet<string> | undefined;
  /** The name of the property, or `*` for an item of an array. Undefined in a column, whose name may be any. */
  readonly property?: string;
}

/** A possible meaning of a value. Readers that know nothing of its spelling make it by `certain()` or `guess()`. */
export class ReadMeaning extends Meaning<Json> {
  constructor(
    value: Json,
    isCertain: boolean,
    readonly spelling: Spelling = {},
    /** Whether it is certain only if the result has no problem left. */
    readonly mustFit = false,
  ) {
    super(value, isCertain, [], spelling.dropped);
  }
}

/** Between the texts that a value lacks. */
export const BETWEEN_DROPPED = " \u2026 ";

/** How a value is written. The other values of a column may show what was meant by it. */
interface Spelling {
  /** The text that the value lacks. */
  readonly dropped?: string | undefined;
  /** Whether the dropped text is a unit, and nothing is lost if the field says the same. */
  readonly isUnit?: boolean;
  /** One of several styles, such as "day first". */
  readonly style?: string | undefined;
  readonly separator?: string | undefined;
}

/** A meaning that is certain: nothing is lost, and nothing else can be meant. */
export const certain = (value: Json) => new ReadMeaning(value, true);
/** A meaning that is certain only if the result has no problem left. */
export const certainIfFits = (value: Json) => new ReadMeaning(value, true, {}, true);
/** A meaning that is only a guess, which is offered to the author. */
export const guess = (value: Json) => new ReadMeaning(value, false);
