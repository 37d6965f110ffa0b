import { isObject, type Json, type JsonObject } from "./json.js";
import { applyPatch } from "./patch.js";
import { format, join } from "./pointer.js";
import type { Problem } from "./problem.js";
import { compileSelector, type Select } from "./select.js";
import { toProblem } from "./shape-codes.js";

export interface Cut {
  /** The candidate, with every list cut to the length that the schema allows; the very same where none is too long. */
  candidate: unknown;
  problems: Problem[];
}

/**
 * What stands beyond a list's limit is not judged: the list is reported once, as too long. Otherwise 64 KiB could hold
 * 2,300 declared fields and 10,000 records without any of them: 23 million violations.
 */
export function compileCut(schema: JsonObject): (candidate: unknown) => Cut {
  const limits = [...listLimits(schema, "")].map(({ at, most }) => ({ select: compileSelector(at), most }));
  return (candidate) => limits.reduce(cutLists, { candidate, problems: [] });
}

function cutLists(cut: Cut, { select, most }: { select: Select; most: number }): Cut {
  let { candidate } = cut;
  select(candidate, (list, trail) => {
    if (!Array.isArray(list) || list.length <= most) return;
    const path = format(trail);
    candidate = applyPatch(candidate, [{ op: "replace", path, value: list.slice(0, most) }]);
    cut.problems.push(
      toProblem({
        keyword: "maxItems",
        instancePath: `/candidate${path}`,
        data: list,
        schema: most,
        schemaPath: "",
        params: {},
      }),
    );
  });
  return { candidate, problems: cut.problems };
}

function* listLimits(schema: Json | undefined, at: string): Generator<{ at: string; most: number }> {
  if (!isObject(schema)) return;
  if (typeof schema.maxItems === "number") yield { at, most: schema.maxItems };
  yield* listLimits(schema.items as Json, `${at}/*`);
  if (!isObject(schema.properties)) return;
  for (const [name, property] of Object.entries(schema.properties)) yield* listLimits(property as Json, join(at, name));
}
