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
  // A real word, or a code.
  ["sock", "stock"],
  ["pellet", "pallet"],
  ["payer", "payee"],
  ["locked", "blocked"],
  ["symptomatic", "asymptomatic"],
  ["electric", "electronic"],
  ["confirm", "confirmed"],
  ["EUR/MWh", "EUR/kWh"],
  ["EUR/g", "EUR/kg"],
  ["40FR", "40RF"],
  ["RD-7", "DR-7"],
  ["NRLU1234560", "NLRU1234560"],
])("%j may mean something else than %j", (word, value) => {
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
