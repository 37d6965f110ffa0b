import type { CheckSource, DeclarationSource, NormalizeStep, RuleSource, SpecSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { compileSchema } from "../../json-schema/ajv.js";
import { fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import type { PackageView } from "./package-view.js";
import { typesOf } from "./shape-view.js";

/** What no meta-schema sees in spec.json. */
export function* lintSpec(source: SpecSource, view: PackageView): Generator<Found> {
  for (const [name, declaration] of Object.entries(source.spec.declarations ?? {}))
    yield* lintDeclaration(declaration, view, join("/declarations", name));
  yield* lintUnused(source);
  yield* lintRepeats(source.spec.data, "/data");
  yield* lintAliases(source, view);
  yield* lintSteps(source.spec.normalize, view);
}

function* lintDeclaration(declaration: DeclarationSource, view: PackageView, pointer: string): Generator<Found> {
  const { at, records, references } = declaration;
  const selectors: [string, string][] = [[`${pointer}/at`, at]];
  for (const key of ["name", "type", "nullable", "optional", "repeated"] as const) {
    const property = declaration[key];
    if (property !== undefined) selectors.push([`${pointer}/${key}`, `${at}${property}`]);
  }
  if (records !== undefined) selectors.push([`${pointer}/records`, records]);
  for (const [index, selector] of [references ?? []].flat().entries())
    selectors.push([Array.isArray(references) ? `${pointer}/references/${index}` : `${pointer}/references`, selector]);
  const types = { name: "string", type: "string", nullable: "boolean", optional: "boolean", repeated: "boolean" };
  for (const [place, selector] of selectors) {
    const spot = view.spot(selector);
    if (spot.kind === "nowhere") yield { pointer: place, detail: `${spot.detail}; correct it` };
    const wanted = types[place.slice(pointer.length + 1) as keyof typeof types];
    if (spot.kind === "schema" && wanted !== undefined && !typesOf(spot.schema).includes(wanted))
      yield { pointer: place, detail: `must be a ${wanted}; the shape has ${typesOf(spot.schema).join(" or ")} there` };
  }
}

/** Data that nothing refers to, and declarations that nothing uses. */
function* lintUnused({ spec, rules }: SpecSource): Generator<Found> {
  const text = JSON.stringify([rules, spec.normalize, spec.declarations ?? {}]);
  const references = [...text.matchAll(/\{"spec":("(?:[^"\\]|\\.)*")\}/g)].map(([, pointer]) =>
    JSON.parse(pointer as string),
  );
  const isUsed = (pointer: string) =>
    references.some(
      (other: string) => other === pointer || other.startsWith(`${pointer}/`) || pointer.startsWith(`${other}/`),
    );
  for (const name of Object.keys(spec.data)) {
    const pointer = join("", name);
    if (!isUsed(pointer)) yield { pointer: `/data${pointer}`, detail: "nothing refers to it; use it or remove it" };
  }
  for (const [name, { records }] of Object.entries(spec.declarations ?? {})) {
    const isNamed = text.includes(`"declared":${JSON.stringify(name)}`) || text.includes(`{${name}}"`);
    if (!isNamed && records === undefined)
      yield { pointer: join("/declarations", name), detail: "nothing uses it; use it or remove it" };
  }
}

function* lintRepeats(value: Json, pointer: string): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      if (value.indexOf(item) < at)
        yield { pointer: `${pointer}/${at}`, detail: `${quote(item)} is there twice; remove one` };
      if (typeof item === "string" && item.trim() !== item)
        yield { pointer: `${pointer}/${at}`, detail: `${quote(item)} has white space around it; remove it` };
    }
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, below] of Object.entries(value)) yield* lintRepeats(below as Json, join(pointer, key));
}

/** Aliases that lead nowhere, or that stand for what is a value itself. */
function* lintAliases({ rules }: SpecSource, view: PackageView): Generator<Found> {
  for (const { check } of Object.values(rules) as RuleSource[]) {
    for (const { aliases, "one-of": list } of [check].flat() as CheckSource[]) {
      const values = view.listOf(list)?.filter((value) => typeof value === "string");
      const table = isObject(aliases) ? view.dataAt(String(aliases.spec)) : undefined;
      if (values === undefined || !isObject(table)) continue;
      const real = new Set(values.map(fold));
      for (const [alias, value] of Object.entries(table)) {
        const pointer = join(`/data${(aliases as { spec: string }).spec}`, alias);
        if (!values.includes(String(value)))
          yield { pointer, detail: `leads nowhere: ${quote(value)} is not one of ${values.join(", ")}` };
        if (real.has(fold(alias)))
          yield { pointer, detail: `${quote(alias)} is a value itself; an alias cannot stand for another` };
      }
    }
  }
}

/** Steps that lead nowhere or can do nothing. */
function* lintSteps(steps: readonly NormalizeStep[], view: PackageView): Generator<Found> {
  const seen = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const base = `/normalize/${index}`;
    for (const [number, at] of [step.at].flat().entries()) {
      const pointer = Array.isArray(step.at) ? `${base}/at/${number}` : `${base}/at`;
      const key = `${step.step} ${at}`;
      if (seen.has(key)) yield { pointer, detail: `"${step.step}" is there twice for this place; remove one` };
      seen.add(key);
      const spot = view.spot(at);
      if (spot.kind === "nowhere") yield { pointer, detail: `${spot.detail}; correct it` };
      if (spot.kind === "schema") yield* lintStep(step, spot.schema, spot.isRequired, pointer, base);
    }
    yield* lintBy(step, view, `${base}/by`);
  }
}

function* lintStep(
  { step, by, value }: NormalizeStep,
  schema: JsonObject,
  isRequired: boolean,
  pointer: string,
  base: string,
): Generator<Found> {
  const types = typesOf(schema);
  const needs =
    step === "sort" ? "array" : step === "order-keys" ? "object" : step === "default" ? undefined : "string";
  if (needs !== undefined && !types.includes(needs)) {
    yield {
      pointer,
      detail: `"${step}" needs ${needs === "array" || needs === "object" ? "an" : "a"} ${needs}; the shape has ${types.join(" or ")} there`,
    };
    return;
  }
  if (needs === "string" && Array.isArray(schema.enum))
    yield { pointer, detail: `"${step}" can do nothing: the shape allows only fixed values there; remove it` };
  if (step === "sort" && typeof schema.maxItems === "number" && schema.maxItems < 2)
    yield { pointer, detail: '"sort" can do nothing: the shape allows one item at most; remove it' };
  if (step === "default" && isRequired)
    yield { pointer, detail: '"default" can do nothing: the shape requires the property; remove it' };
  if (step === "default" && !compileSchema(schema)(value))
    yield { pointer: `${base}/value`, detail: `the shape refuses ${quote(value)} there; give another value` };
  if (step === "order-keys" && Array.isArray(by) && schema.additionalProperties === false) {
    const known = Object.keys((schema.properties ?? {}) as object);
    for (const [at, key] of by.entries())
      if (!known.includes(String(key)))
        yield {
          pointer: `${base}/by/${at}`,
          detail: `the shape has no ${quote(key)} there; properties: ${known.join(", ")}`,
        };
  }
}

function* lintBy({ by, at }: NormalizeStep, view: PackageView, pointer: string): Generator<Found> {
  if (!isObject(by)) return;
  const { candidate, item } = by;
  const selector =
    typeof candidate === "string" ? candidate : typeof item === "string" ? `${[at].flat()[0]}/*${item}` : undefined;
  if (selector === undefined) return;
  const spot = view.spot(selector);
  if (spot.kind === "nowhere") yield { pointer, detail: `${spot.detail}; correct it` };
}
