import { CHECKS_WITH_LIMITS, readCheck } from "../../engine/checks/index.js";
import type { CheckSource, SpecSource } from "../../engine/grammar.js";
import { normalCheck } from "../../engine/spec-digest.js";
import { toTokens, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import type { VersionChange } from "../../specs/changes.js";
import type { Acceptance } from "../../specs/release-records.js";
import { findShapePlace } from "../model/shape-places.js";
import { refusesAtLeast, type VersionPair } from "./classify-schema-change.js";
import {
  combine,
  compareConditions,
  compareLimits,
  compareLists,
  compareMultiples,
  type InlinedCondition,
  invert,
} from "./compare.js";

/** A check of a rule with severity `error`, and its `when`. The name of the rule does not matter. */
interface Requirement {
  readonly when: InlinedCondition;
  readonly check: JsonObject;
}

/** The requirements of a version, or of one rule of it. */
export function listRequirements({ settings, rules }: SpecSource, only?: string): Requirement[] {
  const requirements: Requirement[] = [];
  for (const [name, { severity, when = null, check }] of Object.entries(rules)) {
    if (severity !== "error" || (only !== undefined && name !== only)) continue;
    for (const one of [check].flat()) {
      // These only help to fix a value.
      const { aliases, suggest, ...deciding } = normalCheck(one);
      requirements.push({
        when: inlineData(when as Json, settings.data) as InlinedCondition,
        check: inlineData(deciding, settings.data) as JsonObject,
      });
    }
  }
  return requirements;
}

/** A value with data in place of the references to it; a table is marked as one. */
function inlineData(value: Json, data: JsonObject): Json {
  if (Array.isArray(value)) return value.map((part) => inlineData(part, data));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, inlineData(part as Json, data)]);
  const inlined = Object.fromEntries(parts) as JsonObject;
  const { spec, ...others } = inlined;
  if (typeof spec !== "string") return inlined;
  const found = (valueAt(data, spec) ?? null) as Json;
  // A list is the same whether it is written in the rule or in the data.
  return Object.keys(others).length === 0 && !isObject(found) ? found : { ...others, table: found };
}

export function classifyRuleChange(
  { pointer, after }: VersionChange,
  sources: VersionPair,
): Acceptance {
  const [, name = "", key] = toTokens(pointer);
  const lost = listRequirementsOnlyIn(sources[0], sources[1], name);
  const gained = listRequirementsOnlyIn(sources[1], sources[0], name);
  const [old, now] = [lost[0], gained[0]];
  if (old === undefined) return now === undefined ? "same" : "less";
  if (now === undefined) return "more";
  if (key === "severity") return after === "error" ? "less" : "more";
  if (key === "when") return invert(compareConditions(old.when, now.when));
  if (lost.length !== gained.length) return "either";
  return combine(
    lost.map(({ check }, index) => compareChecks(check, (gained[index] as Requirement).check)),
  );
}

/** The requirements of a rule that another version neither states nor implies. */
function listRequirementsOnlyIn(
  source: SpecSource,
  other: SpecSource,
  name: string,
): Requirement[] {
  const stated = listRequirements(other);
  return listRequirements(source, name).filter(
    (own) => !stated.some((one) => isEqual(one, own)) && !isImplied(own, other),
  );
}

/**
 * Whether a version refuses by its shape what a requirement refuses, or refuses every value at the
 * places that it checks.
 */
function isImplied({ when, check }: Requirement, source: SpecSource): boolean {
  const { definition, value } = readCheck(check as CheckSource);
  // A check of a group can also fail on an empty group, which a schema cannot express.
  if (definition.group) return false;
  const selectors = check.at as string[];
  const outline = outlineOf(source.shape);
  const isUnreachable = (selector: string) =>
    findShapePlace(outline, selector.replace(/\/\{[^/]*\}$/, "")).unreachable !== undefined;
  if (selectors.every(isUnreachable)) return true;
  const dependsOnCandidate =
    when !== null || check.where !== null || JSON.stringify(value).includes('"table":');
  if (dependsOnCandidate) return false;
  const schema = definition.asSchema?.({ value, options: check }, source.settings.data, {});
  if (schema === undefined || !isExact(check, schema)) return false;
  return selectors.every((selector) => refusesAtLeast(source, selector, schema));
}

/** Whether the schema of a check refuses all that the check refuses. */
function isExact(check: JsonObject, schema: JsonObject): boolean {
  if (check.ignoreCase === true) return false;
  const { name } = readCheck(check as CheckSource).definition;
  if (CHECKS_WITH_LIMITS.includes(name))
    return Object.keys(check[name] as JsonObject).length === Object.keys(schema).length;
  return ["one-of", "none-of", "has-keys"].includes(name);
}

/** Compares two checks. Where they differ in something that is not listed here, it is unclear. */
export function compareChecks(before: JsonObject, after: JsonObject): Acceptance {
  const { name, group } = readCheck(before as CheckSource).definition;
  // Fewer values may repeat less, but their number or sum may be too low or too high.
  const isMeasured = group === true && name !== "unique";
  const compareProperty = (key: string, old: Json, now: Json): Acceptance => {
    if (isEqual(old, now)) return "same";
    if (key === "at") return isMeasured ? "either" : invert(compareLists(old, now));
    if (key === "where" && !isMeasured)
      return invert(compareConditions(old as InlinedCondition, now as InlinedCondition));
    if (key !== name) return "either";
    if (CHECKS_WITH_LIMITS.includes(key)) return compareAllLimits(old, now);
    switch (key) {
      case "multiple-of":
        return compareMultiples(old, now);
      case "one-of":
      case "only-keys":
        return compareEntries(old, now, compareLists);
      case "none-of":
      case "no-words":
      case "has-keys":
        return compareEntries(old, now, (list, other) => invert(compareLists(list, other)));
      default:
        return "either";
    }
  };
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return combine(
    [...keys].map((key) => compareProperty(key, before[key] as Json, after[key] as Json)),
  );
}

/**
 * Compares two values of a check: lists or limits, the keys of two tables or, where the candidate
 * picks one, their entries. Without an entry, nothing is checked.
 */
function compareEntries(
  before: unknown,
  after: unknown,
  compare: (old: unknown, now: unknown) => Acceptance,
): Acceptance {
  if (!isObject(before) || !isObject(after) || !("table" in before) || !("table" in after))
    return compare(before, after);
  const [{ table: old, ...pickBefore }, { table: now, ...pickAfter }] = [before, after];
  if (!isEqual(pickBefore, pickAfter) || !isObject(old) || !isObject(now)) return "either";
  if (pickBefore.by === undefined) return compare(Object.keys(old), Object.keys(now));
  return combineEntries(old, now, (_, entry, other) => compare(entry, other));
}

function compareAllLimits(before: unknown, after: unknown): Acceptance {
  if (!isObject(before) || !isObject(after)) return "either";
  return combineEntries(before, after, (name, limit, other) => {
    const isUpper = name === "max" || name === "below";
    return compareEntries(limit, other, (old, now) =>
      isUpper ? compareLimits(old, now) : invert(compareLimits(old, now)),
    );
  });
}

/** Compares the entries of two objects by their names. One more entry accepts less. */
function combineEntries(
  before: JsonObject,
  after: JsonObject,
  compare: (name: string, old: Json, now: Json) => Acceptance,
): Acceptance {
  const all: Acceptance[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (old === undefined) all.push("less");
    else if (now === undefined) all.push("more");
    else if (!isEqual(old, now)) all.push(compare(name, old, now));
  }
  return combine(all);
}
