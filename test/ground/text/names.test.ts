import { closestOption, isSlipOf } from "../../../src/ground/text/did-you-mean.js";
import {
  findRivals,
  makeNameIndex,
  matchNames,
  NameComparisons,
} from "../../../src/ground/text/match-names.js";
import { Meaning } from "../../../src/ground/text/meaning.js";
import { casesOf } from "../../support/cases.js";

const testEach = casesOf(import.meta.url);

testEach<[key: string, name: string, isSlip: boolean]>(
  "the key %s for the name %s",
  (key, name, isSlip) => {
    expect(isSlipOf(key, name)).toBe(isSlip);
  },
);

testEach<[string, string, string[], string | undefined, boolean?]>(
  "the name %s: %j",
  (_, word, options, expected, isCertain = true) => {
    expect(closestOption(word, options)).toEqual(
      expected === undefined ? undefined : new Meaning(expected, isCertain),
    );
  },
);

test("a meaning that is put in doubt keeps the other guesses", () => {
  expect(new Meaning("a", true, ["b"]).uncertainIf(true)).toEqual(new Meaning("a", false, ["b"]));
});

const matched = (unknown: readonly string[], absent: readonly string[]) => [
  ...matchNames(unknown, () => true, makeNameIndex(absent), new NameComparisons()),
];

test("each absent name is matched with one unknown name, the first that misspells it", () => {
  expect(matched(["Owner", "ownr", "nmae"], ["owner", "name"])).toEqual([
    ["Owner", new Meaning("owner", true)],
    ["nmae", new Meaning("name", true)],
  ]);
});

test("names that differ only in case and separators are paired, however many they are", () => {
  const declared = Array.from({ length: 64 }, (_, i) => `orderLine${i}Amount`);
  const written = declared.map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(matched(written, declared)).toEqual(
    written.map((name, i) => [name, new Meaning(declared[i] as string, true)]),
  );
});

test("a name that looks alike goes before one within reach, whichever comes first", () => {
  expect(matched(["cities", "City"], ["city"])).toEqual([["City", new Meaning("city", true)]]);
});

test("of very many names, only the first are compared letter by letter, and each only once", () => {
  const index = makeNameIndex(Array.from({ length: 100 }, (_, i) => `declaredName${i}x`));
  const comparisons = new NameComparisons();
  const isCompared = (name: string) => matchNames([name], () => true, index, comparisons).size > 0;
  const misspelt = index.names.slice(0, 50).map((name) => name.replace("Name", "Nmae"));
  expect(misspelt.map(isCompared)).toEqual(misspelt.map((_, at) => at < 6));
  expect(misspelt.map(isCompared)).toEqual(misspelt.map((_, at) => at < 6));
});

test("signs in and around a name do not count", () => {
  const spelled = (name: string) => matched([name], ["owner"]);
  expect(spelled('  "o_w_n_e_r"  ')).toEqual([['  "o_w_n_e_r"  ', new Meaning("owner", true)]]);
});

test("a word that an absent name begins with is a guess", () => {
  expect(matched(["booking"], ["bookingId", "bookingName"])).toEqual([
    ["booking", new Meaning("bookingId", false)],
  ]);
  // The longer name has a word more, such as a unit.
  expect(matched(["booking"], ["bookingId"])).toEqual([
    ["booking", new Meaning("bookingId", false)],
  ]);
});

test("names that could also mean a matched one are its rivals", () => {
  const index = makeNameIndex(["description"], () => ["summary"]);
  const rivalsOf = (unmatched: readonly string[], matches: readonly string[]) => [
    ...findRivals(unmatched, new Set(matches), index, new NameComparisons()),
  ];
  expect(rivalsOf(["Summaries", "descripton", "colour"], ["description"])).toEqual([
    ["Summaries", "description"],
    ["descripton", "description"],
  ]);
  expect(rivalsOf(["Summaries"], [])).toEqual([]);
});
