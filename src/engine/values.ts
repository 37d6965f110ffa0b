import { valueAt } from "../json/pointer.js";
import { compileSelector } from "../json/selector.js";
import { isObject, type Json, type JsonObject } from "../json/value.js";
import { someOf } from "../text/quote.js";
import type { Evaluation, Judge, KnowingJudge } from "./checks/check.js";
import { SpecFault } from "./spec-fault.js";

/** A list of texts as a rule names it: literally, from the data of the spec package, or from the candidate itself. */
export interface Values {
  readonly list: readonly string[];
  /** As an author is told of it: all that the package lists, some of what the candidate itself holds. */
  readonly told: readonly string[];
  has(value: string): boolean;
}

/** The JSON Schema of such a parameter. */
export const VALUES_SCHEMA: JsonObject = { $ref: "#/$defs/values" };

/** Makes a judge of a list: one for all candidates where the list is the package's own. */
export function judgeBy(
  values: Values | ((evaluation: Evaluation) => Values),
  make: (values: Values) => Judge,
): Judge | ((evaluation: Evaluation) => KnowingJudge) {
  if (typeof values !== "function") return make(values);
  return (evaluation) => {
    // Read anew for every check, so that nothing is settled by it.
    const basis = values(evaluation);
    const judge = make(basis);
    return { basis, judge: (value, here) => judge.judge(value, here) };
  };
}

/** `parameter` is where the reference stands, for faults. */
export function compileValues(
  reference: Json | undefined,
  data: JsonObject,
  parameter: string,
): Values | ((evaluation: Evaluation) => Values) {
  if (isObject(reference) && typeof reference.candidate === "string") {
    const select = compileSelector(reference.candidate);
    return ({ candidate }) => {
      const found = new Set<string>();
      select(candidate, (value) => typeof value === "string" && found.add(value));
      const list = [...found];
      return { list, told: someOf(list), has: (value) => found.has(value) };
    };
  }
  const list = Array.isArray(reference)
    ? (reference as string[])
    : namesIn(specData(reference, data, parameter), parameter);
  const fixed = new Set(list);
  return { list, told: list, has: (value) => fixed.has(value) };
}

export function specData(reference: Json | undefined, data: JsonObject, parameter: string): Json {
  const pointer = isObject(reference) ? String(reference.spec) : "";
  const value = valueAt(data, pointer) as Json | undefined;
  if (value === undefined)
    throw new SpecFault(`spec.json has no data at ${pointer}; add it there or correct the reference`, parameter);
  return value;
}

/** A list of strings stands for itself, an object for the names of its members. */
function namesIn(value: Json, parameter: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  if (isObject(value)) return Object.keys(value);
  throw new SpecFault(
    "the data referred to must be a list of strings or an object whose member names are meant",
    parameter,
  );
}
