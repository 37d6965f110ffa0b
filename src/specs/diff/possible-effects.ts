import type { SpecSource } from "../../engine/grammar.js";
import { TEXT_STEPS } from "../../engine/normalize/text-steps.js";
import { lastToken, parent, parse, valueAt } from "../../json/pointer.js";
import { numberOr } from "../lint/shape-view.js";
import type { Change } from "./changes.js";
import type { Concern } from "./concern.js";

/** The effect of a change on a candidate: it is refused now, accepted now, or becomes another package. */
export type EffectKind = "breaking" | "widening" | "repackaging";

/** The effects that a change of this kind can have. The search stops once it has found all of them. */
export function possibleEffects(change: Change & Concern, before: SpecSource, after: SpecSource): EffectKind[] {
  const { part, pointer, parts, before: was, after: is } = change;
  if (part === "shape") return effectsOfNarrowing(narrowsShape(change, before, after));
  if (part === "rules") {
    if (pointer === `/rules/${parse(pointer)[1]}/severity`) return effectsOfNarrowing(is === "error");
    return effectsOfNarrowing(was === undefined || is === undefined ? is !== undefined : undefined);
  }
  if (part === "data" && parts.steps?.length === 0) return ["breaking", "widening"];
  return changesPackageOnly(change) ? ["repackaging"] : ["breaking", "widening", "repackaging"];
}

/** Only strings are normalized before a candidate is checked; the other steps only make the package. */
export function changesPackageOnly({ part, step = "" }: Change): boolean {
  return part === "normalize" && !Object.hasOwn(TEXT_STEPS, step.split(" ")[0] as string);
}

function effectsOfNarrowing(isNarrower: boolean | undefined): EffectKind[] {
  if (isNarrower === undefined) return ["breaking", "widening"];
  return [isNarrower ? "breaking" : "widening"];
}

/** Keywords with which a smaller number refuses more, and keywords with which a larger number does. */
const UPPER_LIMITS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum"];
const LOWER_LIMITS = ["minLength", "minItems", "minimum", "exclusiveMinimum"];

/** True if the changed shape can only refuse more, false if it can only refuse less, undefined if it may do both. */
function narrowsShape(change: Change, before: SpecSource, after: SpecSource): boolean | undefined {
  const { pointer, before: was, after: is, item } = change;
  const keyword = lastToken(pointer);
  if (item !== undefined) return (is === undefined) !== (keyword === "required");
  if (UPPER_LIMITS.includes(keyword)) return numberOr(is, Infinity) < numberOr(was, Infinity);
  if (LOWER_LIMITS.includes(keyword)) return numberOr(is, -Infinity) > numberOr(was, -Infinity);
  if (was !== undefined && is !== undefined) return undefined;
  // A new property allows more, unless any property was allowed before.
  const around = parent(parent(pointer)).slice("/shape".length);
  const isProperty = lastToken(parent(pointer)) === "properties";
  const isClosed = [before, after].every(({ shape }) => valueAt(shape, `${around}/additionalProperties`) === false);
  return (is === undefined) === (isProperty && isClosed);
}
