import { digest } from "../ground/json/digest.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { isDialect } from "../schema/dialect.js";
import type {
  ChangeSource,
  CheckSource,
  Condition,
  FixSource,
  RuleSource,
  Selection,
  SpecSource,
} from "./grammar.js";

/**
 * SHA-256 over the parts of a package that decide verdicts, in a normal form: short forms are
 * expanded, and defaults are filled in. Status, titles, summaries, rationales, descriptions,
 * examples, dates and `$schema` are left out. The form is that of the files, not of the compiled
 * package, so a better compiler changes no digest.
 */
export function specDigest(source: SpecSource): string {
  return digest(normalForm(source));
}

export function normalForm({ domainId, version, settings, shape, rules }: SpecSource): JsonObject {
  return {
    grammar: "1",
    domainId,
    version,
    data: settings.data,
    declarations: Object.fromEntries(
      Object.entries(settings.declarations ?? {}).map(([name, { references, ...declaration }]) => [
        name,
        { ...declaration, references: [references ?? []].flat() },
      ]),
    ),
    normalize: settings.normalize.map(({ at, ...step }) => ({ ...step, at: [at].flat() })),
    // The dialect decides what keywords mean; a path of a meta-schema is for editors.
    shape: isDialect(shape.$schema)
      ? { ...(bareShape(shape) as JsonObject), $schema: shape.$schema as Json }
      : bareShape(shape),
    rules: Object.fromEntries(
      Object.entries(rules).map(([name, rule]) => [name, normalRule(rule)]),
    ),
  };
}

function normalRule({ severity, when, check, message, fixes = [] }: RuleSource): JsonObject {
  return {
    severity,
    when: normalCondition(when, "candidate"),
    check: [check].flat().map(normalCheck),
    message,
    fixes: fixes.map(normalFix),
  };
}

export function normalCheck({ at, where, per, ignoreCase, ...rest }: CheckSource): JsonObject {
  return {
    ...rest,
    ...(ignoreCase === true && { ignoreCase }),
    at: [at].flat(),
    where: normalCondition(where, "item"),
    per: per ?? null,
  };
}

/**
 * A condition in normal form: null if there is none; a group with one part is the same as its part.
 */
function normalCondition(
  condition: Condition | undefined,
  scope: "candidate" | "item",
): JsonObject | null {
  if (condition === undefined) return null;
  if ("not" in condition) return { not: normalCondition(condition.not, scope) };
  if ("operator" in condition) {
    const { fact = scope, params, path = "", operator, value } = condition;
    return {
      fact,
      params: params === undefined ? null : normalSelection(params),
      path,
      operator,
      value,
    };
  }
  const [key, group] = "all" in condition ? ["all", condition.all] : ["any", condition.any];
  const [first = null, ...others] = group.map((part) => normalCondition(part, scope));
  return others.length === 0 ? first : { [key]: [first, ...others] };
}

function normalSelection({ at, where }: Selection): JsonObject {
  return { at: [at].flat(), where: normalCondition(where, "item") };
}

function normalFix({ title, applicability, when, ...change }: FixSource): JsonObject {
  return {
    title,
    applicability,
    when: normalCondition(when, "candidate"),
    ...normalChange(change),
  };
}

function normalChange({ remove, rename, set, patch }: ChangeSource): JsonObject {
  return {
    remove: [remove ?? []].flat(),
    rename: rename ?? {},
    set: set ?? {},
    patch: patch ?? [],
  };
}

/** A shape without its descriptions and examples. */
function bareShape(shape: Json): Json {
  if (!isObject(shape)) return shape;
  const { $schema, description, examples, properties, items, ...keywords } = shape;
  return {
    ...keywords,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, bareShape(property)]),
      ),
    }),
    ...(items !== undefined && { items: bareShape(items) }),
  };
}
