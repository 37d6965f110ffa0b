import type { Operation } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Fix, Occurrence } from "../problem.js";

/**
 * What equal fixes have in common: the code, the column and the subject of what they fix, and what is done there. What a
 * fix does in another record than its own distinguishes it.
 */
export function columnOfFix({ code, path, subject }: Occurrence, fix: Fix, spec: CompiledSpec): string {
  const { toColumnPath } = spec.compiled();
  const own = toColumnPath(path);
  const inOwn = (place: string) => {
    const { column, record } = toColumnPath(place);
    return record === own.record ? column : place;
  };
  const changes = new Set(fix.patch.map((operation) => describeChange(operation, inOwn)));
  return [code, own.column, subject ?? "", fix.applicability, ...changes].join("\n");
}

/**
 * Like columnOfFix(), and what the fix puts in or moves: two fixes with the same key do the same to two records. A moved
 * object or array is known by its place, because comparing it would take as long as trying the fix.
 */
export function changeOfFix(occurrence: Occurrence, fix: Fix, spec: CompiledSpec, document: unknown): string {
  const values = fix.patch.flatMap((operation) => {
    if ("value" in operation) return [JSON.stringify(operation.value)];
    if (operation.op !== "move") return [];
    const moved = valueAt(document, operation.from);
    return [typeof moved === "object" && moved !== null ? operation.from : JSON.stringify(moved)];
  });
  return [columnOfFix(occurrence, fix, spec), ...values].join("\n");
}

function describeChange(operation: Operation, describePlace: (path: string) => string): string {
  const from = operation.op === "move" ? describePlace(operation.from) : "";
  return `${operation.op} ${from} ${describePlace(operation.path)}`;
}
