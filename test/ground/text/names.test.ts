import { closestOption, isSlipOf } from "../../../src/ground/text/did-you-mean.js";
import {
  findRivals,
  makeNameIndex,
  matchNames,
  NameComparisons,
} from "../../../src/ground/text/match-names.js";
import { Meaning } from "../../../src/ground/text/meaning.js";

test.each<[key: string, name: string, isSlip: boolean]>([
  ["measuerdOn", "measuredOn", true],
  ["rainyDay", "rainyDays", true],
  ["temperstureC", "temperatureC", false],
  ["temparatureC", "temperatureC", true],
  ["Temp. (\u00b0C)", "tempC", true],
  ["ranch", "branch", false],
  ["classifikation", "classification", false],
  ["brakingLimit", "bracingLimit", false],
  ["ageonths", "ageMonths", false],
  ["ageMnths", "ageMonths", true],
  ["agemnths", "ageMonths", false],
  ["heightcm", "heightMm", false],
  ["temperature", "temperatureC", false],
  ["temperatureC", "temperatureF", false],
  ["heightM", "heightMm", false],
  ["toCity", "twoCity", false],
  ["paid", "notPaid", false],
  ["price", "grossPrice", false],
  ["active", "inactive", false],
  ["typical", "atypical", false],
  ["isOpen", "isOpened", false],
  ["isLocked", "isBlocked", false],
  ["entryAllowed", "reentryAllowed", false],
  ["minimumWage", "minimumAge", false],
  ["doseG", "doseMg", false],
  ["volumeCm3", "volumeM3", false],
  ["electricRows", "electronicRows", false],
  ["payer", "payee", false],
  ["employee", "employer", false],
  ["rate1", "rate2", false],
  ["discount %", "discount", false],
  ["\u6e29\u5ea6", "\u6e7f\u5ea6", false],
])("%s for %s", (key, name, isSlip) => {
  expect(isSlipOf(key, name)).toBe(isSlip);
});

const TYPES = [
  "string",
  "integer",
  "number",
  "boolean",
  "date",
  "datetime",
  "uuid",
  "url",
  "object",
  "array",
];

test.each<[string, string, string[], string | undefined, boolean?]>([
  ["equal but for case", "STRING", TYPES, "string"],
  ["equal but for hyphens and underscores", "date-time", TYPES, "datetime"],
  ["one letter left out", "sting", TYPES, "string"],
  ["two neighbours swapped are one slip", "dtae", TYPES, "date"],
  ["two slips in a long word", "intger_", ["integer"], "integer"],
  ["two slips in a short word are another word", "dart", ["date"], undefined],
  ["words of two letters are never near", "gx", ["g", "gy"], undefined],
  ["two that are as near are in doubt", "cat", ["bat", "hat"], undefined],
  ["equal but for case wins over a slip", "Fast", ["fasts", "fast"], "fast"],
  ["two equal but for case are in doubt", "FAST", ["fast", "Fast"], undefined],
  ["another letter at the end of a long word", "realistit", ["realistic"], "realistic", false],
  ["another letter in the middle", "datatime", TYPES, "datetime"],
  ["another letter at the start", "juman", ["human"], "human", false],
  ["another letter, near two words", "strinb", ["string", "strina"], undefined],
  ["another word of one letter in the middle", "maxXOffset", ["maxYOffset"], "maxYOffset", false],
  ["a letter of another alphabet", "hum\u0430n", ["human"], "human", false],
  ["full-width letters", "\uff46\uff41\uff53\uff54", ["fast"], undefined],
  ["a character that nobody sees", "real\u200bistic", ["realistic"], "realistic"],
  ["quotes of a word processor", "\u201cfast\u201d", ["fast"], "fast"],
  ["nothing near", "agent", ["human"], undefined],
  ["a slip in one of its words", "generatorNmae", ["generatorName"], "generatorName"],
  ["another word", "min_temp", ["max_temp"], undefined],
  ["another word, by its first letter", "weight", ["height"], "height", false],
  ["another word, by two letters of it", "minimum", ["maximum"], undefined],
  ["another word of another script", "最高温度", ["最低温度"], "最低温度", false],
  ["a letter twice", "lenngth_m", ["length_m"], "length_m"],
  ["another unit", "length_mm", ["length_m"], "length_m", false],
  ["more put before one of its words", "is_inactive", ["is_active"], undefined],
  ["the contrary", "isActive", ["inactive"], undefined],
  ["a number more", "address2", ["address"], undefined],
  ["another word of one letter", "x_position", ["y_position"], "y_position", false],
  ["another number", "address_2", ["address_1"], undefined],
  ["a word written as two", "gene-ratorName", ["generatorName"], "generatorName"],
  ["no options", "fast", [], undefined],
  ["the empty word", "", TYPES, undefined],
  ["a text too long to be a slip", "s".repeat(257), ["s".repeat(256)], undefined],
])("%s: %j", (_, word, options, expected, isCertain = true) => {
  expect(closestOption(word, options)).toEqual(
    expected === undefined ? undefined : new Meaning(expected, isCertain),
  );
});

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
