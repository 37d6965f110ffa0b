import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { groupBy } from "../../ground/json/group-by.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { quote } from "../../ground/text/quote.js";
import { referencesIn } from "../../specs/values-in.js";
import { choicesIn } from "../search/mentions.js";
import { exampleSpecimens, valuesAt } from "../search/specimen.js";
import type { PackageView } from "../view/package-view.js";
import { typesIn } from "../view/shape-view.js";

/** Finds entries of tables that no valid candidate can pick. */
export function* idleEntries({ source: { rules, settings } }: CompiledSpec, view: PackageView): Generator<Flaw> {
  const choices = choicesIn(Object.values(rules), settings.data, view.declarations);
  const references = referencesIn([rules, settings]);
  for (const [table, uses] of groupBy(choices, (choice) => choice.table)) {
    // Another reference may use the whole table.
    if (references.filter(({ spec }) => spec === table).length > uses.length) continue;
    const selectors = [...new Set(uses.map(({ selector }) => selector))].join(" or ");
    for (const key of uses[0]?.keys ?? []) {
      const reasons = uses.map(({ selector }) => whyNever(selector, key, view));
      if (reasons.includes(undefined)) continue;
      const detail = `nothing picks this entry by ${selectors}: ${reasons[0]}; correct it or remove it`;
      yield { pointer: joinPointer(`/data${table}`, key), detail };
    }
  }
}

/** Why a key never occurs at a place; undefined if it may. */
function whyNever(selector: string, key: string, view: PackageView): string | undefined {
  const { schema } = view.shapePlaceAt(selector);
  // Keys are strings, so that only strings can be compared with them.
  if (schema === undefined || typesIn(schema).some((type) => type !== "string")) return undefined;
  return view.whyNever(selector, key);
}

/** Finds allowed values without an entry, for which a rule demands nothing, unless an example of the rule shows it. */
export function* absentEntries(spec: CompiledSpec, view: PackageView): Generator<Flaw> {
  for (const [name, { when, check }] of Object.entries(spec.source.rules)) {
    // With a condition, the rule may not apply to values without an entry.
    const checks = when === undefined ? [check].flat().filter(({ where }) => where === undefined) : [];
    for (const { selector, table, keys } of choicesIn(checks, view.data, view.declarations)) {
      const shown = exampleSpecimens(spec, name).flatMap(({ candidate }) => valuesAt(selector, candidate));
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
