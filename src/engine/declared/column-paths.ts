import { isEach } from "../../ground/json/selector.js";
import { inRequest } from "../problem.js";
import type { Declaration } from "./declaration.js";

/**
 * Returns a function that puts a star in place of the index of a declared record in a path. Only the records that a
 * candidate declares are alike. Other items are not: what holds for one declared name may not hold for another.
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
