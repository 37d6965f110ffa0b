import {
  compileMessage,
  compilePointer,
  compileValue,
  type Values,
} from "../../../src/engine/rules/template.js";
import type { Json } from "../../../src/ground/json/value.js";
import { casesOf } from "../../support/cases.js";

const testEach = casesOf(import.meta.url);

const valuesFrom = (values: Record<string, unknown>): Values => ({
  get: (name) => values[name],
  isCertain: () => true,
  dropped: () => undefined,
  alternatives: () => [],
});

testEach<[string, Record<string, unknown>, string]>(
  "the message %j filled with %j",
  (template, values, expected) => {
    expect(compileMessage(template)(valuesFrom(values))).toBe(expected);
  },
);

test("a long string in a message is cut", () => {
  expect(compileMessage("{key}")(valuesFrom({ key: "x".repeat(1000) })).length).toBeLessThanOrEqual(
    200,
  );
  expect(
    compileMessage("{actual}")(valuesFrom({ actual: "x".repeat(1000) })).length,
  ).toBeLessThanOrEqual(200);
});

testEach<[string, Json, Record<string, unknown>, Json]>(
  "a filled value: %s",
  (_, template, values, expected) => {
    expect(compileValue(template)(valuesFrom(values))).toEqual(expected);
  },
);

test.each<[string, Record<string, unknown>, string]>([
  ["{path}", { path: "/candidate/a~1b/0" }, "/a~1b/0"],
  ["{path}", { path: "/candidate" }, ""],
  ["{path}/{key}", { path: "/candidate/a", key: "c/d~" }, "/a/c~1d~0"],
  ["{parent}/description", { parent: "/candidate/candidate/0" }, "/candidate/0/description"],
  ["/tags/{size}", { size: 2 }, "/tags/2"],
])("the pointer %j filled with %j leads into the candidate", (template, values, expected) => {
  expect(compilePointer(template)(valuesFrom(values))).toBe(expected);
});
