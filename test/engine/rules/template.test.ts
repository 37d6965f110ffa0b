import {
  compileMessage,
  compilePointer,
  compileValue,
  type Values,
} from "../../../src/engine/rules/template.js";
import type { Json } from "../../../src/ground/json/value.js";

const valuesFrom = (values: Record<string, unknown>): Values => ({
  get: (name) => values[name],
  isCertain: () => true,
  dropped: () => undefined,
  alternatives: () => [],
});

test.each<[string, Record<string, unknown>, string]>([
  ["{actual} is wrong", { actual: "x" }, '"x" is wrong'],
  ["{actual} is wrong", { actual: 5 }, "5 is wrong"],
  ["{actual} is wrong", { actual: null }, "null is wrong"],
  ["{actual} is wrong", { actual: { a: [1] } }, '{"a":[1]} is wrong'],
  ["allowed: {expected}", { expected: ["fast", "slow"] }, "allowed: fast, slow"],
  ["allowed: {expected}", { expected: [] }, "allowed: none"],
  ["allowed: {expected}", { expected: [1, { a: 1 }] }, 'allowed: 1, {"a":1}'],
  [
    "{actual} must match {expected}",
    { actual: "x", expected: { pattern: "^\\d+$" } },
    '"x" must match ^\\d+$',
  ],
  ["limits: {expected}", { expected: { min: 3 } }, 'limits: {"min":3}'],
  ['"{key}" is missing', { key: "a" }, '"a" is missing'],
  ['"{key}" is missing', { key: 'a"b\n' }, '"a\\"b\\n" is missing'],
  ["{size} of {min}", { size: 2, min: 3 }, "2 of 3"],
  ["{size} of {min}", { size: 0 }, "0 of none"],
  ["after {previous}", { previous: "2026-01-01" }, "after 2026-01-01"],
  ["Replace with {converted}", { converted: "5" }, 'Replace with "5"'],
  ["no {placeholder", {}, "no {placeholder"],
  ["{actual}", { actual: "$&$1" }, '"$&$1"'],
])("the message %j filled with %j", (template, values, expected) => {
  expect(compileMessage(template)(valuesFrom(values))).toBe(expected);
});

test("a long string in a message is cut", () => {
  expect(compileMessage("{key}")(valuesFrom({ key: "x".repeat(1000) })).length).toBeLessThanOrEqual(
    200,
  );
  expect(
    compileMessage("{actual}")(valuesFrom({ actual: "x".repeat(1000) })).length,
  ).toBeLessThanOrEqual(200);
});

test.each<[string, Json, Record<string, unknown>, Json]>([
  ["a value that is only a placeholder keeps its type", "{converted}", { converted: [5] }, [5]],
  [
    "so do others",
    ["{a}", "{b}", "{c}", "{d}"],
    { a: false, b: null, c: 0, d: "" },
    [false, null, 0, ""],
  ],
  [
    "arrays and objects are filled",
    { l: ["{key}", 1], "{key}": 1 },
    { key: "k" },
    { l: ["k", 1], "{key}": 1 },
  ],
  ["within a string it becomes text, without quotes", "{actual}-2", { actual: 'x"y' }, 'x"y-2'],
  ["within a string a number becomes text", "at most {max}", { max: 3 }, "at most 3"],
])("%s", (_, template, values, expected) => {
  expect(compileValue(template)(valuesFrom(values))).toEqual(expected);
});

test.each<[string, Record<string, unknown>, string]>([
  ["{path}", { path: "/candidate/a~1b/0" }, "/a~1b/0"],
  ["{path}", { path: "/candidate" }, ""],
  ["{path}/{key}", { path: "/candidate/a", key: "c/d~" }, "/a/c~1d~0"],
  ["{parent}/description", { parent: "/candidate/candidate/0" }, "/candidate/0/description"],
  ["/tags/{size}", { size: 2 }, "/tags/2"],
])("the pointer %j filled with %j leads into the candidate", (template, values, expected) => {
  expect(compilePointer(template)(valuesFrom(values))).toBe(expected);
});
