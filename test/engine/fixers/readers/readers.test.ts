import { isAskedAbout, READERS, readMeanings } from "../../../../src/engine/fixers/readers/index.js";
import { Memo } from "../../../../src/engine/memo.js";
import { type JsonObject, kindOf } from "../../../../src/ground/json/value.js";
import { EXAMPLES } from "./examples.js";

const examples = READERS.flatMap((entry) =>
  (EXAMPLES[entry.reader.name] ?? []).map(
    ([value, schema, ...reads]) => [entry.reader.name, value, schema, reads, entry] as const,
  ),
);

const CONTEXT = { usedNames: new Set(["title", "pages", "due"]) };

test.each(examples)("%s reads %j", (_, value, schema, reads, entry) => {
  const isAsked = isAskedAbout(entry, kindOf(value), schema);
  expect(isAsked ? [...entry.reader(value, schema, CONTEXT)] : []).toEqual(reads);
});

// The types of fields are any JSON Schema.
test.each<[string, unknown, JsonObject, unknown]>([
  ["a date", "31/01/2026", { format: "date" }, "2026-01-31"],
  ["a time", "2026-01-31 09:30Z", { format: "date-time" }, "2026-01-31T09:30:00Z"],
  ["an array of one", ["red"], { enum: ["red", "green"] }, "red"],
  ["an object around it", { value: "red" }, { enum: ["red", "green"] }, "red"],
  ["an object around null", { value: null }, { type: "null" }, null],
])("%s is read for a schema that names no such type", (_, value, schema, expected) => {
  const [read] = readMeanings(value, { schema, accepts: () => true }, new Memo());
  expect(read?.value).toBe(expected);
});

test("an object with very many properties stands for no list", () => {
  const map = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`r${at}`, { a: at }]));
  const schema = { type: "array", items: { type: "object" } };
  expect(readMeanings(map(1000), { schema, accepts: () => true }, new Memo())[0]?.value).toHaveLength(1000);
  expect(readMeanings(map(1001), { schema, accepts: () => true }, new Memo())).toEqual([]);
});

test("every reader has examples", () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(READERS.map(({ reader }) => reader.name).toSorted());
});
