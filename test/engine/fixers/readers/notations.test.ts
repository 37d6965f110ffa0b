import { matchNotations } from "../../../../src/engine/fixers/readers/notation.js";
import { TABLES } from "./tables.js";

const EXAMPLES = TABLES.flatMap(([table, rows]) =>
  rows.flatMap((row) => Object.entries(row.examples).map(([text, value]) => [table, text, value, row] as const)),
);

test.each(EXAMPLES)("%s: %j is %j", (_, text, value, row) => {
  expect([...matchNotations(text, [row])].map((read) => read.value)).toEqual([value]);
});

test("every row has an example that no row above it reads in the same way", () => {
  for (const [, rows] of TABLES) {
    for (const row of rows) {
      const above = rows.slice(0, rows.indexOf(row));
      const isOwn = ([text, value]: [string, unknown]) =>
        ![...matchNotations(text, above)].some((read) => read.value === value);
      expect([row.form, Object.entries(row.examples).some(isOwn)]).toEqual([row.form, true]);
    }
  }
});
