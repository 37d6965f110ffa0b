import type { CheckSource, DeclarationSource, RuleSource } from "../../engine/grammar.js";
import { valueAt } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";

export type Declarations = Readonly<Record<string, DeclarationSource>>;

/** Properties of rules and steps that are pointers into a candidate. */
const POINTERS = ["at", "path", "candidate", "item", "per", "records", "references"];
/** Properties that hold no value to compare with. */
const PROSE = "operator message summary rationale examples fixes title pattern severity suggest step".split(" ");

/** Every place that a rule or a step names, as selectors; those of items are below their item. */
export function placesNamed(source: unknown, declarations: Declarations = {}): string[] {
  return [...new Set(placesBelow(source, declarations, "", false))];
}

function* placesBelow(value: unknown, declarations: Declarations, item: string, isWhere: boolean): Generator<string> {
  if (Array.isArray(value)) for (const part of value) yield* placesBelow(part, declarations, item, isWhere);
  if (!isObject(value)) return;
  const [first] = [value.at ?? []].flat();
  const here = typeof first === "string" ? itemOf(first, declarations) : item;
  for (const key of POINTERS)
    for (const pointer of [value[key] ?? []].flat()) {
      if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/"))) continue;
      const isOfItem = key === "item" || (key === "path" && isWhere && value.fact !== "candidate");
      yield* around(isOfItem ? here + pointer : pointer);
      yield* placesOfDeclaration(declarations[/\{([^{}]+)\}$/.exec(pointer)?.[1] ?? ""]);
    }
  yield* placesOfDeclaration(declarations[String(value.declared)]);
  for (const [key, part] of Object.entries(value)) {
    if (key === "examples" || key === "fixes") continue;
    yield* placesBelow(part, declarations, here, key === "where" || (isWhere && key !== "when"));
  }
}

/** The item of what a selector selects: of a declared name, its declaration. */
export function itemOf(selector: string, declarations: Declarations): string {
  const declaration = declarations[/\{([^{}]+)\}$/.exec(selector)?.[1] ?? ""];
  const star = selector.lastIndexOf("/*");
  return declaration?.at ?? (star === -1 ? "" : selector.slice(0, star + 2));
}

/** A place, and every array on the way to it. */
function around(selector: string): string[] {
  return [selector, ...[...selector.matchAll(/\/\*/g)].map(({ index }) => selector.slice(0, index))];
}

export function placesOfDeclaration(declaration: DeclarationSource | undefined): string[] {
  if (declaration === undefined) return [];
  const { at, records = [], references = [], types, ...roles } = declaration;
  const own = Object.values(roles).map((role) => at + role);
  return [...around(at), ...own, ...[records].flat(), ...[references].flat()];
}

/** Places of which a rule reads only whether they are there. */
export function keysNamed({ check }: RuleSource): string[] {
  return ([check].flat() as CheckSource[]).flatMap((source) => {
    const names = [source["has-keys"] ?? [], source["only-keys"] ?? []].flat();
    return names.flatMap((name) =>
      typeof name === "string" ? [source.at].flat().map((place) => `${place}/${name}`) : [],
    );
  });
}

/** Every literal that a value is compared with; what `{ "spec": … }` refers to in full. */
export function literalsIn(value: unknown, data: JsonObject): Json[] {
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return [value];
  if (Array.isArray(value)) return value.flatMap((part) => literalsIn(part, data));
  if (!isObject(value)) return [];
  if (typeof value.spec === "string") {
    const referred = valueAt(data, value.spec);
    return literalsIn(isObject(referred) ? Object.keys(referred) : referred, {});
  }
  const parts = Object.entries(value).filter(([key]) => !POINTERS.includes(key) && !PROSE.includes(key));
  return parts.flatMap(([, part]) => literalsIn(part, data));
}

/** The patterns that a rule demands at a place. */
export function patternsIn({ check }: RuleSource, selector: string): string[] {
  return ([check].flat() as CheckSource[]).flatMap(({ at, pattern }) =>
    typeof pattern === "string" && [at].flat().includes(selector) ? [pattern] : [],
  );
}

/** Whether something refers to this data, to a part of it or to what is around it. */
export function refersTo(value: unknown, data: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { spec } = value as { spec?: unknown };
  if (typeof spec === "string" && (`${data}/`.startsWith(`${spec}/`) || `${spec}/`.startsWith(`${data}/`))) return true;
  return Object.values(value).some((part) => refersTo(part, data));
}
