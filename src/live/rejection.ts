import { basename, dirname, relative, resolve, sep } from "node:path";
import { errorText, type FileError } from "../specs/file-error.js";
import type { ContentFiles } from "./content.js";

/** Why changed files are not in use. */
export interface Rejection {
  /** All of them, for the log. */
  readonly errors: readonly string[];
  /** The first ones, for everyone: without the folders of this machine. */
  readonly shown: readonly string[];
}

const MOST_SHOWN = 5;

export function toRejection(errors: readonly FileError[], files: ContentFiles): Rejection {
  return { errors: errors.map(errorText), shown: errors.slice(0, MOST_SHOWN).map((error) => shownText(error, files)) };
}

function shownText(error: FileError, { rulesDirs, targetsFile }: ContentFiles): string {
  const dir = rulesDirs.find((one) => resolve(error.file).startsWith(resolve(one) + sep));
  const file = dir === undefined ? basename(error.file) : relative(dir, error.file);
  // Errors of the system name the file that they are about.
  const folders = [dirname(error.file), dirname(targetsFile)].map((folder) => resolve(folder) + sep);
  const detail = folders.reduce((text, one) => text.replaceAll(one, ""), error.detail);
  return errorText({ ...error, file, detail: detail.replace(/^.*[\\/](?=[^\\/]* cannot be read)/, "") });
}
