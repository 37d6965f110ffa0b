import type { DeclarationSource } from "../../engine/grammar.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json } from "../../json/value.js";
import { undeclared } from "./declared-edits.js";

const MOST_TRIED = 3_000;

/** The smallest candidate that can be reached by taking things away, one by one, for which something still holds. */
export async function shrink(
  candidate: Json,
  declarations: readonly DeclarationSource[],
  holds: (candidate: Json) => Promise<boolean>,
): Promise<Json> {
  let smallest = candidate;
  let tried = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const patch of [...reductions(smallest, declarations)]) {
      if (tried++ > MOST_TRIED) return smallest;
      const smaller = applied(smallest, patch);
      if (smaller === undefined || !(await holds(smaller))) continue;
      smallest = smaller;
      isSmaller = true;
      // What is left may no longer be where it was.
      break;
    }
  }
  return smallest;
}

/** What could be taken away, largest first. */
function* reductions(value: Json, declarations: readonly DeclarationSource[]): Generator<Operation[]> {
  for (const declaration of declarations) yield* undeclared(value, declaration);
  yield* within(value, "");
}

function* within(value: Json, path: string): Generator<Operation[]> {
  if (Array.isArray(value)) {
    if (value.length > 3) yield [{ op: "replace", path, value: value.slice(0, Math.ceil(value.length / 2)) }];
    for (let at = value.length - 1; at >= 0; at--) yield [{ op: "remove", path: `${path}/${at}` }];
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) yield [{ op: "remove", path: join(path, key) }];
  } else if (typeof value === "string" && value.length > 1) {
    yield [{ op: "replace", path, value: value.slice(0, Math.ceil(value.length / 2)) }];
    if (value.length > 2) yield [{ op: "replace", path, value: value.slice(0, -1) }];
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) yield* within(below as Json, join(path, key));
}

function applied(candidate: Json, patch: Operation[]): Json | undefined {
  try {
    return applyPatch(candidate, patch) as Json;
  } catch {
    return undefined;
  }
}
