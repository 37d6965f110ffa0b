import { READINGS } from "../../../src/engine/fixers/readings.js";
import { kindOf } from "../../../src/ground/json/value.js";

const SCHEMAS: Readonly<Record<string, object>> = {
  "date-time": { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
  any: { type: ["string", "number", "object", "array"] },
};

describe.each(READINGS)("$name", ({ name, from, to, read, examples }) => {
  const readAs = (given: unknown, schema = SCHEMAS[to] ?? { type: to }) => [
    ...read(given as never, { schema: schema as never, columns: [] }),
  ];

  test("reads its examples", () => {
    for (const [given, meant, schema] of examples) {
      expect(from).toContain(kindOf(given));
      expect(readAs(given, schema).map(({ value }) => value)).toContainEqual(meant);
    }
  });

  test("takes linear time", () => {
    if (!from.includes("string")) return;
    for (const text of ["1,", " ", "[", "a@", "12:", "-", "'a", "{a:", "`"]) {
      const start = performance.now();
      // Whoever asks gives long texts only to rows that may find JSON, a table or a text in them.
      readAs(text.repeat(10_000).slice(0, ["string", "any", "array"].includes(to) ? undefined : 200));
      expect([name, text, performance.now() - start < 300]).toEqual([name, text, true]);
    }
  });
});
