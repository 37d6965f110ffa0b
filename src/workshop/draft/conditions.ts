import type { Condition } from "../../engine/grammar.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { toItemSelector } from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { placeInWords } from "./draft-rules.js";
import type { Drafting } from "./drafting.js";
import { decides } from "./flatten.js";

/** The condition that a property has one of these values, for rules about the object at a place. */
export function conditionAt(at: string, name: string, values: readonly Json[]): Condition {
  const path = joinPointer(at.slice(toItemSelector(at).length), name);
  const [only, ...more] = values;
  return more.length === 0
    ? { path, operator: "equal", value: only as Json }
    : { path, operator: "in", value: [...values] };
}

function existsAt(at: string, name: string, value: boolean): Condition {
  return { path: joinPointer(at.slice(toItemSelector(at).length), name), operator: "exists", value };
}

/** Lists of properties that need others become rules. */
export function dependencyRules(draft: Drafting, keywords: JsonObject, at: string): void {
  for (const keyword of ["dependentRequired", "dependencies"]) {
    const all = keywords[keyword];
    if (!isObject(all)) continue;
    const lists = Object.entries(all).filter(([, needed]) => Array.isArray(needed)) as [string, string[]][];
    if (draft.isRefused(at, "dependencies")) {
      if (keyword === "dependentRequired") draft.keep(at, { dependentRequired: all }, [keyword]);
      else continue;
    } else {
      for (const [name, needed] of lists) addNeeded(draft, at, name, needed);
      const rest = Object.fromEntries(Object.entries(all).filter(([, needed]) => !Array.isArray(needed)));
      if (keyword === "dependencies" && Object.keys(rest).length > 0) {
        keywords.dependencies = rest;
        continue;
      }
    }
    delete keywords[keyword];
  }
}

function addNeeded(draft: Drafting, at: string, name: string, needed: readonly string[]): void {
  if (needed.length === 0) return;
  const place = placeInWords(at);
  draft.counts.rules++;
  draft.rules.add(
    {
      at,
      keyword: "dependencies",
      holds: `has what ${name} needs`,
      summary: `Where ${place} has \`${name.replace(/[{}]/g, "")}\`, it has what this needs.`,
      message: `"{key}" is missing in ${place}, because it has "${name.replace(/[{}]/g, "")}"`,
    },
    { at, "has-keys": [...needed] },
    existsAt(at, name, true),
  );
}

/** `if`, `then` and `else` about the values of properties become rules. */
export function conditionalRules(
  draft: Drafting,
  keywords: JsonObject,
  at: string,
  trail: readonly JsonObject[],
): void {
  const { if: test, then: yes = true, else: no = true } = keywords;
  if (test === undefined) {
    delete keywords.then;
    delete keywords.else;
    return;
  }
  const condition = draft.isRefused(at, "if") ? undefined : translateCondition(draft, test, at, trail);
  const branches = [yes, no].map((branch) => (branch === true ? NOTHING : translateThen(draft, branch, trail)));
  if (condition === undefined || branches.includes(undefined)) return;
  const [then, otherwise] = branches as [Then, Then];
  addThen(draft, at, then, condition);
  addThen(draft, at, otherwise, { not: condition });
  for (const key of ["if", "then", "else"]) delete keywords[key];
}

/** What a branch demands of an object. */
interface Then {
  readonly required: readonly string[];
  readonly properties: JsonObject;
}

const NOTHING: Then = { required: [], properties: {} };

function translateThen(draft: Drafting, schema: Json, trail: readonly JsonObject[]): Then | undefined {
  const flat = draft.flatten(schema, trail);
  if (flat === undefined || flat.parts.length > 0) return undefined;
  const { required = [], properties = {}, type, ...others } = flat.keywords;
  if (type !== undefined || Object.keys(others).some(decides)) return undefined;
  return { required: required as string[], properties: properties as JsonObject };
}

/** The condition that an object fits a schema which only names values; undefined if it says more. */
function translateCondition(
  draft: Drafting,
  schema: Json,
  at: string,
  trail: readonly JsonObject[],
): Condition | undefined {
  const flat = draft.flatten(schema, trail);
  if (flat === undefined || flat.parts.length > 0) return undefined;
  const { required = [], properties = {}, ...others } = flat.keywords;
  if (Object.keys(others).some(decides)) return undefined;
  const names = required as string[];
  const isListed = (name: string) => Object.hasOwn(properties as JsonObject, name);
  const parts: (Condition | undefined)[] = names
    .filter((name) => !isListed(name))
    .map((name) => existsAt(at, name, true));
  for (const [name, inner] of Object.entries(properties as JsonObject)) {
    const values = listScalars(draft, inner);
    const holds = values && conditionAt(at, name, values);
    // A property that may be absent fits if it is.
    parts.push(holds && (names.includes(name) ? holds : { any: [existsAt(at, name, false), holds] }));
  }
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const all = parts as Condition[];
  return all.length === 1 ? all[0] : { all };
}

/** The values that a schema lists; undefined if it says more. */
function listScalars(draft: Drafting, schema: Json): readonly Json[] | undefined {
  const flat = draft.flatten(schema, []);
  if (flat === undefined || flat.parts.length > 0) return undefined;
  const { const: only, enum: values = only === undefined ? undefined : [only], type, ...others } = flat.keywords;
  if (!Array.isArray(values) || Object.keys(others).some(decides)) return undefined;
  const isScalar = (value: Json) =>
    typeof value !== "object" && draft.accepts(type === undefined ? {} : { type }, value);
  return values.length > 0 && values.every(isScalar) ? values : undefined;
}

function addThen(draft: Drafting, at: string, { required, properties }: Then, condition: Condition): void {
  const place = placeInWords(at);
  if (required.length > 0) {
    draft.counts.rules++;
    draft.rules.add(
      {
        at,
        keyword: "if",
        holds: `has ${required[0]} where it is needed`,
        summary: `Under its condition, ${place} has what it needs: ${required.map((name) => `\`${name.replace(/[{}]/g, "")}\``).join(", ")}.`,
        message: `"{key}" is missing in ${place} under this condition`,
      },
      { at, "has-keys": [...required] },
      condition,
    );
  }
  for (const [name, schema] of Object.entries(properties)) {
    const values = listScalars(draft, schema);
    const inner = joinPointer(at, name);
    if (values === undefined) {
      if (schema !== true) draft.keepProperty(at, name, schema, ["if"], condition);
      continue;
    }
    draft.counts.rules++;
    draft.rules.add(
      {
        at: inner,
        keyword: "if",
        holds: "is allowed under its condition",
        summary: `Under its condition, ${placeInWords(inner)} has an allowed value.`,
        message: `{actual} is not allowed for ${placeInWords(inner)} under this condition; allowed: {expected}`,
      },
      { at: inner, "one-of": [...values] },
      condition,
    );
  }
}
