/** Something wrong at a place of a file, and what to do about it. */
export interface Found {
  /** RFC 6901, into the file. */
  readonly pointer: string;
  readonly detail: string;
  /** Of a slow pattern: strings to try it on. */
  readonly slow?: SlowStrings;
}

/** `pump` is repeated between `prefix` and `end`. */
export interface SlowStrings {
  readonly pattern: string;
  readonly prefix: string;
  readonly pump: string;
  readonly end: string;
}

/** The same with its file, for a maintainer to click on. */
export interface FileError extends Found {
  readonly file: string;
  /** From 1; none where there is no such place, as in a file that is missing. */
  readonly line?: number;
  readonly column?: number;
}

export function errorText({ file, line, column, pointer, detail }: FileError): string {
  const place = line === undefined ? "" : `:${line}:${column}`;
  return `${file}${place}: ${pointer === "" ? "" : `${pointer}: `}${detail}`;
}

/** Every error of every file at once: a maintainer should not meet them one by one. */
export class InvalidSpecs extends Error {
  override readonly name = "InvalidSpecs";

  constructor(readonly errors: readonly FileError[]) {
    super(errors.map(errorText).join("\n"));
  }
}
