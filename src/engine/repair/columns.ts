import type { Operation } from "../../ground/json/patch.js";
import { valueAt } from "../../ground/json/pointer.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Fix, Occurrence } from "../problem.js";

type ColumnOf = (path: string) => string;

/**
 * What equal fixes have in common: the code, the column and the subject of what they fix, and what is done there. What a
 * fix does in another record than its own distinguishes it.
 */
export function columnOfFix({ code, path, subject }: Occurrence, fix: Fix, spec: CompiledSpec): string {
  const { columnOf } = spec.compiled();
  const own = findRecord(path, columnOf);
  const inOwn: ColumnOf = (place) => (findRecord(place, columnOf) === own ? columnOf(place) : place);
  const changes = new Set(fix.patch.map((operation) => describeChange(operation, inOwn)));
  return [code, columnOf(path), subject ?? "", fix.applicability, ...changes].join("\n");
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

function describeChange(operation: Operation, describePlace: ColumnOf): string {
  const from = operation.op === "move" ? describePlace(operation.from) : "";
  return `${operation.op} ${from} ${describePlace(operation.path)}`;
}

/** The path of the declared record that a place is in; undefined if it is in none. */
function findRecord(path: string, columnOf: ColumnOf): string | undefined {
  const column = columnOf(path);
  if (column === path) return undefined;
  // After the index, which is a star in the column, both are equal. A key may be a star in both.
  let star = column.lastIndexOf("*");
  while (path.at(star - column.length) === "*") star = column.lastIndexOf("*", star - 1);
  return path.slice(0, path.length - (column.length - star - 1));
}
