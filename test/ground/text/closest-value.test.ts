import { closestValue } from "../../../src/ground/text/did-you-mean.js";

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
  // With k for c: a short word, a soft c, a first letter, a name.
  ["skull", "scull"],
  ["franks", "francs"],
  ["karat", "carat"],
  ["talk", "talc"],
  ["faking", "facing"],
  ["raking", "racing"],
  ["braking", "bracing"],
  ["facing", "faking"],
  ["plaked", "placed"],
  ["sykle", "sycle"],
  ["spikes", "spices"],
  ["kinematic", "cinematic"],
  ["kalorie", "calorie"],
  ["Markus", "Marcus"],
  ["Viktor", "Victor"],
  ["Dominik", "Dominic"],
  ["FREDERIK", "FREDERIC"],
  ["rank", "ranc"],
  ["brik-2", "bric-2"],
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
