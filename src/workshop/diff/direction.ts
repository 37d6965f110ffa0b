import { CHECKS_WITH_LIMITS, readCheck } from "../../engine/checks/index.js";
import type { CheckSource, Condition, RuleSource, SpecSource } from "../../engine/grammar.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import { orderOf } from "../../engine/order.js";
import { normalCheck } from "../../engine/spec-digest.js";
import { applyPatch } from "../../ground/json/patch.js";
import {
  isWithin,
  lastToken,
  parentPointer,
  toPointer,
  toTokens,
  valueAt,
} from "../../ground/json/pointer.js";
import { isEqual, isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { outlineOf } from "../../schema/outline.js";
import { walkSchemas } from "../../schema/schemas-in.js";
import { changesInShape, type VersionChange } from "../../specs/changes.js";
import { collectPlaces, NOTHING_SAID } from "../../specs/places.js";
import type { Direction } from "../../specs/release-records.js";
import { listReferences, walkObjects } from "../../specs/values-in.js";
import { findShapePlace, whyRefused } from "../view/shape-view.js";

const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  less: "more",
  more: "less",
  either: "either",
  same: "same",
  package: "package",
};

function together(directions: readonly Direction[]): Direction {
  const [first = "same", ...others] = new Set(directions.filter((one) => one !== "same"));
  return others.length === 0 ? first : "either";
}

type Sources = readonly [before: SpecSource, after: SpecSource];

/** What a change does, seen from its text alone. */
export function directionOf(change: VersionChange, sources: Sources): Direction {
  if (!change.decides) return "same";
  switch (change.part) {
    case "shape":
      return directionInShape(change, sources);
    case "rules":
      return directionInRules(change, sources);
    case "data":
      return directionOfData(change, sources);
    case "normalize":
      // Strings are normalized before a candidate is checked; the other steps only make the
      // package.
      return Object.hasOwn(TEXT_STEPS, lastStep(change)) || change.step === undefined
        ? "either"
        : "package";
    default:
      return "either";
  }
}

function lastStep({ step = "" }: VersionChange): string {
  return step.split(" ")[0] as string;
}

/**
 * Compares two numbers or dates of which a smaller one accepts less; an absent one accepts
 * everything.
 */
function ofUpper(before: unknown = Infinity, after: unknown = Infinity): Direction {
  const [old, now] = [orderOf(before), orderOf(after)];
  if (old === undefined || now === undefined || old.kind !== now.kind) return "either";
  if (old.order === now.order) return "same";
  return now.order < old.order ? "less" : "more";
}

function ofLower(before: unknown = -Infinity, after: unknown = -Infinity): Direction {
  return OPPOSITE[ofUpper(before, after)];
}

const UPPER = ["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"];
const LOWER = ["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"];
/** Keywords that demand something, whatever their siblings are. */
const DEMANDS = new Set([
  ...[
    ...UPPER,
    ...LOWER,
    "type",
    "enum",
    "const",
    "pattern",
    "format",
    "multipleOf",
    "required",
    "uniqueItems",
  ],
  ...["dependentRequired", "propertyNames", "allOf", "anyOf", "oneOf", "not"],
]);
/** Keywords that decide nothing. */
const ANNOTATIONS = new Set(
  ["title", "description", "examples", "default", "$comment", "deprecated"].concat([
    "readOnly",
    "writeOnly",
  ]),
);
/** With one of these in a shape, the meaning of a schema depends on its context. */
const ENTANGLED = ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef"];
/**
 * A reference to anything else may use one schema in two places, of which one may be inside of
 * `not`.
 */
const TO_DEFINITION = /^#\/(\$defs|definitions)\/[^/]+$/;
/** Keywords of one schema that depend on each other. */
const NEIGHBOURS = ["$ref", "patternProperties", "prefixItems", "additionalItems"];

function directionInShape(change: VersionChange, [before, after]: Sources): Direction {
  const pointer = change.pointer.slice("/shape".length);
  const direction = directionInSchema({ ...change, pointer }, before.shape, after.shape);
  const [place, keyword] = [parentPointer(pointer), lastToken(pointer)];
  const at = [...walkSchemas(before.shape)].find((schema) => schema.pointer === place)?.at;
  if (at === undefined || keyword === undefined) return direction;
  // A rule may have demanded already, or still demands, what the shape says.
  const demandedBy = { less: [before, after.shape], more: [after, before.shape] } as const;
  const [source, narrower] = demandedBy[direction as "less"] ?? [];
  const said = valueAt(narrower, pointer) as Json | undefined;
  return source && said !== undefined && demands(source, at, { [keyword]: said })
    ? "same"
    : direction;
}

/**
 * What a change within a schema does; its pointer leads into the schema, by way of properties and
 * items.
 */
function directionInSchema(
  { pointer, item, before, after }: Pick<VersionChange, "pointer" | "item" | "before" | "after">,
  old: Json,
  now: Json,
): Direction {
  const { owner, keyword, name } = findOwner(pointer);
  const schemas = [old, now].map((schema) => valueAt(schema, owner)) as [Json, Json];
  if (keyword !== undefined && ANNOTATIONS.has(keyword)) return "same";
  if ([old, now].some(isEntangled) || schemas.some((schema) => !isObject(schema))) return "either";
  const isAlone = schemas.every((schema) =>
    NEIGHBOURS.every((one) => !Object.hasOwn(schema as JsonObject, one)),
  );
  const isAdded = before === undefined;
  if (name !== undefined) {
    if (!isAlone || (!isAdded && after !== undefined)) return "either";
    const { additionalProperties = true } = schemas[isAdded ? 0 : 1] as JsonObject;
    if (isObject(additionalProperties)) return "either";
    return isAdded === additionalProperties ? "less" : "more";
  }
  if (keyword === undefined) return "either";
  const addedIsLess = isAdded ? "less" : "more";
  if (UPPER.includes(keyword)) return ofUpper(before, after);
  if (LOWER.includes(keyword)) return ofLower(before, after);
  if (keyword === "required" && item !== undefined) return addedIsLess;
  if (item !== undefined) return isAdded ? "more" : "less";
  if (keyword === "type" && before === "integer" && after === "number") return "more";
  if (keyword === "type" && before === "number" && after === "integer") return "less";
  if (keyword === "additionalProperties") {
    const openness = (value: unknown) => (value === false ? 0 : isObject(value) ? 1 : 2);
    return openness(before) === openness(after)
      ? "either"
      : openness(after) < openness(before)
        ? "less"
        : "more";
  }
  if (keyword === "multipleOf") return ofMultiples(before, after);
  const isDemand = DEMANDS.has(keyword) || (keyword === "items" && isAlone);
  return isDemand && (isAdded || after === undefined) ? addedIsLess : "either";
}

function isEntangled(shape: Json): boolean {
  return [...walkObjects(shape)].some(({ object: { $ref, ...keywords } }) => {
    const leadsElsewhere = typeof $ref === "string" && !TO_DEFINITION.test($ref);
    return leadsElsewhere || ENTANGLED.some((keyword) => keywords[keyword] !== undefined);
  });
}

/** The schema that a pointer into a shape leads through last, and its keyword or property there. */
function findOwner(pointer: string): { owner: string; keyword?: string; name?: string } {
  const tokens = toTokens(pointer);
  let owner: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const step = tokens[at] === "properties" ? 2 : 1;
    if (at + step >= tokens.length) {
      const [keyword, name] = tokens.slice(at) as [string, string?];
      return { owner: toPointer(owner), ...(name === undefined ? { keyword } : { name }) };
    }
    at += step;
    owner = tokens.slice(0, at);
  }
  return { owner: "" };
}

/** Fractions are not compared: computing with them is not exact. */
function ofMultiples(before: unknown, after: unknown): Direction {
  if (before === undefined || after === undefined) return before === undefined ? "less" : "more";
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(after)) return "either";
  const [old, now] = [Number(before), Number(after)];
  return old % now === 0 ? "more" : now % old === 0 ? "less" : "either";
}

/** Keywords that `whyRefused()` looks at. */
const LOOKED_AT = [
  ...["type", "enum", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["minLength", "maxLength"],
];

/** Whether a version refuses, at a place, all that a schema of one keyword refuses. */
function demands(source: SpecSource, at: string, schema: JsonObject): boolean {
  const said = (collectPlaces(source).get(at) ?? NOTHING_SAID).schema;
  const isLookedAt = Object.keys(schema).every((keyword) => LOOKED_AT.includes(keyword));
  if (
    isLookedAt &&
    Array.isArray(said.enum) &&
    said.enum.every((one) => whyRefused({ by: "", schema }, one) === undefined)
  )
    return true;
  return Object.entries(schema).every(([keyword, value]) => {
    const here = said[keyword];
    if (here === undefined) return false;
    if (UPPER.includes(keyword))
      return typeof here === "number" && typeof value === "number" && here <= value;
    if (LOWER.includes(keyword))
      return typeof here === "number" && typeof value === "number" && here >= value;
    if (keyword === "enum") return (here as Json[]).every((one) => (value as Json[]).includes(one));
    return isEqual(here, value);
  });
}

/**
 * A check of an error with its condition: a version accepts what meets all of them. Names and words
 * do not matter.
 */
interface Demand {
  readonly when: Json;
  readonly check: JsonObject;
}

function demandsOf({ settings, rules }: SpecSource, names = Object.keys(rules)): Demand[] {
  return names.flatMap((name) => {
    const { severity, when, check } = rules[name] ?? ({ severity: "info" } as RuleSource);
    if (severity !== "error") return [];
    return [check].flat().map((one) => ({
      when: withData((when ?? null) as Json, settings.data),
      check: withData(bareCheck(one), settings.data) as JsonObject,
    }));
  });
}

function bareCheck(check: CheckSource): JsonObject {
  const { aliases, suggest, ...deciding } = normalCheck(check);
  return deciding;
}

/** A value with the data that it refers to in place of the references; a table is marked as one. */
function withData(value: Json, data: JsonObject): Json {
  if (Array.isArray(value)) return value.map((part) => withData(part, data));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, part]): [string, Json] => [
    key,
    withData(part as Json, data),
  ]);
  const { spec, ...others } = Object.fromEntries(entries) as JsonObject;
  if (typeof spec !== "string") return Object.fromEntries(entries);
  const found = (valueAt(data, spec) ?? null) as Json;
  // A list is the same whether it is written in the rule or in the data.
  return Object.keys(others).length === 0 && !isObject(found) ? found : { ...others, table: found };
}

function directionInRules({ pointer, before, after }: VersionChange, sources: Sources): Direction {
  const [, name = "", key] = toTokens(pointer);
  const [old, now] = sources.map((source) => demandsOf(source, [name])) as [Demand[], Demand[]];
  const [allOld, allNow] = sources.map((source) => demandsOf(source)) as [Demand[], Demand[]];
  const isNew = (demand: Demand, others: readonly Demand[], source: SpecSource) =>
    !others.some((other) => isEqual(other, demand)) && !isSaid(demand, source);
  const lost = old.filter((demand) => isNew(demand, allNow, sources[1]));
  const gained = now.filter((demand) => isNew(demand, allOld, sources[0]));
  if (lost.length + gained.length === 0) return "same";
  if (lost.length === 0) return "less";
  if (gained.length === 0) return "more";
  if (key === "severity") return after === "error" ? "less" : "more";
  if (key === "when") {
    const [earlier, later] = [before, after].map((when, at) =>
      withData((when ?? null) as Json, (sources[at] as SpecSource).settings.data),
    ) as [Json, Json];
    return OPPOSITE[strictnessOf(earlier, later)];
  }
  if (lost.length !== gained.length) return "either";
  return together(
    lost.map(({ check }, index) => directionOfCheck(check, (gained[index] as Demand).check)),
  );
}

/**
 * Whether the other version demands the same by its shape, or refuses the place that is checked.
 */
function isSaid({ when, check }: Demand, source: SpecSource): boolean {
  const { definition, value } = readCheck(check as CheckSource);
  // A group may be wrong because nothing is in it.
  if (definition.group) return false;
  const places = check.at as string[];
  const outline = outlineOf(source.shape);
  const isNowhere = (at: string) =>
    findShapePlace(outline, at.replace(/\/\{[^/]*\}$/, "")).nowhere !== undefined;
  if (places.every(isNowhere)) return true;
  if (when !== null || check.where !== null || JSON.stringify(value).includes('"table":'))
    return false;
  const schema = definition.asSchema?.({ value, options: check }, source.settings.data, {});
  return (
    schema !== undefined &&
    isExact(check, schema) &&
    places.every((at) => demands(source, at, schema))
  );
}

/** Whether the schema of a check refuses all that the check refuses. */
function isExact(check: JsonObject, schema: JsonObject): boolean {
  if (check.ignoreCase === true) return false;
  const { name } = readCheck(check as CheckSource).definition;
  if (CHECKS_WITH_LIMITS.includes(name))
    return Object.keys(check[name] as JsonObject).length === Object.keys(schema).length;
  return ["one-of", "none-of", "has-keys"].includes(name);
}

const ADDED_IS_LESS = ["none-of", "no-words", "has-keys"];
const ADDED_IS_MORE = ["one-of", "only-keys"];

/** What the change of one check does that differs from another in few properties. */
function directionOfCheck(before: JsonObject, after: JsonObject): Direction {
  const { definition } = readCheck(before as CheckSource);
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return together(
    [...keys].map((key): Direction => {
      const [old, now] = [before[key], after[key]];
      if (isEqual(old, now)) return "same";
      const isCounting = definition.group === true && definition.name !== "unique";
      if (key === "at") return isCounting ? "either" : OPPOSITE[ofSet(old, now)];
      if (key === "where")
        return isCounting ? "either" : OPPOSITE[strictnessOf(old as Json, now as Json)];
      if (key !== definition.name) return "either";
      if (CHECKS_WITH_LIMITS.includes(key)) return ofLimits(old, now);
      if (key === "multiple-of") return ofMultiples(old, now);
      if (ADDED_IS_MORE.includes(key)) return byEntry(old, now, ofSet);
      return ADDED_IS_LESS.includes(key)
        ? byEntry(old, now, (one, other) => OPPOSITE[ofSet(one, other)])
        : "either";
    }),
  );
}

/** Compares two lists of which a shorter one accepts less. */
function ofSet(before: unknown, after: unknown): Direction {
  if (!Array.isArray(before) || !Array.isArray(after)) return "either";
  const has = (list: readonly unknown[], item: unknown) => list.some((one) => isEqual(one, item));
  const isLess = before.some((item) => !has(after, item));
  const isMore = after.some((item) => !has(before, item));
  return isLess ? (isMore ? "either" : "less") : isMore ? "more" : "same";
}

/**
 * Compares two values, the keys of two tables or, where the candidate picks one, their entries.
 * Without an entry, nothing is checked.
 */
function byEntry(
  before: unknown,
  after: unknown,
  compare: (old: unknown, now: unknown) => Direction,
): Direction {
  if (!isObject(before) || !isObject(after) || !("table" in before) || !("table" in after))
    return compare(before, after);
  const [{ table: old, ...how }, { table: now, ...howNow }] = [before, after];
  if (!isEqual(how, howNow) || !isObject(old) || !isObject(now)) return "either";
  if (how.by === undefined) return compare(Object.keys(old), Object.keys(now));
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return together(
    [...keys].map((key) => {
      if (old[key] === undefined || now[key] === undefined)
        return old[key] === undefined ? "less" : "more";
      return isEqual(old[key], now[key]) ? "same" : compare(old[key], now[key]);
    }),
  );
}

function ofLimits(before: unknown, after: unknown): Direction {
  if (!isObject(before) || !isObject(after)) return "either";
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return together(
    [...names].map((name) => {
      const [old, now] = [before[name], after[name]];
      if (isEqual(old, now)) return "same";
      if (old === undefined || now === undefined) return old === undefined ? "less" : "more";
      const isUpper = name === "max" || name === "below";
      return byEntry(old, now, isUpper ? ofLimit : (one, other) => OPPOSITE[ofLimit(one, other)]);
    }),
  );
}

/** Compares two upper limits: literals, or the same reference with another number added. */
function ofLimit(before: unknown, after: unknown): Direction {
  if (!isObject(before) || !isObject(after)) return ofUpper(before, after);
  const added = (["plus", "plusDays"] as const).find((key) => !isEqual(before[key], after[key]));
  if (added === undefined || !isEqual({ ...before, [added]: 0 }, { ...after, [added]: 0 }))
    return "either";
  return ofUpper(before[added] ?? 0, after[added] ?? 0);
}

const RISING = ["greaterThan", "greaterThanInclusive", "after"];
const FALLING = ["lessThan", "lessThanInclusive", "before"];

/** Compares two conditions: "less" if the later one holds for less. */
function strictnessOf(before: Json, after: Json): Direction {
  if (isEqual(before, after)) return "same";
  if (before === null || after === null) return before === null ? "less" : "more";
  const [old, now] = [before, after] as unknown as [JsonObject, JsonObject];
  for (const [key, addedHolds] of [
    ["all", "less"],
    ["any", "more"],
  ] as const) {
    if (!(key in old) && !(key in now)) continue;
    const [parts, partsNow] = [old, now].map(
      (one) => (key in one ? one[key] : [one]) as Json[],
    ) as [Json[], Json[]];
    const gone = parts.filter((part) => !partsNow.some((other) => isEqual(part, other)));
    const added = partsNow.filter((part) => !parts.some((other) => isEqual(part, other)));
    if (gone.length === 1 && added.length === 1)
      return strictnessOf(gone[0] as Json, added[0] as Json);
    if (gone.length > 0 && added.length > 0) return "either";
    return added.length > 0 ? addedHolds : OPPOSITE[addedHolds];
  }
  if ("not" in old && "not" in now) return OPPOSITE[strictnessOf(old.not as Json, now.not as Json)];
  const {
    operator: how,
    value,
    ...place
  } = old as unknown as Extract<Condition, { operator: string }>;
  const {
    operator: howNow,
    value: valueNow,
    ...placeNow
  } = now as unknown as Extract<Condition, { operator: string }>;
  if (!isEqual(place, placeNow)) return "either";
  const listOf = (operator: string, given: Json) =>
    ["equal", "notEqual"].includes(operator) ? [given] : given;
  const kinds = [
    ["equal", "in"],
    ["notEqual", "notIn"],
  ];
  const kind = kinds.findIndex((names) => names.includes(how) && names.includes(howNow));
  if (kind !== -1) {
    const direction = ofSet(listOf(how, value), listOf(howNow, valueNow));
    return kind === 0 ? direction : OPPOSITE[direction];
  }
  if (how !== howNow) return "either";
  if (FALLING.includes(how)) return ofLimit(value, valueNow);
  return RISING.includes(how) ? OPPOSITE[ofLimit(value, valueNow)] : "either";
}

/**
 * What a change of the data does by way of the rules, types and steps that refer to it, if nothing
 * else changes.
 */
function directionOfData(change: VersionChange, [old, now]: Sources): Direction {
  const { pointer, before, after } = change;
  const data = pointer.slice("/data".length);
  const uses = (value: unknown) =>
    listReferences(value).some(({ spec }) => isWithin(data, spec) || isWithin(spec, data));
  const directions: Direction[] = [];
  for (const source of [old, now]) {
    const { settings, rules } = source;
    const other = withChange(
      settings.data,
      data,
      source === old ? change : { ...change, before: after, after: before },
    );
    const versions = source === old ? [settings.data, other] : [other, settings.data];
    for (const name of Object.keys(rules).filter((rule) =>
      uses([rules[rule]?.when ?? null, rules[rule]?.check ?? null]),
    )) {
      const [demanded, demandedNow] = versions.map((its) =>
        demandsOf({ ...source, settings: { ...settings, data: its } }, [name]),
      ) as [Demand[], Demand[]];
      for (const [index, { when, check }] of demanded.entries()) {
        const later = demandedNow[index] as Demand;
        directions.push(
          OPPOSITE[strictnessOf(when, later.when)],
          directionOfCheck(check, later.check),
        );
      }
    }
    for (const { at, type, types } of Object.values(settings.declarations ?? {})) {
      if (types === undefined || !isWithin(data, types.spec)) continue;
      // What has an unknown type is not checked, so a new type accepts less, unless no candidate
      // could have it.
      const allowed = (
        collectPlaces(before === undefined ? old : now).get(`${at}${type}`) ?? NOTHING_SAID
      ).schema.enum;
      const isRefused = Array.isArray(allowed) && !allowed.includes(lastToken(data));
      if (before !== undefined && after !== undefined)
        directions.push(...directionsBetween(before, after));
      else if (!isRefused) directions.push(before === undefined ? "less" : "more");
    }
    if (settings.normalize.some(uses)) directions.push("package");
  }
  return together(directions);
}

/** The data with a value, or an item of a list, as it is after a change. */
function withChange(data: JsonObject, path: string, { item, after }: VersionChange): JsonObject {
  const here = valueAt(data, path);
  if (item !== undefined && Array.isArray(here)) {
    const others = here.filter((one) => !isEqual(one, item));
    return applyPatch(data, [
      { op: "replace", path, value: after === undefined ? others : [...others, item] },
    ]) as JsonObject;
  }
  if (after === undefined)
    return here === undefined ? data : (applyPatch(data, [{ op: "remove", path }]) as JsonObject);
  return applyPatch(data, [
    { op: here === undefined ? "add" : "replace", path, value: after },
  ]) as JsonObject;
}

function directionsBetween(before: Json, after: Json): Direction[] {
  return [...changesInShape(before, after, "")].map((change) =>
    directionInSchema(change, before, after),
  );
}

/** The rules whose demands a change touches: they show it in the errors of a candidate. */
export function rulesTouched({ part, pointer }: VersionChange, sources: Sources): string[] {
  const [, name = ""] = toTokens(pointer);
  if (part === "rules") return [name];
  if (part !== "data") return [];
  const data = pointer.slice("/data".length);
  return sources.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([rule, { when, check }]) =>
      listReferences([when, check]).some(({ spec }) => isWithin(data, spec) || isWithin(spec, data))
        ? [rule]
        : [],
    ),
  );
}
