import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { Operation } from "../../ground/json/patch.js";
import { isEach } from "../../ground/json/selector.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Declaration } from "../declared/declaration.js";
import { type Fix, inRequest, type Problem } from "../problem.js";

/**
 * What equal fixes have in common: the code and the column of the problem, and what is done there. Only the records
 * that a candidate declares are alike. Other items are not: what holds for one declared name may not hold for another.
 */
export function columnOfFix({ code, path }: Problem, fix: Fix, spec: CompiledSpec): string {
  const inAnyRecord = compileColumns(spec.compiled().declarations);
  const changes = new Set(fix.patch.map((operation) => describeChange(operation, inAnyRecord)));
  return [code, inAnyRecord(path), fix.applicability, ...changes].join("\n");
}

/** Like columnOfFix(), and what the fix puts in: two fixes with the same key do the same to two records. */
export function changeOfFix(problem: Problem, fix: Fix, spec: CompiledSpec): string {
  const values = fix.patch.flatMap((operation) => ("value" in operation ? [JSON.stringify(operation.value)] : []));
  return [columnOfFix(problem, fix, spec), ...values].join("\n");
}

function describeChange(operation: Operation, inAnyRecord: (path: string) => string): string {
  const from = operation.op === "move" ? inAnyRecord(operation.from) : "";
  return `${operation.op} ${from} ${inAnyRecord(operation.path)}`;
}

/** Returns a function that puts a star in place of the indexes of a declared record in a path. */
const compileColumns = cacheByObject((declarations: ReadonlyMap<string, Declaration>) => {
  const records = [...declarations.values()].flatMap(({ source }) => source.records ?? []);
  const patterns = [...new Set(records)].map((selector) => ({
    selector: inRequest(selector),
    pattern: new RegExp(`^${inRequest(selector).split("/").map(toPattern).join("/")}(?=/|$)`),
  }));
  return (path: string): string => {
    for (const { selector, pattern } of patterns) if (pattern.test(path)) return path.replace(pattern, () => selector);
    return path;
  };
});

function toPattern(token: string): string {
  if (isEach(token)) return token === "*" ? "\\d+" : "[^/]+";
  return token.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}
