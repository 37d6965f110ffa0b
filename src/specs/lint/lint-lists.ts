import type { CheckSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import type { Json, JsonObject } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { lintReference } from "./lint-condition.js";
import type { PackageView } from "./package-view.js";
import { finiteValues, type Scope, whyNot } from "./shape-view.js";

/** Lists of values that can never be there, that say what the shape says, or that leave nothing. */
export function* lintList(
  { at, ignoreCase, where }: CheckSource,
  name: "one-of" | "none-of",
  value: Json,
  scope: Scope,
  view: PackageView,
): Generator<Found> {
  const [selector] = [at].flat() as [string];
  const spot = view.spot(selector);
  const schema = spot.kind === "schema" ? spot.schema : {};
  yield* lintReference(value, scope, view, `/${name}`, { selector, schema });
  const values = view.listOf(value);
  if (values === undefined) return;
  if (values.length === 0) yield { pointer: `/${name}`, detail: "the list is empty; fill it" };
  const pointerOf = (number: number) => (Array.isArray(value) ? `/${name}/${number}` : `/${name}`);
  for (const [number, one] of values.entries()) {
    const why = whyNot(schema, one) ?? (name === "none-of" ? view.whyRefused(selector, one) : undefined);
    if (why !== undefined)
      yield { pointer: pointerOf(number), detail: `${quote(one)} can never be there: ${why}; remove it` };
  }
  for (const { at: number, detail } of sameSpellings(values, ignoreCase === true))
    yield { pointer: pointerOf(number), detail };
  if (ignoreCase === true && !values.some((one) => typeof one === "string"))
    yield { pointer: "/ignoreCase", detail: "no value is a string; remove it" };
  const allowed = where === undefined ? finiteValues(schema) : undefined;
  if (!allowed?.every((one) => values.includes(one))) return;
  const by = Array.isArray(schema.enum) ? 'by "enum"' : "by its type";
  yield name === "one-of"
    ? { pointer: `/${name}`, detail: `the shape allows nothing else already, ${by}; remove one of them` }
    : { pointer: `/${name}`, detail: `the shape allows nothing else, ${by}: nothing could hold; shorten the list` };
}

/** Values that an author cannot tell apart, nor can a check that corrects them. */
export function* sameSpellings(
  values: readonly Json[],
  ignoreCase: boolean,
): Generator<{ at: number; detail: string }> {
  const seen = new Map<string, Json>();
  for (const [at, value] of values.entries()) {
    if (typeof value !== "string") continue;
    const key = ignoreCase ? value.toLowerCase() : fold(value);
    const twin = seen.get(key);
    const how = ignoreCase ? "are the same without case" : "differ only by case, hyphens, underscores or spaces";
    if (twin !== undefined && twin !== value)
      yield { at, detail: `${quote(value)} and ${quote(twin)} ${how}; remove one` };
    seen.set(key, value);
  }
}

/** Keys that the shape has not, or about which it says the same. */
export function* lintKeys(
  name: "has-keys" | "only-keys",
  value: Json,
  schema: JsonObject,
  selector: string,
  view: PackageView,
): Generator<Found> {
  if (!Array.isArray(value)) return;
  const required = (schema.required ?? []) as string[];
  const properties = Object.keys((schema.properties ?? {}) as object);
  for (const [at, key] of value.entries()) {
    const pointer = `/${name}/${at}`;
    const spot = view.spot(join(selector, String(key)));
    if (name === "has-keys" && required.includes(String(key)))
      yield { pointer, detail: "the shape requires it already; remove it" };
    if (spot.kind !== "nowhere") continue;
    const detail =
      name === "has-keys"
        ? `${spot.detail}; correct it`
        : `the shape has no ${quote(key)} there; properties: ${properties.join(", ")}`;
    yield { pointer, detail };
  }
  if (name === "has-keys") return;
  for (const key of required) {
    if (!value.includes(key))
      yield { pointer: "/only-keys", detail: `the shape requires ${quote(key)}: nothing could hold; add it` };
  }
  if (schema.additionalProperties === false && properties.every((key) => value.includes(key)))
    yield { pointer: "/only-keys", detail: "the shape allows no others already; remove the check" };
}
