import type { Operation } from "../../ground/json/patch.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Fix, Occurrence } from "../problem.js";

/** What equal fixes have in common: the code and the column of what they fix, and what is done there. */
export function columnOfFix({ code, path }: Occurrence, fix: Fix, spec: CompiledSpec): string {
  const { columnOf } = spec.compiled();
  const changes = new Set(fix.patch.map((operation) => describeChange(operation, columnOf)));
  return [code, columnOf(path), fix.applicability, ...changes].join("\n");
}

/** Like columnOfFix(), and what the fix puts in: two fixes with the same key do the same to two records. */
export function changeOfFix(occurrence: Occurrence, fix: Fix, spec: CompiledSpec): string {
  const values = fix.patch.flatMap((operation) => ("value" in operation ? [JSON.stringify(operation.value)] : []));
  return [columnOfFix(occurrence, fix, spec), ...values].join("\n");
}

function describeChange(operation: Operation, columnOf: (path: string) => string): string {
  const from = operation.op === "move" ? columnOf(operation.from) : "";
  return `${operation.op} ${from} ${columnOf(operation.path)}`;
}
