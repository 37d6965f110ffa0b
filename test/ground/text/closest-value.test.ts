import { closestValue } from "../../../src/ground/text/closest-value.js";

test.each([
  ["EU", "DEU"],
  ["one", "none"],
  ["fee", "free"],
  ["IIII", "III"],
  ["Mg", "mg"],
  ["mM", "mm"],
  ["mW", "MW"],
  ["-active", "active"],
  ["- active", "active"],
])("%j may mean something else than %j", (word, value) => {
  expect(closestValue(word, [value])).toMatchObject({ value, isCertain: false });
});

test.each([
  ["gren", "green"],
  ["fsat", "fast"],
  ["fastt", "fast"],
  ["usd", "USD"],
  ["Kg", "kg"],
  ["Low", "low"],
])("%j means %j", (word, value) => {
  expect(closestValue(word, [value])).toMatchObject({ value, isCertain: true });
});
