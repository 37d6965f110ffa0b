import type { CompiledSpec } from "../../engine/compile-spec.js";
import { join, valueAt } from "../../json/pointer.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import type { PackageView } from "../lint/package-view.js";
import { typesOf, whyNot } from "../lint/shape-view.js";
import { objectsIn } from "../objects-in.js";
import { placesIn } from "../search/edits.js";
import { type Choice, choicesIn } from "../search/reads.js";
import { shownBy } from "../search/trial.js";

/** Entries of tables that no valid candidate picks, at any place that a rule picks by. */
export function* idleEntries({ source: { rules, spec } }: CompiledSpec, view: PackageView): Generator<Found> {
  const choices = choicesIn(Object.values(rules), spec.data, view.declarations);
  for (const table of new Set(choices.map((choice) => choice.table))) {
    const some = choices.filter((choice) => choice.table === table);
    const uses = [...objectsIn([rules, spec])].filter(({ object }) => object.spec === table);
    // Another use may be of the whole table.
    if (uses.length > some.length) continue;
    for (const key of some[0]?.keys ?? []) {
      const reasons = some.map(({ selector }) => whyNever(selector, key, view));
      if (reasons.every((reason) => reason !== undefined))
        yield {
          pointer: join(`/data${table}`, key),
          detail: `nothing picks this entry by ${selectorsOf(some)}: ${reasons[0]}; correct it or remove it`,
        };
    }
  }
}

function whyNever(selector: string, key: string, view: PackageView): string | undefined {
  const spot = view.spot(selector);
  // The keys of a table are strings, whatever picks them.
  if (spot.kind !== "schema" || typesOf(spot.schema).some((type) => type !== "string")) return undefined;
  return whyNot(spot.schema, key) ?? view.whyRefused(selector, key);
}

function selectorsOf(choices: readonly Choice[]): string {
  return [...new Set(choices.map(({ selector }) => selector))].join(" or ");
}

/** Values that pick no entry, so that a rule demands nothing by the table, which none of its examples shows. */
export function* absentEntries(spec: CompiledSpec, view: PackageView): Generator<Found> {
  for (const [name, { when, check }] of Object.entries(spec.source.rules)) {
    // A condition may leave out the values that have no entry.
    const checks = when === undefined ? [check].flat().filter(({ where }) => where === undefined) : [];
    for (const { selector, table, keys } of choicesIn(checks, view.data, view.declarations)) {
      const shown = shownBy(spec, name).flatMap(({ candidate }) =>
        placesIn(selector, candidate).map((path) => valueAt(candidate, path)),
      );
      const absent = (view.allowedAt(selector)?.values ?? []).filter(
        (value) => !keys.has(String(value)) && !shown.includes(value),
      );
      if (absent.length === 0) continue;
      const values = absent.map(quote).join(", ");
      const detail = `has no entry for ${values}, which ${selector} may be: ${name} then demands nothing by it; add one, or add an example of the rule that shows this`;
      yield { pointer: `/data${table}`, detail };
    }
  }
}
