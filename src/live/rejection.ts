import { basename, relative, resolve, sep } from "node:path";
import { countErrors, errorText, type FileError, firstErrors } from "../specs/file-error.js";
import type { ContentFiles } from "./content.js";

/** Why changed files are not in use. */
export interface Rejection {
  /** How many errors there are. */
  readonly count: number;
  /** For the log. */
  readonly errors: readonly string[];
  /** The first errors for everyone, without folders of this machine and without content of the files. */
  readonly shown: readonly string[];
}

/** The number of errors in one line of the log, which is dropped if it is too long. */
const MAX_LOGGED = 200;
const MAX_SHOWN = 5;

export function toRejection(errors: readonly FileError[], files: ContentFiles): Rejection {
  return {
    count: countErrors(errors),
    errors: firstErrors(errors, MAX_LOGGED).map(errorText),
    shown: errors.slice(0, MAX_SHOWN).map((error) => shownText(error, files)),
  };
}

/** Without detail and pointer, which quote the file: a secret may have been mounted in its place. */
function shownText({ file, line, column, shown = "has an error; the log says which" }: FileError, files: ContentFiles) {
  const dir = files.rulesDirs.find((rulesDir) => resolve(file).startsWith(resolve(rulesDir) + sep));
  const name = dir === undefined ? basename(file) : relative(dir, file);
  return errorText({ file: name, pointer: "", detail: shown, ...(line && { line }), ...(column && { column }) });
}
