import type { SpecSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { foldName } from "../../ground/text/fold-name.js";
import { quote } from "../../ground/text/quote.js";
import type { PackageView } from "../view/package-view.js";

/**
 * Finds vocabularies with values that look the same, and aliases of unknown values or that are
 * values themselves.
 */
export function* lintAliases({ rules }: SpecSource, view: PackageView): Generator<Flaw> {
  for (const { check } of Object.values(rules)) {
    for (const { aliases, "one-of": list } of [check].flat()) {
      const values = view.listOf(list)?.filter((value) => typeof value === "string");
      if (values === undefined) continue;
      if (isObject(list))
        yield* sameSpellings(values, (index) => pointerOfEntry(view, list, index));
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

/** The pointer of a value of a list in the data: an item of an array, or a key of an object. */
function pointerOfEntry(view: PackageView, list: object, index: number): string {
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

/**
 * Finds property names that look the same, and aliases that are names of properties or of two
 * properties.
 */
export function* lintPropertyNames({ properties }: JsonObject, pointer: string): Generator<Flaw> {
  if (!isObject(properties)) return;
  const names = Object.keys(properties);
  yield* sameSpellings(names, (index) =>
    joinPointer(`${pointer}/properties`, names[index] as string),
  );
  const byFold = new Map(names.map((name) => [foldName(name), name]));
  const holders = new Map<string, string>();
  const whyWrong = (alias: string, name: string) => {
    const [property, holder] = [byFold.get(foldName(alias)), holders.get(foldName(alias))];
    if (property === name)
      return "is the property name, or differs from it only by case or punctuation, which needs no alias; remove it";
    if (property !== undefined)
      return "is a property of its own; an alias cannot be a name as well; remove it";
    return holder && `is an alias of ${quote(holder)} too; remove one`;
  };
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>)) {
    for (const [index, alias] of ((property.aliases ?? []) as string[]).entries()) {
      const place = `${joinPointer(`${pointer}/properties`, name)}/aliases/${index}`;
      const why = whyWrong(alias, name);
      if (why !== undefined) yield { pointer: place, detail: `${quote(alias)} ${why}` };
      holders.set(foldName(alias), name);
    }
  }
}
