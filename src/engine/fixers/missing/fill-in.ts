import { quote } from "../../../text/quote.js";
import type { Fix } from "../../problem.js";
import { placeholderOf } from "../placeholder.js";
import type { ShapeError } from "../shape-error.js";
import { derive } from "./derive.js";

function asGuess(fix: Fix): Fix {
  return { ...fix, applicability: "maybe-incorrect" };
}

export function example(op: "add" | "replace", path: string, schema: unknown): Fix[] {
  const value = placeholderOf(schema);
  if (value === undefined) return [];
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(value)} and fill it in`;
  return [{ title, applicability: "has-placeholders", patch: [{ op, path, value }] }];
}

export function fillIn(error: ShapeError): Fix[] {
  const { data, instancePath, parentSchema } = error;
  const derived = typeof data === "string" && data !== "" ? [] : derive("replace", instancePath, parentSchema, error);
  // What is there may say more.
  const isNothing = data === null || data === "";
  return [
    ...(isNothing ? [...derived, ...asShown("replace", instancePath, error)] : derived.map(asGuess)),
    ...example("replace", instancePath, parentSchema),
  ];
}

/** The type that the records show, for a declaration without one. */
export function asShown(op: "add" | "replace", path: string, { shownType }: ShapeError): Fix[] {
  const shown = shownType?.(path);
  if (shown === undefined) return [];
  const { name, isOnly } = shown;
  const title = `${op === "add" ? "Add" : "Put in"} ${quote(name)}, the type of all its values`;
  const applicability = isOnly ? "machine-applicable" : "maybe-incorrect";
  return [{ title, applicability, patch: [{ op, path, value: name }] }];
}
