import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { NormalizeStep, RuleSource } from "../../engine/grammar.js";
import { compareValues } from "../../engine/order.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers } from "../../ground/json/pointer.js";
import { isObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import { seedsOf, valuesAt } from "../search/specimen.js";

/** Matches version numbers such as 1.4.0, v2.1 or 1.0.0-rc.1. */
const VERSION = /^(v?\d+\.)\d+((?:\.\d+)?(?:[-+][0-9A-Za-z.-]+)?)$/;

/** Checks of a rule that demand an order by characters where the examples have version numbers. */
export function* versionsComparedAsText(spec: CompiledSpec, { check }: RuleSource): Generator<Flaw> {
  for (const [{ sorted, as, at }, pointer] of itemsWithPointers(check, "/check"))
    if (sorted !== undefined && (as === undefined || as === "text"))
      yield* misordered(spec, [at].flat(), `${pointer}/sorted`, 'add "as": "semantic-version"');
}

/** Steps that sort by characters where the examples have version numbers. */
export function* versionsSortedAsText(spec: CompiledSpec): Generator<Flaw> {
  for (const [index, step] of spec.source.settings.normalize.entries())
    if (step.step === "sort")
      yield* misordered(
        spec,
        sortedBy(step),
        `/normalize/${index}`,
        "leave versions in the order of the author, or sort by a date or a number",
      );
}

function sortedBy({ at, by }: NormalizeStep): string[] {
  if (by !== undefined && !(isObject(by) && typeof by.item === "string")) return [];
  return [at].flat().map((array) => `${array}/*${isObject(by) ? String(by.item) : ""}`);
}

function* misordered(
  spec: CompiledSpec,
  selectors: readonly string[],
  pointer: string,
  instead: string,
): Generator<Flaw> {
  const values = seedsOf(spec).flatMap(({ candidate }) =>
    selectors.flatMap((selector) => valuesAt(selector, candidate)),
  );
  const versions = values.filter((value) => typeof value === "string" && VERSION.test(value)) as string[];
  // At least half of the values must be versions, because a violated example may have another word.
  if (versions.length === 0 || versions.length * 2 < values.length) return;
  const [older, newer] = ["9", "10"].map((part) => (versions[0] as string).replace(VERSION, `$1${part}$2`));
  if (compareValues(older, newer) <= 0) return;
  const order = `strings are in order by their characters, so that ${quote(newer)} comes before ${quote(older)}`;
  yield { pointer, detail: `${order}; ${instead}` };
}
