import { isEach } from "../../ground/json/selector.js";
import { inRequest } from "../violation.js";
import type { Declaration } from "./declaration.js";

/** A place among declared records. */
export interface ColumnPath {
  /** The path, with a star in place of the index of a declared record. */
  readonly column: string;
  /** The path of the declared record that the place is in, if it is in one. */
  readonly record?: string;
}

/**
 * Finds the column of a path. All declared records have the same columns; items of other arrays may
 * differ, so their indices stay.
 */
export function compileColumnPaths(
  declarations: ReadonlyMap<string, Declaration>,
): (path: string) => ColumnPath {
  const records = [...declarations.values()].flatMap(({ source }) => source.records ?? []);
  const patterns = [...new Set(records)].map((selector) => ({
    selector: inRequest(selector),
    pattern: new RegExp(`^${inRequest(selector).split("/").map(toPattern).join("/")}(?=/|$)`),
  }));
  return (path) => {
    for (const { selector, pattern } of patterns) {
      const record = pattern.exec(path)?.[0];
      if (record !== undefined) return { column: selector + path.slice(record.length), record };
    }
    return { column: path };
  };
}

function toPattern(token: string): string {
  if (isEach(token)) return token === "*" ? "\\d+" : "[^/]+";
  return token.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}
