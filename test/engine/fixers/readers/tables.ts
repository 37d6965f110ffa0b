import * as dates from "../../../../src/engine/fixers/readers/dates.js";
import * as identifiers from "../../../../src/engine/fixers/readers/identifiers.js";
import * as literals from "../../../../src/engine/fixers/readers/literals.js";
import type { Notation } from "../../../../src/engine/fixers/readers/notation.js";
import * as times from "../../../../src/engine/fixers/readers/times.js";
import * as numbers from "../../../../src/engine/fixers/readers/written-number.js";
import * as values from "../../../../src/engine/fixers/readers/written-value.js";

function areNotations(exported: unknown): exported is readonly Notation[] {
  return Array.isArray(exported) && exported.every((row) => "form" in row);
}

const EXPORTED = Object.entries({
  ...numbers,
  ...literals,
  ...dates,
  ...times,
  ...identifiers,
  ...values,
});

/** All tables of notations, by the names under which they are exported. */
export const TABLES: readonly (readonly [name: string, rows: readonly Notation[]])[] = EXPORTED.flatMap(
  ([name, exported]) => (areNotations(exported) ? [[name, exported] as const] : []),
);
