import { dirname } from "node:path";
import { groupBy } from "../json/group-by.js";
import type { Misspelling } from "../text/did-you-mean.js";
import { countedNoun, excerpt } from "../text/quote.js";

/** The number of errors of one list of files that are printed. */
const MAX_LISTED = 20;

/** Something wrong at a place of a file, and what to do about it. */
export interface Flaw {
  /** RFC 6901, into the file. */
  readonly pointer: string;
  readonly detail: string;
  /** Whether it is only a warning. */
  readonly isWarning?: true;
  /** Whether a meta-schema refuses it; `rules check` says more. */
  readonly isGrammar?: true;
  /** The key at fault in the object at `pointer`: editors mark it, and its line is reported. */
  readonly key?: string | undefined;
  /**
   * A text for everyone, which quotes nothing from the file. Without it, only the place is shown to
   * everyone.
   */
  readonly publicDetail?: string;
  /** For editors, which offer to replace the word. The detail says it too. */
  readonly meant?: Misspelling | undefined;
}

/** A flaw with its file, line and column, for a maintainer to click on. */
export interface FileError extends Flaw {
  readonly file: string;
  /** From 1; undefined if there is no such place, as in a missing file. */
  readonly line?: number;
  readonly column?: number;
  /** How many errors this one summarizes. */
  readonly more?: number;
  /** Only for an inherited file: the detail without the advice to copy the file. */
  readonly inherited?: string;
}

export function errorOfFile(file: string, detail: string): FileError {
  return { file, pointer: "", detail };
}

/**
 * Leaves out errors of inherited files that are also reported for the version which owns the file.
 */
export function withoutInherited(errors: readonly FileError[]): FileError[] {
  const textOf = ({ file, pointer }: FileError, detail: string) =>
    JSON.stringify([file, pointer, detail]);
  const reported = new Set(errors.map((error) => textOf(error, error.detail)));
  return errors.filter(
    (error) => error.inherited === undefined || !reported.has(textOf(error, error.inherited)),
  );
}

/** A detail may quote a long value from the file. */
const MAX_DETAIL_LENGTH = 1_000;

export function errorText({ file, line, column, pointer, detail }: FileError): string {
  const place = line === undefined ? "" : `:${line}:${column}`;
  return `${file}${place}: ${pointer === "" ? "" : `${excerpt(pointer)}: `}${detail.slice(0, MAX_DETAIL_LENGTH)}`;
}

/** The first errors and, if there are more, one error that summarizes the rest. */
export function firstErrors(errors: readonly FileError[], most = MAX_LISTED): FileError[] {
  const [next, ...others] = errors.slice(most);
  if (next === undefined) return [...errors];
  const more = countErrors([next, ...others]);
  const detail = `${countedNoun(more, "more error")}; correct those above first`;
  return [
    ...errors.slice(0, most),
    { file: dirname(next.file), pointer: "", detail, publicDetail: detail, more },
  ];
}

export function countErrors(errors: readonly FileError[]): number {
  return errors.reduce((sum, { more = 1 }) => sum + more, 0);
}

/** The number of further places that are named after an error. */
const MAX_PLACES = 3;

/** Errors for a maintainer to read. Errors with the same detail share a line. */
export function errorLines(errors: readonly FileError[]): string[] {
  const causes = groupBy(errors, ({ detail }) => detail);
  const lines = [...causes.values()].map(([first, ...others]) => {
    const places = others
      .slice(0, MAX_PLACES)
      .map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
    const more =
      others.length > MAX_PLACES
        ? ` and ${countedNoun(others.length - MAX_PLACES, "more place")}`
        : "";
    const also = others.length === 0 ? "" : ` (also at ${places.join(", ")}${more})`;
    return errorText(first as FileError) + also;
  });
  if (lines.length <= MAX_LISTED) return lines;
  return [
    ...lines.slice(0, MAX_LISTED),
    `… and ${lines.length - MAX_LISTED} more; correct these first`,
  ];
}

/** All errors of all files at once, so a maintainer need not find them one by one. */
export class InvalidFiles extends Error {
  override readonly name: string = "InvalidFiles";

  constructor(readonly errors: readonly FileError[]) {
    super(errorLines(errors).join("\n"));
  }
}

export class InvalidSpecs extends InvalidFiles {
  override readonly name = "InvalidSpecs";
}
