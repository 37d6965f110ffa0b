import type { SpecSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { isWithin, joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { findMisspelling } from "../../ground/text/did-you-mean.js";
import { foldName } from "../../ground/text/fold-name.js";
import { quote } from "../../ground/text/quote.js";
import { listReferences } from "../../specs/values-in.js";
import type { PackageView } from "../view/package-view.js";
import { collectChoices } from "./choices.js";

/** Finds data that nothing refers to, and declarations that nothing uses. */
export function* lintUnused({ settings, rules }: SpecSource): Generator<Flaw> {
  const users = [rules, settings.normalize, settings.declarations ?? {}];
  const references = listReferences(users).map((reference) => reference.spec);
  yield* findUnused(settings.data, "", references);
  const text = JSON.stringify(users);
  for (const [name, { records }] of Object.entries(settings.declarations ?? {})) {
    const isNamed =
      text.includes(`"declared":${JSON.stringify(name)}`) || text.includes(`{${name}}"`);
    if (!isNamed && records === undefined)
      yield {
        pointer: joinPointer("/declarations", name),
        detail: "nothing uses it; use it or remove it",
      };
  }
}

/** Reports a table as a whole, or its unused entries if others are used. */
function* findUnused(data: Json, pointer: string, references: readonly string[]): Generator<Flaw> {
  if (!isObject(data)) return;
  for (const [key, value] of Object.entries(data)) {
    const place = joinPointer(pointer, key);
    if (references.some((other) => isWithin(place, other))) continue;
    if (references.some((other) => other.startsWith(`${place}/`)))
      yield* findUnused(value, place, references);
    else yield { pointer: `/data${place}`, detail: "nothing refers to it; use it or remove it" };
  }
}

/**
 * Finds empty lists outside of tables, and values in lists that are repeated, empty, or surrounded
 * by white space. Places that are skipped are JSON Schemas, whose lists are somebody else's.
 */
export function* lintSpelling(
  value: Json,
  pointer: string,
  isEntry = false,
  skipped: ReadonlySet<string> = NONE,
): Generator<Flaw> {
  if (skipped.has(pointer)) return;
  if (Array.isArray(value)) {
    // An entry of a table may be empty: what is done has no next step.
    if (value.length === 0 && !isEntry && !/\/(examples|placeholder|enum)(\/|$)/.test(pointer))
      yield { pointer, detail: "the list is empty; fill it or remove it" };
    for (const [index, item] of value.entries()) {
      const place = `${pointer}/${index}`;
      if (value.indexOf(item) < index)
        yield { pointer: place, detail: `${quote(item)} is listed twice; remove one` };
      if (item === "") yield { pointer: place, detail: "the value is empty; fill it or remove it" };
      else if (typeof item === "string" && item.trim() !== item)
        yield { pointer: place, detail: `${quote(item)} has white space around it; remove it` };
    }
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) {
    // Examples and placeholders of a type may be empty.
    if (key === "examples" || key === "placeholder") continue;
    const hasFilledSibling = Object.values(value).some(
      (sibling) => Array.isArray(sibling) && sibling.length > 0,
    );
    yield* lintSpelling(
      below,
      joinPointer(pointer, key),
      pointer !== "/data" && hasFilledSibling,
      skipped,
    );
  }
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Finds vocabularies with values that look the same, and aliases of unknown values or that are
 * values themselves.
 */
export function* lintAliases({ rules }: SpecSource, view: PackageView): Generator<Flaw> {
  for (const { check } of Object.values(rules)) {
    for (const { aliases, "one-of": list } of [check].flat()) {
      const values = view.listOf(list)?.filter((value) => typeof value === "string");
      if (values === undefined) continue;
      if (isObject(list)) yield* sameSpellings(values, (index) => describePlace(view, list, index));
      const table = isObject(aliases) ? view.dataAt(String(aliases.spec)) : undefined;
      if (!isObject(table)) continue;
      const base = `/data${(aliases as { spec: string }).spec}`;
      const names = Object.keys(table);
      const real = new Set(values.map(foldName));
      for (const [alias, value] of Object.entries(table)) {
        const pointer = joinPointer(base, alias);
        if (!values.includes(String(value)))
          yield {
            pointer,
            detail: `leads nowhere: ${quote(value)} is not one of ${values.join(", ")}; correct it`,
          };
        if (real.has(foldName(alias)))
          yield {
            pointer,
            detail: `${quote(alias)} is a value itself; an alias cannot be a name as well; remove it`,
          };
      }
      yield* sameSpellings(names, (index) => joinPointer(base, names[index] as string));
    }
  }
}

/** Finds entries of tables that a misspelled key keeps from being picked. */
export function* lintKeysOfTables({ rules }: SpecSource, view: PackageView): Generator<Flaw> {
  const reported = new Set<string>();
  for (const { when, check } of Object.values(rules))
    for (const { selector, table, keys } of collectChoices(
      [when, check],
      view.data,
      view.declarations,
    )) {
      const values = view.allowedAt(selector)?.values.map(String) ?? [];
      const absent = values.filter((value) => !keys.has(value));
      for (const key of keys) {
        const meant = values.includes(key) ? undefined : findMisspelling(key, absent);
        const pointer = joinPointer(`/data${table}`, key);
        if (meant === undefined || reported.has(pointer)) continue;
        reported.add(pointer);
        const detail = `nothing picks this entry: ${quote(key)} is never at ${selector}; did you mean ${quote(meant.right)}?`;
        yield { pointer, detail, meant };
      }
    }
}

/** The pointer of a value of a list in the data: an item of an array, or a key of an object. */
function describePlace(view: PackageView, list: object, index: number): string {
  const { spec } = list as { spec: string };
  const data = view.dataAt(spec);
  return joinPointer(
    `/data${spec}`,
    Array.isArray(data) ? index : (Object.keys(data as object)[index] as string),
  );
}

/**
 * Finds values that authors cannot tell apart, and neither can a check that corrects misspelled
 * values.
 */
export function* sameSpellings(
  values: readonly Json[],
  pointerOf: (index: number) => string,
  ignoresCase = false,
): Generator<Flaw> {
  const seen = new Map<string, Json>();
  for (const [index, value] of values.entries()) {
    if (typeof value !== "string") continue;
    const key = ignoresCase ? value.toLowerCase() : foldName(value);
    const twin = seen.get(key);
    const how = ignoresCase
      ? "are the same without case"
      : "differ only by case, hyphens, underscores or spaces";
    if (twin !== undefined && twin !== value)
      yield {
        pointer: pointerOf(index),
        detail: `${quote(value)} and ${quote(twin)} ${how}; remove one`,
      };
    seen.set(key, value);
  }
}
