import { placeholderOf } from "../../engine/fixers/missing.js";
import type { DeclarationSource, SpecSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Flaw } from "../file-error.js";
import { objectsIn } from "../objects-in.js";
import { slipsOf } from "../patterns/pattern-slips.js";
import { lintAliases, lintSpelling, lintUnused } from "./lint-data.js";
import { lintDataSlips } from "./lint-patterns.js";
import { lintSchemaLimits } from "./lint-shape.js";
import { lintSteps } from "./lint-steps.js";
import type { PackageView } from "./package-view.js";
import { finiteValues, leadsNowhere, typesOf } from "./shape-view.js";

/** Finds flaws of spec.json that a meta-schema cannot describe. */
export function* lintSpec(source: SpecSource, view: PackageView): Generator<Flaw> {
  const { spec, rules } = source;
  const isFilled = JSON.stringify(rules).includes("{placeholder}");
  for (const [name, declaration] of Object.entries(spec.declarations ?? {})) {
    const pointer = join("/declarations", name);
    yield* lintDeclaration(declaration, view, pointer);
    yield* lintTypes(declaration, view, pointer, isFilled);
  }
  yield* lintDates(spec);
  if (source.version === "v1" && spec.breaks !== undefined)
    yield { pointer: "/breaks", detail: "there is no version before v1; remove it" };
  yield* lintUnused(source);
  yield* lintSpelling(spec.data, "/data");
  yield* lintDataSlips(source);
  yield* lintAliases(source, view);
  yield* lintSteps(source, view);
}

function* lintDates({ status, deprecatedOn, retiresOn }: SpecSource["spec"]): Generator<Flaw> {
  for (const [key, date] of Object.entries({ deprecatedOn, retiresOn }))
    if (date !== undefined && !isDate(date))
      yield { pointer: `/${key}`, detail: `"${date}" is not a date; correct it` };
    else if (date !== undefined && status === "draft")
      yield { pointer: `/${key}`, detail: "a draft cannot be deprecated or retired; remove it" };
  if (deprecatedOn !== undefined && retiresOn !== undefined && retiresOn < deprecatedOn)
    yield { pointer: "/retiresOn", detail: "is before deprecatedOn; correct one of them" };
}

/** Whether a string such as 2026-01-31 is a day of the calendar. */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The type of the value that each property of a declaration must lead to. */
const ROLE_TYPES: Readonly<Record<string, string>> = {
  name: "string",
  type: "string",
  nullable: "boolean",
  optional: "boolean",
  repeated: "boolean",
};

function* lintDeclaration(declaration: DeclarationSource, view: PackageView, pointer: string): Generator<Flaw> {
  const { at, records, references = [] } = declaration;
  const places: [string, string, string | undefined][] = [["/at", at, "object"]];
  const holders = new Map<string, string>();
  for (const [role, type] of Object.entries(ROLE_TYPES)) {
    const property = declaration[role as "name"];
    if (property === undefined) continue;
    places.push([`/${role}`, at + property, type]);
    const holder = holders.get(property);
    if (holder !== undefined)
      yield { pointer: `${pointer}/${role}`, detail: `"${property}" is "${holder}" already; name another property` };
    holders.set(property, role);
  }
  if (records !== undefined) places.push(["/records", records, "object"]);
  for (const [index, selector] of [references].flat().entries())
    places.push([Array.isArray(references) ? `/references/${index}` : "/references", selector, "string"]);
  for (const [place, selector, wanted] of places) {
    const spot = view.spot(selector);
    yield* leadsNowhere(spot, pointer + place);
    if (spot.kind !== "schema" || wanted === undefined || typesOf(spot.schema).includes(wanted)) continue;
    const [article, there] = [wanted === "object" ? "an" : "a", typesOf(spot.schema).join(" or ")];
    const detail = `must be ${article} ${wanted}; the shape has ${there} there; correct it`;
    yield { pointer: pointer + place, detail };
  }
}

/** Keywords that restrict values of every type; the others only limit values of one type. */
const TYPE_KEYWORDS = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "not"];

/** Finds types that no declaration can have, that allow every value, or that a fix cannot fill. */
function* lintTypes(
  { at, type, types }: DeclarationSource,
  view: PackageView,
  pointer: string,
  isFilled: boolean,
): Generator<Flaw> {
  const table = types === undefined ? undefined : view.dataAt(types.spec);
  if (type === undefined || types === undefined || !isObject(table)) return;
  const spot = view.spot(at + type);
  const allowed = spot.kind === "schema" ? finiteValues(spot.schema) : undefined;
  for (const [name, schema] of Object.entries(table as Record<string, JsonObject>)) {
    const place = join(`/data${types.spec}`, name);
    if (allowed !== undefined && !allowed.includes(name))
      yield { pointer: place, detail: `the shape does not allow ${quote(name)} as a type; add it there or remove it` };
    if (!TYPE_KEYWORDS.some((keyword) => keyword in schema))
      yield { pointer: place, detail: 'values of every type fit; say what it is with "type"' };
    if (isFilled && placeholderOf(schema) === undefined)
      yield { pointer: place, detail: 'a fix has nothing to put in; add "placeholder" or "examples"' };
    yield* lintNested(schema, place);
  }
  for (const value of allowed ?? []) {
    if (!Object.hasOwn(table, String(value)))
      yield {
        pointer: `${pointer}/types`,
        detail: `the shape allows the type ${quote(value)}, which is not there; add it`,
      };
  }
}

/** Checks the limits and patterns of all schemas within a schema. */
function* lintNested(schema: Json | undefined, base: string): Generator<Flaw> {
  for (const { object, pointer } of objectsIn(schema, base)) {
    yield* lintSchemaLimits(object, pointer);
    if (typeof object.pattern === "string")
      for (const detail of slipsOf(object.pattern)) yield { pointer: `${pointer}/pattern`, detail };
  }
}
