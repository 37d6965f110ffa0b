import type { CheckSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import type { Json } from "../../json/value.js";
import { fold } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { lintReference } from "./lint-condition.js";
import type { PackageView } from "./package-view.js";
import { type Scope, whyNot } from "./shape-view.js";

/** Lists of values that can never be there, or that look the same. */
export function* lintList(
  { at, ignoreCase }: CheckSource,
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

/** Keys that the shape has not. */
export function* lintKeys(
  name: "has-keys" | "only-keys",
  value: Json,
  selector: string,
  view: PackageView,
): Generator<Found> {
  for (const [at, key] of (Array.isArray(value) ? value : []).entries()) {
    const spot = view.spot(join(selector, String(key)));
    if (spot.kind === "nowhere") yield { pointer: `/${name}/${at}`, detail: `${spot.detail}; correct it` };
  }
}
