import type { SpecSource } from "../../engine/grammar.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import { applyPatch } from "../../ground/json/patch.js";
import { isWithin, lastToken, toTokens, valueAt } from "../../ground/json/pointer.js";
import { isEqual, type Json, type JsonObject } from "../../ground/json/value.js";
import { findShapeChanges, type VersionChange } from "../../specs/changes.js";
import { constraintsAt } from "../../specs/constraints.js";
import type { Acceptance } from "../../specs/release-records.js";
import { listDataReferences } from "../../specs/walk-values.js";
import { classifyRuleChange, compareChecks, listRequirements } from "./classify-rule-change.js";
import {
  classifySchemaChange,
  classifyShapeChange,
  type VersionPair,
} from "./classify-schema-change.js";
import { combine, compareConditions, invert } from "./compare.js";

/** What a change does, seen from its text alone. */
export function classifyChange(change: VersionChange, sources: VersionPair): Acceptance {
  if (!change.decides) return "same";
  switch (change.part) {
    case "shape":
      return classifyShapeChange(change, sources);
    case "rules":
      return classifyRuleChange(change, sources);
    case "data":
      return classifyDataChange(change, sources);
    case "normalize": {
      // Strings are normalized before a candidate is checked; other steps only make the package.
      const [step] = change.step?.split(" ") ?? [];
      const mayDecide = step === undefined || Object.hasOwn(TEXT_STEPS, step);
      return mayDecide ? "either" : "package";
    }
    default:
      return "either";
  }
}

/**
 * What a change of the data does by way of the rules, types and steps that refer to it. Each
 * version is compared with itself, but for the data.
 */
function classifyDataChange(change: VersionChange, [earlier, later]: VersionPair): Acceptance {
  const { before, after } = change;
  const path = change.pointer.slice("/data".length);
  const all: Acceptance[] = [];
  for (const source of [earlier, later]) {
    const { settings, rules } = source;
    const undone = { ...change, before: after, after: before };
    const [dataBefore, dataAfter] =
      source === earlier
        ? [settings.data, withChange(settings.data, path, change)]
        : [withChange(settings.data, path, undone), settings.data];
    for (const [name, { when = null, check }] of Object.entries(rules)) {
      if (!refersToData([when, check], path)) continue;
      const old = listRequirements(withData(source, dataBefore), name);
      const now = listRequirements(withData(source, dataAfter), name);
      for (const [index, requirement] of old.entries()) {
        const changed = now[index] as typeof requirement;
        all.push(invert(compareConditions(requirement.when, changed.when)));
        all.push(compareChecks(requirement.check, changed.check));
      }
    }
    for (const { at, type, types } of Object.values(settings.declarations ?? {})) {
      if (types === undefined || !isWithin(path, types.spec)) continue;
      if (before !== undefined && after !== undefined) {
        for (const part of findShapeChanges(before, after, ""))
          all.push(classifySchemaChange(part, before, after));
        continue;
      }
      // What has an unknown type is not checked, so a new type accepts less, unless no candidate
      // could have it.
      const unchanged = before === undefined ? earlier : later;
      const allowed = constraintsAt(unchanged, `${at}${type}`).schema.enum;
      const isRefused = Array.isArray(allowed) && !allowed.includes(lastToken(path));
      if (!isRefused) all.push(before === undefined ? "less" : "more");
    }
    if (settings.normalize.some((step) => refersToData(step, path))) all.push("package");
  }
  return combine(all);
}

function withData(source: SpecSource, data: JsonObject): SpecSource {
  return { ...source, settings: { ...source.settings, data } };
}

/** Whether a part of a package refers to a place of the data, or to a part or container of it. */
function refersToData(part: unknown, path: string): boolean {
  return listDataReferences(part).some(({ spec }) => isWithin(path, spec) || isWithin(spec, path));
}

/** The data as it is after a change of the value at a place, or of an item of the list there. */
function withChange(data: JsonObject, path: string, { item, after }: VersionChange): JsonObject {
  const here = valueAt(data, path) as Json | undefined;
  let value = after;
  if (item !== undefined && Array.isArray(here)) {
    value = here.filter((other) => !isEqual(other, item));
    if (after !== undefined) value.push(item);
  }
  if (value === undefined)
    return here === undefined ? data : (applyPatch(data, [{ op: "remove", path }]) as JsonObject);
  const op = here === undefined ? "add" : "replace";
  return applyPatch(data, [{ op, path, value }]) as JsonObject;
}

/** The rules whose requirements a change touches: the errors of a candidate name them. */
export function listTouchedRules(
  { part, pointer }: VersionChange,
  sources: VersionPair,
): ReadonlySet<string> {
  const touched = new Set<string>();
  const [, name = ""] = toTokens(pointer);
  if (part === "rules") touched.add(name);
  if (part === "data")
    for (const { rules } of sources)
      for (const [rule, { when, check }] of Object.entries(rules))
        if (refersToData([when, check], pointer.slice("/data".length))) touched.add(rule);
  return touched;
}
