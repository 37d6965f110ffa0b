import type { SpecSource } from "../../engine/grammar.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { foldName } from "../../ground/text/fold-name.js";
import { quote } from "../../ground/text/quote.js";
import type { PackageModel } from "../model/package-model.js";

/** Finds listed values that look the same, and aliases of unknown values or that are values. */
export function* lintAliases({ rules }: SpecSource, model: PackageModel): Generator<Flaw> {
  const checks = Object.values(rules).flatMap(({ check }) => [check].flat());
  for (const { aliases, "one-of": list } of checks) {
    const values = model.resolveList(list)?.filter((value) => typeof value === "string");
    if (values === undefined) continue;
    if (isObject(list))
      yield* lintSimilarValues(values, (index) => pointerOfEntry(model, String(list.spec), index));
    const table = isObject(aliases) ? model.dataAt(String(aliases.spec)) : undefined;
    if (!isObject(table)) continue;
    const base = `/data${(aliases as { spec: string }).spec}`;
    const known = new Set(values.map(foldName));
    const names = Object.keys(table);
    for (const [alias, value] of Object.entries(table)) {
      const pointer = joinPointer(base, alias);
      const unknown = `leads nowhere: ${quote(value)} is not one of ${values.join(", ")}; correct it`;
      if (!values.includes(String(value))) yield { pointer, detail: unknown };
      const detail = `${quote(alias)} is a value itself; an alias cannot be a name as well; remove it`;
      if (known.has(foldName(alias))) yield { pointer, detail };
    }
    yield* lintSimilarValues(names, (index) => joinPointer(base, names[index] as string));
  }
}

/** The pointer of a value of a list in the data: an item of an array, or a key of an object. */
function pointerOfEntry(model: PackageModel, spec: string, index: number): string {
  const data = model.dataAt(spec);
  const key = Array.isArray(data) ? index : (Object.keys(data as object)[index] as string);
  return joinPointer(`/data${spec}`, key);
}

/** Finds values that neither authors nor a check that corrects misspelled values can tell apart. */
export function* lintSimilarValues(
  values: readonly Json[],
  pointerOf: (index: number) => string,
  ignoresCase = false,
): Generator<Flaw> {
  const seen = new Map<string, string>();
  const how = ignoresCase
    ? "are the same without case"
    : "differ only by case, hyphens, underscores or spaces";
  for (const [index, value] of values.entries()) {
    if (typeof value !== "string") continue;
    const key = ignoresCase ? value.toLowerCase() : foldName(value);
    const twin = seen.get(key);
    const detail = `${quote(value)} and ${quote(twin)} ${how}; remove one`;
    if (twin !== undefined && twin !== value) yield { pointer: pointerOf(index), detail };
    seen.set(key, value);
  }
}

/** Finds properties with similar names, and aliases that are names or belong to two properties. */
export function* lintPropertyNames({ properties }: JsonObject, pointer: string): Generator<Flaw> {
  if (!isObject(properties)) return;
  const names = Object.keys(properties);
  const base = `${pointer}/properties`;
  yield* lintSimilarValues(names, (index) => joinPointer(base, names[index] as string));
  const byFold = new Map(names.map((name) => [foldName(name), name]));
  const owners = new Map<string, string>();
  for (const [name, property] of Object.entries(properties as Record<string, JsonObject>))
    for (const [index, alias] of ((property.aliases ?? []) as string[]).entries()) {
      const folded = foldName(alias);
      const [namesake, owner] = [byFold.get(folded), owners.get(folded)];
      owners.set(folded, name);
      let reason = owner && `is an alias of ${quote(owner)} too; remove one`;
      if (namesake === name)
        reason =
          "is the property name, or differs from it only by case or punctuation, which needs no alias; remove it";
      else if (namesake !== undefined)
        reason = "is a property of its own; an alias cannot be a name as well; remove it";
      const place = `${joinPointer(base, name)}/aliases/${index}`;
      if (reason !== undefined) yield { pointer: place, detail: `${quote(alias)} ${reason}` };
    }
}
