import { compileVisitor } from "../../json/compile-visitor.js";
import { format, join } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { keepSome, type Problem } from "../problem.js";
import { toProblem } from "./codes.js";
import type { ShapeError } from "./shape-error.js";

/** Finds the placeholders of the shape that an author has left in a candidate. */
export function compilePlaceholders(schema: JsonObject): (candidate: unknown) => Problem[] {
  const all = [...placeholdersIn(schema, "")];
  const noneIsLeft = compileVisitor<(candidate: unknown) => boolean>(
    all.map(({ at, placeholder }) => ({
      at,
      visit: (value) => `if (${value} === ${JSON.stringify(placeholder)}) return false;`,
    })),
  );
  const selects = all.map(({ at, placeholder }) => ({ select: compileSelector(at), placeholder }));
  return (candidate) => {
    if (noneIsLeft(candidate)) return [];
    const left: ShapeError[] = [];
    for (const { select, placeholder } of selects) {
      select(candidate, (data, trail) => {
        if (data !== placeholder) return;
        const instancePath = `/candidate${format(trail)}`;
        left.push({ keyword: "placeholder", instancePath, data, schema: placeholder, schemaPath: "", params: {} });
      });
    }
    return keepSome(left, toProblem);
  };
}

/** Those that are strings; others are made of these. */
function* placeholdersIn(schema: Json | undefined, at: string): Generator<{ at: string; placeholder: string }> {
  if (!isObject(schema)) return;
  const { placeholder, items, properties } = schema as JsonObject;
  if (typeof placeholder === "string") yield { at, placeholder };
  yield* placeholdersIn(items, `${at}/*`);
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) yield* placeholdersIn(property as Json, join(at, name));
}
