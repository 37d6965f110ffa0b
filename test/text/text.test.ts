import { closestOption } from "../../src/text/did-you-mean.js";
import { hasLongMarkRun } from "../../src/text/marks.js";
import { findRivals, matchNames } from "../../src/text/match-names.js";
import { Meaning } from "../../src/text/meaning.js";
import { excerpt, isShort, quote } from "../../src/text/quote.js";
import { isSlipOf } from "../../src/text/slips.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

const TYPES = ["string", "integer", "number", "boolean", "date", "datetime", "uuid", "url", "object", "array"];

test.each<[string, string, string[], string | undefined, boolean?]>([
  ["equal but for case", "STRING", TYPES, "string"],
  ["equal but for hyphens and underscores", "date-time", TYPES, "datetime"],
  ["one letter left out", "sting", TYPES, "string"],
  ["one letter too many", "strring", TYPES, "string"],
  ["two neighbours swapped are one slip", "dtae", TYPES, "date"],
  ["two slips in a long word", "intger_", ["integer"], "integer"],
  ["two slips in a short word are another word", "dart", ["date"], undefined],
  ["words of two letters are never near", "gx", ["g", "gy"], undefined],
  ["two that are as near are in doubt", "cat", ["bat", "hat"], undefined],
  ["the nearer of two", "tessted", ["tested", "teased"], "tested"],
  ["equal but for case wins over a slip", "Fast", ["fasts", "fast"], "fast"],
  ["two equal but for case are in doubt", "FAST", ["fast", "Fast"], undefined],
  ["the first letter of a long word left out", "ealistic", ["realistic"], "realistic"],
  ["another letter at the end of a long word", "realistik", ["realistic"], "realistic"],
  ["another letter in a word of five", "humam", ["human"], "human"],
  ["another letter in the middle", "datatime", TYPES, "datetime"],
  ["another letter near the start", "discription", ["description"], "description"],
  ["another letter at the start", "juman", ["human"], "human", false],
  ["another letter in a short word", "last", ["fast"], "fast", false],
  ["another letter, near two words", "strinb", ["string", "strina"], undefined],
  ["another word of one letter in the middle", "maxXOffset", ["maxYOffset"], "maxYOffset", false],
  ["a letter of another alphabet", "hum\u0430n", ["human"], "human"],
  ["full-width letters", "\uff46\uff41\uff53\uff54", ["fast"], "fast"],
  ["a character that nobody sees", "real\u200bistic", ["realistic"], "realistic"],
  ["the first letter left out", "tring", TYPES, "string"],
  ["quotes of a word processor", "\u201cfast\u201d", ["fast"], "fast"],
  ["nothing near", "agent", ["human"], undefined],
  ["a slip in one of its words", "generatorNmae", ["generatorName"], "generatorName"],
  ["two letters of a short word swapped", "dateFoBirth", ["dateOfBirth"], "dateOfBirth"],
  ["another word", "min_temp", ["max_temp"], undefined],
  ["another word, by its first letter", "weight", ["height"], "height", false],
  ["another word, by its last letter", "posx", ["posy"], "posy", false],
  ["another word, by two letters of it", "minimum", ["maximum"], undefined],
  ["another word with an accent", "min_größe", ["max_größe"], undefined],
  ["another word of another script", "最高温度", ["最低温度"], "最低温度", false],
  ["a letter twice", "length_mm", ["length_m"], "length_m"],
  ["more put before one of its words", "is_inactive", ["is_active"], undefined],
  ["two words for another one", "isActive", ["inactive"], "inactive", false],
  ["a number more", "address2", ["address"], undefined],
  ["another word of one letter", "x_position", ["y_position"], "y_position", false],
  ["another number", "address_2", ["address_1"], undefined],
  ["more put before a whole word", "unrealistic", ["realistic"], undefined],
  ["a word written as two", "gene-ratorName", ["generatorName"], "generatorName"],
  ["no options", "fast", [], undefined],
  ["the empty word", "", TYPES, undefined],
  ["a text too long to be a slip", "s".repeat(257), ["s".repeat(256)], undefined],
])("%s: %j", (_, word, options, expected, sure = true) => {
  expect(closestOption(word, options)).toEqual(expected === undefined ? undefined : new Meaning(expected, sure));
});

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

test("a spelling has at most twice as many characters as a name, and some signs around it", () => {
  const spelled = (name: string) => [...matchNames([name], ["owner"])];
  expect(spelled('  "o_w_n_e_r"  ')).toEqual([['  "o_w_n_e_r"  ', new Meaning("owner", true)]]);
  expect(spelled(`${"_".repeat(21)}owner`)).toHaveLength(1);
  expect(spelled(`${"_".repeat(22)}owner`)).toEqual([]);
});

test.each<[key: string, name: string, isSlip: boolean]>([
  ["measuerdOn", "measuredOn", true],
  ["rainyDay", "rainyDays", true],
  ["temperstureC", "temperatureC", true],
  ["Temp. (\u00b0C)", "tempC", true],
  ["ranch", "branch", true],
  ["ageonths", "ageMonths", true],
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
  ["employee", "employer", false],
  ["rate1", "rate2", false],
  ["discount %", "discount", false],
  ["\u6e29\u5ea6", "\u6e7f\u5ea6", false],
])("%s for %s", (key, name, isSlip) => {
  expect(isSlipOf(key, name)).toBe(isSlip);
});

test("a word that two absent names begin with is a guess", () => {
  expect([...matchNames(["booking"], ["bookingId", "bookingName"])]).toEqual([
    ["booking", new Meaning("bookingId", false)],
  ]);
  expect([...matchNames(["booking"], ["bookingId"])]).toEqual([["booking", new Meaning("bookingId", true)]]);
});

test("names that could also mean a matched one are its rivals", () => {
  const named = (stem: string) => (stem === "summary" ? ["description"] : []);
  const rivals = findRivals(["Summaries", "descripton", "colour"], new Set(["description"]), named);
  expect([...rivals]).toEqual([
    ["Summaries", "description"],
    ["descripton", "description"],
  ]);
  expect(findRivals(["Summaries"], new Set(), named).size).toBe(0);
});

const LONG = "x".repeat(201);

test.each<[string, unknown, unknown]>([
  ["a short text", "x".repeat(200), "x".repeat(200)],
  ["a long text", LONG, `${"x".repeat(199)}…`],
  ["a short object", { a: [1] }, { a: [1] }],
  ["a long object, as text", { a: LONG }, `{"a":"${"x".repeat(193)}…`],
  ["a number", 5, 5],
  ["null", null, null],
  ["a long text of characters beyond the BMP, none of them cut in half", "😀".repeat(200), `${"😀".repeat(99)}…`],
])("the excerpt of %s", (_, value, expected) => {
  expect(excerpt(value)).toEqual(expected);
});

test.each<[unknown, string]>([
  ["x", '"x"'],
  ['"\n', '"\\"\\n"'],
  [5, "5"],
  [null, "null"],
  [undefined, "undefined"],
  [{ a: 1 }, '{"a":1}'],
])("%j is quoted as JSON", (value, expected) => {
  expect(quote(value)).toBe(expected);
});

test.each([LONG, "\u0001".repeat(200), "😀".repeat(200), { a: LONG }, [LONG]])(
  "a quote has at most 200 characters (%#)",
  (value) => {
    expect(quote(value).length).toBeLessThanOrEqual(200);
    expect(quote(value).isWellFormed()).toBe(true);
  },
);

test("what is short is what need not be cut", () => {
  expect([isShort("x".repeat(200)), isShort(LONG), isShort({ a: LONG }), isShort([1])]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

/** More nodes than are written at once. */
const large = fc
  .array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 5 })
  .map((items) => ({ items: Array.from({ length: 40 }, () => items), last: items }));

test("a long value is cut as if all of it were written", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue({ maxDepth: 4 }), large), (value) => {
      const written = JSON.stringify(value);
      const text = typeof value === "string" ? value : written;
      expect(isShort(value)).toBe(text.length <= 200);
      if (text.length <= 200) expect(excerpt(value)).toBe(value);
      else expect(text.startsWith(String(excerpt(value)).slice(0, -2))).toBe(true);
      if (typeof value !== "string") expect(written.startsWith(quote(value).slice(0, -2))).toBe(true);
    }),
    runs(500),
  );
});

const LONG_RUN = /\p{M}{31}/u;

/** Letters, marks, and characters that normalization makes several marks of. */
const characters = fc.constantFrom("a", "\u00e9", "\ufb01", "\u0301", "\u0344", "\u0f73", "\u{1d160}", "\u{1d167}");
const repeated = fc.tuple(characters, fc.nat(40)).map(([character, count]) => character.repeat(count));

test("a run is found where the text has it, or its normalized form", () => {
  fc.assert(
    fc.property(fc.array(repeated, { maxLength: 4 }), (parts) => {
      const text = parts.join("");
      expect(hasLongMarkRun(text)).toBe(LONG_RUN.test(text) || LONG_RUN.test(text.normalize("NFC")));
    }),
  );
});

test.each([
  [10, "\u{1d160}", false],
  [15, "\u0344", false],
  [16, "\u0344", true],
  [16, "\u{1d160}", false],
])("%i times %j", (count, character, isFound) => {
  expect(hasLongMarkRun(character.repeat(count))).toBe(isFound);
});
