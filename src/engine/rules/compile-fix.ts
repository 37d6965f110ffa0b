import type { Operation } from "../../json/patch.js";
import type { JsonObject } from "../../json/value.js";
import type { Declaration } from "../checks/declaration.js";
import { compileCondition } from "../condition.js";
import type { FixSource } from "../grammar.js";
import type { Applicability, Fix } from "../problem.js";
import { compileChange } from "./change.js";
import { compileMessage, placeholdersIn, type Values } from "./template.js";

/** A fix that touches more places is no fix that anyone would read, and a hundred of them would make a huge answer. */
const LONGEST_PATCH = 50;

export interface CompiledFix {
  /** The most that it claims. */
  readonly applicability: Applicability;
  /** The fixes for a finding: one for each meaning of a placeholder; none where it does not apply or one has no value. */
  make(values: Values, candidate: unknown, item: unknown): Fix[];
}

/** Throws a `SpecError` with a pointer into the fix. */
export function compileFix(
  source: FixSource,
  data: JsonObject,
  declarations: ReadonlyMap<string, Declaration>,
): CompiledFix {
  const { title, applicability, when, ...changes } = source;
  const needed = placeholdersIn([title, changes]);
  const holds = when === undefined ? undefined : compileCondition(when, data, "candidate", "/when");
  const inTitle = compileMessage(title);
  const change = compileChange(changes, declarations);
  const make = (values: Values, candidate: unknown, item: unknown): Fix | undefined => {
    if (needed.some((name) => values.get(name) === undefined)) return undefined;
    if (holds !== undefined && !holds(candidate, item)) return undefined;
    const patch = change(candidate, values);
    if (patch === undefined || patch.length === 0 || patch.length > LONGEST_PATCH) return undefined;
    const isSure = needed.every((name) => values.isSure(name));
    return {
      title: inTitle(values),
      applicability: applicability === "machine-applicable" && !isSure ? "maybe-incorrect" : applicability,
      patch: patch.map(inRequest),
    };
  };
  return {
    applicability,
    make(values, candidate, item) {
      const fix = make(values, candidate, item);
      if (fix === undefined) return [];
      const others = needed.every((name) => values.isSure(name)) ? [] : values.alternatives(needed);
      const made = others.map((other) => make(other, candidate, item));
      return [fix, ...made.filter((other) => other !== undefined && other.title !== fix.title)] as Fix[];
    },
  };
}

/** Diagnostics speak of the request, rules of the candidate in it. */
function inRequest(operation: Operation): Operation {
  const path = `/candidate${operation.path}`;
  return operation.op === "move" ? { ...operation, from: `/candidate${operation.from}`, path } : { ...operation, path };
}
