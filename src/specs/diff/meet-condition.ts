import { literalOf } from "../../engine/condition.js";
import type { Comparison, Condition, RuleSource, SpecSource } from "../../engine/grammar.js";
import type { Operation } from "../../json/patch.js";
import { parent } from "../../json/pointer.js";
import type { Json, JsonObject } from "../../json/value.js";
import { placesIn } from "./places-in.js";

/** Patches after which the conditions of a rule hold: that of the rule, and those of its checks for all items. */
export function conditionsMet({ when, check }: RuleSource, { spec }: SpecSource, candidate: Json): Operation[][] {
  const inGeneral = when === undefined ? [] : met(when, "", spec.data);
  const ofItems = [check].flat().flatMap(({ at, where }) => {
    if (where === undefined) return [];
    const items = [at].flat().flatMap((selector) => placesIn(itemOf(selector), candidate));
    return items.flatMap((item) => met(where, item, spec.data));
  });
  return [[...inGeneral, ...ofItems], inGeneral, ofItems].filter((patch) => patch.length > 0);
}

/** The array items around what a selector selects. */
function itemOf(selector: string): string {
  const star = selector.lastIndexOf("/*");
  return star === -1 ? parent(selector) : selector.slice(0, star + 2);
}

function met(condition: Condition, base: string, data: Json): Operation[] {
  // To break a condition there are too many ways; one of those that are tried at its place does.
  if ("not" in condition) return [];
  if ("all" in condition) return condition.all.flatMap((part) => met(part, base, data));
  if ("any" in condition) return condition.any.slice(0, 1).flatMap((part) => met(part, base, data));
  if (condition.fact === "count") return [];
  const path = base + (condition.path ?? "");
  if (condition.operator === "exists" && condition.value === false) return [{ op: "remove", path }];
  const value = valueFor(condition, data);
  return value === undefined || path === "" ? [] : [{ op: "add", path, value }];
}

/** A value with which a comparison holds. */
function valueFor({ operator, value }: Comparison, data: Json): Json | undefined {
  const other = literalOf(value, data as JsonObject, "");
  switch (operator) {
    case "equal":
    case "lessThanInclusive":
    case "greaterThanInclusive":
      return other;
    case "in":
      return Array.isArray(other) ? other[0] : undefined;
    case "contains":
      return other === undefined ? undefined : [other];
    case "lessThan":
      return typeof other === "number" ? other - 1 : undefined;
    case "greaterThan":
      return typeof other === "number" ? other + 1 : undefined;
    default:
      return undefined;
  }
}
