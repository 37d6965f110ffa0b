import type { CheckSource } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import { casesOf } from "../../support/cases.js";
import { checkCases, compiled, found, isInGrammar } from "./found.js";

const testEach = casesOf(import.meta.url);

checkCases("selectors.json");

test.each<[string, CheckSource]>([
  ["list", { at: "/a/*/b/*", "one-of": { parent: "/c" } }],
  ["count", { at: "/a/*/b/*", length: { max: { count: { parent: "/c/*" } } } }],
])("what is around many items is read once: a %s", (_, check) => {
  let reads = 0;
  const get = (array: string[], key: string | symbol) => {
    reads++;
    return Reflect.get(array, key);
  };
  expect(
    found(check, { a: [{ b: Array(1_000).fill("x"), c: new Proxy(["x"], { get }) }] }),
  ).toEqual([]);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(20);
});

test.each<[string, CheckSource]>([
  ["a factor of a string", { at: "/a", range: { min: { spec: "/newYear", times: 2 } } }],
  ["days of a number", { at: "/a", range: { min: { spec: "/most", plusDays: 2 } } }],
  ["an entry of an array", { at: "/a", "one-of": { spec: "/colours", by: { candidate: "/b" } } }],
])("%s is refused when the package is compiled", (_, check) => {
  expect(isInGrammar(check)).toBe(true);
  expect(() => compiled(check)).toThrow(SpecError);
});

testEach<[string, CheckSource]>("%s is not in the grammar", (_, check) => {
  expect(isInGrammar(check)).toBe(false);
});
