import { isObject, type Json, type JsonObject } from "../../json/value.js";

/** The boolean skeleton of the conditions: what findings alone decide, and what only the rules engine can. */
export type Logic =
  | { all: Logic[] }
  | { any: Logic[] }
  | { not: Logic }
  | { findings: number; wanted: boolean }
  | "native";

/** How the fact of a findings condition is named: this and its number. */
export const FINDINGS = "findings#";

type AddFinder = (params: JsonObject, pointer: string) => number | undefined;

export function compileConditions(
  node: JsonObject,
  pointer: string,
  add: AddFinder,
): { logic: Logic; conditions: Json } {
  for (const key of ["all", "any"] as const) {
    if (!Array.isArray(node[key])) continue;
    const parts = node[key].map((part, index) =>
      compileConditions(part as JsonObject, `${pointer}/${key}/${index}`, add),
    );
    const logic = parts.map((part) => part.logic);
    return {
      logic: key === "all" ? { all: logic } : { any: logic },
      conditions: { [key]: parts.map((part) => part.conditions) },
    };
  }
  if (isObject(node.not)) {
    const { logic, conditions } = compileConditions(node.not, `${pointer}/not`, add);
    return { logic: { not: logic }, conditions: { not: conditions } };
  }
  if (node.fact !== "findings") return { logic: "native", conditions: node };
  const findings = add(node.params as JsonObject, pointer) ?? -1;
  const wanted = node.value === true;
  return {
    logic: { findings, wanted },
    conditions: { fact: `${FINDINGS}${findings}`, operator: "found", value: wanted },
  };
}

export function isDecidable(logic: Logic): boolean {
  if (logic === "native") return false;
  if ("findings" in logic) return true;
  return "not" in logic ? isDecidable(logic.not) : ("all" in logic ? logic.all : logic.any).every(isDecidable);
}

export function onlyFindings(logic: Logic): number | undefined {
  if (logic === "native" || "not" in logic) return undefined;
  if ("findings" in logic) return logic.wanted ? logic.findings : undefined;
  const parts = "all" in logic ? logic.all : logic.any;
  return parts.length === 1 ? onlyFindings(parts[0] as Logic) : undefined;
}
