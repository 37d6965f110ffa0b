import type { CompiledSpec } from "../../engine/compile-spec.js";
import { decide, inspect, isClean } from "../../engine/inspect.js";
import type { Json } from "../../json/value.js";
import { registryOf } from "../example.js";
import { numberOr } from "../lint/shape-view.js";
import type { Change } from "./changes.js";
import { shrink } from "./shrink.js";
import { transplant } from "./transplant.js";
import { type Trial, trialsFor } from "./trials.js";

/** What a change does to some candidate: refuses it, accepts it, or makes another package of it. */
export type EffectKind = "breaking" | "widening" | "repackaging";

/** Two versions, and between them each of them with one change as it is in the other. */
interface Forms {
  readonly before: CompiledSpec;
  readonly after: CompiledSpec;
  /** Undefined where it does not compile. */
  readonly beforeWithChange: CompiledSpec | undefined;
  readonly afterWithoutChange: CompiledSpec | undefined;
}

export type IsolatedChange = Change & { readonly forms: Forms };

export function isolate(change: Change, before: CompiledSpec, after: CompiledSpec): IsolatedChange {
  const beforeWithChange = transplant(change, after.source, before.source);
  const afterWithoutChange = transplant(change, before.source, after.source);
  return { ...change, forms: { before, after, beforeWithChange, afterWithoutChange } };
}

/** Whether the change can be made, or left out, without the others. */
function isIsolated({ forms }: IsolatedChange): boolean {
  return forms.beforeWithChange !== undefined || forms.afterWithoutChange !== undefined;
}

/** The smallest candidates that show what a change does, one for each kind of effect that the search has met. */
export async function findEffects(
  change: IsolatedChange,
  all: readonly IsolatedChange[],
): Promise<Map<EffectKind, Trial>> {
  const { before, after } = change.forms;
  const found = new Map<EffectKind, Trial>();
  const possible = possibleEffects(change);
  for (const trial of trialsFor(change, [before, after])) {
    if (possible.every((kind) => found.has(kind))) break;
    const kind = await effectOn(trial, change, all);
    if (kind === undefined || found.has(kind)) continue;
    const holds = async (candidate: Json) => (await effectOn({ ...trial, candidate }, change, all)) === kind;
    const declarations = [before, after].flatMap(({ source }) => Object.values(source.spec.declarations ?? {}));
    const candidate = await shrink(trial.candidate, declarations, holds);
    const needsRegistry = (await effectOn({ candidate, registry: [] }, change, all)) !== kind;
    found.set(kind, { candidate, registry: needsRegistry ? trial.registry : [] });
  }
  return found;
}

/** Keywords of which a smaller number refuses more. */
const UPPER_LIMITS = ["maxLength", "maxItems", "maximum", "exclusiveMaximum"];
const LOWER_LIMITS = ["minLength", "minItems", "minimum", "exclusiveMinimum"];

/** Where the search can stop: the effects that a change can have by its kind. It is never taken for one of them. */
function possibleEffects({ part, pointer, before, after, item }: Change): EffectKind[] {
  const keyword = pointer.slice(pointer.lastIndexOf("/") + 1);
  const inOneDirection = (isNarrower: boolean): EffectKind[] => [isNarrower ? "breaking" : "widening"];
  const isGone = after === undefined;
  if (part === "rules") return before === undefined || isGone ? inOneDirection(!isGone) : ["breaking", "widening"];
  if (part !== "shape") return ["breaking", "widening", "repackaging"];
  if (item !== undefined) return inOneDirection(isGone !== (keyword === "required"));
  if (UPPER_LIMITS.includes(keyword)) return inOneDirection(numberOr(after, Infinity) < numberOr(before, Infinity));
  if (LOWER_LIMITS.includes(keyword)) return inOneDirection(numberOr(after, -Infinity) > numberOr(before, -Infinity));
  return ["breaking", "widening"];
}

/** What the change, and not only another one, does to a candidate. */
async function effectOn(
  trial: Trial,
  change: IsolatedChange,
  all: readonly IsolatedChange[],
): Promise<EffectKind | undefined> {
  const { before, after } = change.forms;
  const kind = await difference(before, after, trial);
  if (kind === undefined) return undefined;
  if (isIsolated(change)) return (await isCause(change, trial, kind)) ? kind : undefined;
  for (const other of all) if (isIsolated(other) && (await isCause(other, trial, kind))) return undefined;
  return kind;
}

async function isCause({ forms }: IsolatedChange, trial: Trial, kind: EffectKind): Promise<boolean> {
  const { before, after, beforeWithChange, afterWithoutChange } = forms;
  return (
    (beforeWithChange !== undefined && (await difference(before, beforeWithChange, trial)) === kind) ||
    (afterWithoutChange !== undefined && (await difference(afterWithoutChange, after, trial)) === kind)
  );
}

async function difference(one: CompiledSpec, other: CompiledSpec, trial: Trial): Promise<EffectKind | undefined> {
  const [before, after] = [await isValid(one, trial), await isValid(other, trial)];
  if (before !== after) return before ? "breaking" : "widening";
  return before && proposalOf(one, trial) !== proposalOf(other, trial) ? "repackaging" : undefined;
}

async function isValid(spec: CompiledSpec, { candidate, registry }: Trial): Promise<boolean> {
  const inspected = inspect(spec, candidate, registryOf({ registry: [...registry] }));
  return isClean(spec, inspected) || !(await decide(spec, inspected)).some(({ severity }) => severity === "error");
}

/** The bytes of the proposal: every package names its own version. */
function proposalOf(spec: CompiledSpec, { candidate }: Trial): string {
  return JSON.stringify(spec.normalizer.whole(candidate));
}
