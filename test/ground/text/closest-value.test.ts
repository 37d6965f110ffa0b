import { closestValue } from "../../../src/ground/text/did-you-mean.js";
import { casesOf } from "../../support/cases.js";

const testEach = casesOf(import.meta.url);

testEach<[string, string]>("%j may mean something else than %j", (word, value) => {
  expect(closestValue(word, [value])).toMatchObject({ value, isCertain: false });
});

test.each([
  ["orage", "orange"],
  ["months", "month"],
  ["fsat", "fast"],
  ["fastt", "fast"],
  ["usd", "USD"],
  ["Kg", "kg"],
  ["Low", "low"],
])("%j means %j", (word, value) => {
  expect(closestValue(word, [value])).toMatchObject({ value, isCertain: true });
});
