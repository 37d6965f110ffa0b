import type { SpecSource } from "../../engine/grammar.js";
import { applyPatch } from "../../json/patch.js";
import { parent, valueAt } from "../../json/pointer.js";
import { equal, type Json } from "../../json/value.js";
import { singleSteps, stepKey, type VersionChange } from "./changes.js";

/** The version `to`, in which a single change is as it is in the version `from`. It may not compile. */
export function transplant(change: VersionChange, from: SpecSource, to: SpecSource): SpecSource {
  if (change.part === "normalize") {
    const normalize = withStep(change, singleSteps(from.settings.normalize), singleSteps(to.settings.normalize));
    return { ...to, settings: { ...to.settings, normalize } };
  }
  const { shape, rules, ...others } = moved(change, partsByPointer(from), partsByPointer(to)) as ReturnType<
    typeof partsByPointer
  >;
  return { ...to, shape, rules, settings: { ...to.settings, ...others } };
}

/** The parts of a package, by the first steps of the pointers of changes. */
function partsByPointer({ shape, rules, settings }: SpecSource) {
  return { shape, rules, data: settings.data, declarations: settings.declarations ?? {} };
}

/** `to` with what `from` has at the place of a change; if it is an item of a set, with or without this item. */
function moved({ item, pointer }: VersionChange, from: unknown, to: unknown): unknown {
  const [here, there] = [valueAt(to, pointer), valueAt(from, pointer)] as [Json | undefined, Json | undefined];
  const value = item === undefined ? there : withItem(item, [there ?? []].flat(), [here ?? []].flat());
  if (value === undefined) return here === undefined ? to : applyPatch(to, [{ op: "remove", path: pointer }]);
  return valueAt(to, parent(pointer)) === undefined ? to : applyPatch(to, [{ op: "add", path: pointer, value }]);
}

function withItem(item: Json, from: Json[], to: Json[]): Json[] {
  const index = from.findIndex((other) => equal(other, item));
  return index === -1 ? to.filter((other) => !equal(other, item)) : to.toSpliced(index, 0, item);
}

type Steps = SpecSource["settings"]["normalize"];

function withStep({ step }: VersionChange, from: Steps, to: Steps): Steps {
  if (step === undefined) return inOrderOf(from, to);
  const isChanged = (other: Steps[number]) => stepKey(other) === step;
  const [index, ownIndex] = [from.findIndex(isChanged), to.findIndex(isChanged)];
  const others = to.filter((other) => !isChanged(other));
  return index === -1 ? others : others.toSpliced(ownIndex === -1 ? index : ownIndex, 0, from[index] as Steps[number]);
}

function inOrderOf(from: Steps, to: Steps): Steps {
  const rank = (step: Steps[number]) => from.findIndex((other) => stepKey(other) === stepKey(step));
  return to.toSorted((a, b) => rank(a) - rank(b));
}
