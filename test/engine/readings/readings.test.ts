import { READINGS } from "../../../src/engine/readings/index.js";
import { allows } from "../../../src/engine/readings/reading.js";
import { kindOf } from "../../../src/json/value.js";

const examples = READINGS.flatMap((reading) =>
  reading.examples.map(([value, schema, ...reads]) => [reading.name, value, schema, reads, reading] as const),
);

test.each(examples)("%s reads %j", (_, value, schema, reads, { read, from, to }) => {
  const isFor = from.includes(kindOf(value)) && allows(schema, ...to);
  expect(isFor ? [...read(value, schema)] : []).toEqual(reads);
});

test("every reading says what it does, and shows it", () => {
  for (const { name, summary, examples: shown } of READINGS) {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect([name, shown.length > 0]).toEqual([name, true]);
  }
});
