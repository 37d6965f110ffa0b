import { findRivals, matchNames } from "../../src/text/match-names.js";
import { Meaning } from "../../src/text/meaning.js";

test("each absent name is matched with one unknown name, the first that misspells it", () => {
  expect([...matchNames(["Owner", "ownr", "nmae"], ["owner", "name"])]).toEqual([
    ["Owner", new Meaning("owner", true)],
    ["nmae", new Meaning("name", true)],
  ]);
});

test("names that differ only in case and separators are paired, however many they are", () => {
  const declared = Array.from({ length: 64 }, (_, i) => `orderLine${i}Amount`);
  const written = declared.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect([...matchNames(written, declared)]).toEqual(
    written.map((name, i) => [name, new Meaning(declared[i] as string, true)]),
  );
});

test("a name that looks alike goes before one within reach, whichever comes first", () => {
  expect([...matchNames(["cities", "City"], ["city"])]).toEqual([["City", new Meaning("city", true)]]);
});

test("where there are very many names no slips are looked for: comparing them all costs seconds", () => {
  const many = Array.from({ length: 300 }, (_, i) => `nane${i}`);
  expect(matchNames(["nane1", ...many], ["name1"]).size).toBe(0);
});

test("signs in and around a name do not count", () => {
  const spelled = (name: string) => [...matchNames([name], ["owner"])];
  expect(spelled('  "o_w_n_e_r"  ')).toEqual([['  "o_w_n_e_r"  ', new Meaning("owner", true)]]);
});

test("a word that two absent names begin with is a guess", () => {
  expect([...matchNames(["booking"], ["bookingId", "bookingName"])]).toEqual([
    ["booking", new Meaning("bookingId", false)],
  ]);
  expect([...matchNames(["booking"], ["bookingId"])]).toEqual([["booking", new Meaning("bookingId", true)]]);
});

test("names that could also mean a matched one are its rivals", () => {
  const named = { aliasesOf: () => ["summary"] };
  const rivals = findRivals(["Summaries", "descripton", "colour"], new Set(["description"]), named);
  expect([...rivals]).toEqual([
    ["Summaries", "description"],
    ["descripton", "description"],
  ]);
  expect(findRivals(["Summaries"], new Set(), named).size).toBe(0);
});
