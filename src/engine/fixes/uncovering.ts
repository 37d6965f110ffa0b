import { isWithin, type Operation } from "../../json/patch.js";
import { parse, valueAt } from "../../json/pointer.js";
import { kindOf } from "../../json/value.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Problem } from "../problem.js";

/** Tells what a patch uncovers from what it makes wrong itself. */
export type Uncovering = (patch: readonly Operation[], before: unknown) => { isNew(problem: Problem): boolean };

/**
 * What stands in a property that is moved, wrapped or given another type was wrong before, and so was what a check reports
 * that reads it. It only could not be seen. A value that is respelled in place uncovers nothing: what is wrong with it
 * afterwards is new. The type of a declaration is the exception: values are checked against it elsewhere.
 */
export function compileUncovering({ declarations }: Pick<CompiledSpec, "declarations">): Uncovering {
  const types = [...declarations.values()].flatMap(({ source: { at, type } }) =>
    type === undefined ? [] : [parse(at + type)],
  );
  return (patch, before) => {
    const moved: string[] = [];
    const retyped: string[] = [];
    for (const operation of patch) {
      const { op, path } = operation;
      // A null that is removed was no value before either.
      if (op === "move" || (op === "remove" && valueAt(before, path) === null)) moved.push(path);
      if (op !== "add" && op !== "replace") continue;
      const old = op === "add" ? undefined : valueAt(before, path);
      const isContainer = typeof operation.value === "object" && operation.value !== null;
      if (isContainer || (op === "replace" && kindOf(old) !== kindOf(operation.value))) moved.push(path);
      else if (types.some((type) => overlap(type, tokensOf(path)))) retyped.push(path);
    }
    const opened = [...moved, ...retyped].map(tokensOf);
    return {
      isNew: (problem) =>
        !moved.some((place) => isWithin(problem.path, place)) &&
        !(problem.reads ?? []).some((selector) => opened.some((place) => overlap(selector, place))),
    };
  };
}

/** Within the candidate. */
function tokensOf(path: string): string[] {
  return parse(path).slice(1);
}

/** Whether one is the place of the other, or around it. */
function overlap(selector: readonly string[], place: readonly string[]): boolean {
  const depth = Math.min(selector.length, place.length);
  for (let at = 0; at < depth; at++) if (selector[at] !== "*" && selector[at] !== place[at]) return false;
  return true;
}
