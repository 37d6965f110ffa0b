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
  readonly growth: "exponentially" | "with the square of its length";
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

/** Lines that are printed; with more errors, the first ones lead to the others. */
const MAX_LINES = 20;
/** Further places that are named behind an error. */
const MAX_PLACES = 3;

/** Errors for a maintainer to read: those of one cause in one line, and no more lines than can be read. */
export function errorLines(errors: readonly FileError[]): string[] {
  const causes = new Map<string, FileError[]>();
  for (const error of errors) causes.set(error.detail, [...(causes.get(error.detail) ?? []), error]);
  const lines = [...causes.values()].map(([first, ...others]) => {
    const places = others.slice(0, MAX_PLACES).map(({ file, line }) => (line === undefined ? file : `${file}:${line}`));
    const more = others.length > MAX_PLACES ? ` and ${others.length - MAX_PLACES} more places` : "";
    const also = others.length === 0 ? "" : ` (also at ${places.join(", ")}${more})`;
    return errorText(first as FileError) + also;
  });
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `… and ${lines.length - MAX_LINES} more; correct these first`];
}

/** Every error of every file at once: a maintainer should not meet them one by one. */
export class InvalidSpecs extends Error {
  override readonly name = "InvalidSpecs";

  constructor(readonly errors: readonly FileError[]) {
    super(errorLines(errors).join("\n"));
  }
}
