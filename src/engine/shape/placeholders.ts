import { compileVisitor } from "../../json/compile-visitor.js";
import { format, join } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { equal, isObject, type Json, type JsonObject } from "../../json/value.js";
import { keepSome, type Problem } from "../problem.js";
import { toProblem } from "./codes.js";
import type { ShapeError } from "./shape-error.js";

/** Finds the placeholders of the shape that an author has left in a candidate. */
export function compilePlaceholders(schema: JsonObject): (candidate: unknown) => Problem[] {
  const all = [...placeholdersIn(schema, "")];
  const noneIsLeft = compileVisitor<(candidate: unknown) => boolean>(
    all.map((placeholder) => ({
      at: placeholder.at,
      visit: (variable) => `if (${mayBe(placeholder, variable)}) return false;`,
    })),
  );
  const selects = all.map(({ at, value }) => ({ select: compileSelector(at), placeholder: value }));
  return (candidate) => {
    if (noneIsLeft(candidate)) return [];
    const left: ShapeError[] = [];
    for (const { select, placeholder } of selects) {
      select(candidate, (data, trail) => {
        if (!equal(data, placeholder)) return;
        const instancePath = `/candidate${format(trail)}`;
        left.push({ keyword: "placeholder", instancePath, data, schema: placeholder, schemaPath: "", params: {} });
      });
    }
    return keepSome(left, toProblem);
  };
}

interface Placeholder {
  readonly at: string;
  readonly value: Json;
}

/** Strings, and objects whose properties the schema does not list. Every other placeholder contains one of these. */
function* placeholdersIn(schema: Json | undefined, at: string): Generator<Placeholder> {
  if (!isObject(schema)) return;
  const { placeholder: value, items, properties } = schema as JsonObject;
  if (typeof value === "string" || (isObject(value) && properties === undefined)) yield { at, value };
  yield* placeholdersIn(items, `${at}/*`);
  if (!isObject(properties)) return;
  for (const [name, property] of Object.entries(properties)) yield* placeholdersIn(property as Json, join(at, name));
}

/** Code that rules out most values: an object without the first property of the placeholder is not it. */
function mayBe({ value }: Placeholder, variable: string): string {
  if (typeof value === "string") return `${variable} === ${JSON.stringify(value)}`;
  return `${variable}?.[${JSON.stringify(Object.keys(value as JsonObject)[0])}] !== undefined`;
}
