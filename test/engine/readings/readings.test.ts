import { READINGS } from "../../../src/engine/readings/index.js";

const examples = READINGS.flatMap(({ name, read, examples }) =>
  examples.map(([value, schema, ...reads]) => [name, value, schema, reads, read] as const),
);

test.each(examples)("%s reads %j", (_, value, schema, reads, read) => {
  expect([...read(value, schema)]).toEqual(reads);
});

test("every reading says what it does, and shows it", () => {
  for (const { name, summary, examples: shown } of READINGS) {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect([name, shown.length > 0]).toEqual([name, true]);
  }
});
