import type { Json } from "../../../ground/json/value.js";
import { ReadMeaning } from "./reader.js";

/** A way to write a value in a string: one row of a table. */
export interface Notation<T extends Json = Json> {
  readonly form: RegExp;
  /** The value in a string of this form; undefined if the string has none after all. */
  read(match: RegExpExecArray): T | undefined;
  /** Whether nothing is lost, and nothing else can be meant. */
  readonly certain: boolean | ((match: RegExpExecArray) => boolean);
  /** The text that the value lacks, which the title of its fix names. */
  dropped?(match: RegExpExecArray): string | undefined;
  /** One of several styles, such as "day first". Other values of a column may show which one is meant. */
  readonly style?: string;
  /** Strings of this form with their values. A test reads each of them. */
  readonly examples: Readonly<Record<string, T>>;
}

/** The rows that a string fits, in their order, with their values. Of two with one value, the first counts. */
export function* matchNotations<T extends Json>(text: string, table: readonly Notation<T>[]) {
  const known = new Set<Json>();
  for (const row of table) {
    const match = row.form.exec(text);
    if (match === null) continue;
    const value = row.read(match);
    if (value === undefined || known.has(value)) continue;
    known.add(value);
    yield { row, match, value, isCertain: typeof row.certain === "boolean" ? row.certain : row.certain(match) };
  }
}

/** The meanings of a string in the notations of a table. */
export function* readNotations(text: string, table: readonly Notation[]): Generator<ReadMeaning> {
  for (const { row, match, value, isCertain } of matchNotations(text, table)) {
    const { style } = row;
    const [dropped, separator] = [row.dropped?.(match), match.groups?.separator];
    yield new ReadMeaning(value, isCertain, {
      ...(dropped !== undefined && { dropped }),
      ...(style !== undefined && { style, separator }),
    });
  }
}
