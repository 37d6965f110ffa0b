import { isEach } from "../../ground/json/selector.js";
import { inRequest } from "../problem.js";
import type { Declaration } from "./declaration.js";

/**
 * Returns a function that replaces the index of a declared record in a path by a star. All records that a candidate
 * declares have the same columns; items of other arrays may differ from each other, so their indices stay.
 */
export function compileColumnPaths(declarations: ReadonlyMap<string, Declaration>): (path: string) => string {
  const records = [...declarations.values()].flatMap(({ source }) => source.records ?? []);
  const patterns = [...new Set(records)].map((selector) => ({
    selector: inRequest(selector),
    pattern: new RegExp(`^${inRequest(selector).split("/").map(toPattern).join("/")}(?=/|$)`),
  }));
  return (path) => {
    for (const { selector, pattern } of patterns) if (pattern.test(path)) return path.replace(pattern, () => selector);
    return path;
  };
}

function toPattern(token: string): string {
  if (isEach(token)) return token === "*" ? "\\d+" : "[^/]+";
  return token.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}
