import { certain, certainIfFits, guess, ReadMeaning } from "../../../../src/engine/fixers/readers/reader.js";
import type { Json, JsonObject } from "../../../../src/ground/json/value.js";

/** A value with its schema, and what comes out. */
export type Example = readonly [value: Json, schema: JsonObject, ...reads: ReadMeaning[]];

const ARRAY: JsonObject = { type: "array" };
const BOOLEAN: JsonObject = { type: "boolean" };
const DATE: JsonObject = { type: "string", format: "date" };
const INTEGER: JsonObject = { type: "integer" };
const NUMBER: JsonObject = { type: "number" };
const OBJECT: JsonObject = { type: "object" };
const RECORDS: JsonObject = { type: "array", items: OBJECT };
const TEXT: JsonObject = { type: "string" };
const NUMBERS: JsonObject = { type: "array", items: NUMBER };
const DAYS: JsonObject = { type: "array", items: { type: "string", enum: ["mon", "tue"] } };
const CODE: JsonObject = { type: "string", pattern: "^[A-Z]{2}\\d{4}$" };
const TEXTS: JsonObject = { type: "array", items: TEXT };
const TIME: JsonObject = { type: "string", format: "date-time" };

const FIELD: JsonObject = {
  type: "object",
  required: ["name", "type"],
  properties: { name: { type: "string" }, type: { type: "string", examples: ["string"] } },
};

const OWNER: JsonObject = {
  type: "object",
  required: ["kind", "id"],
  properties: {
    kind: { type: "string", examples: ["human"], derive: { from: "/holder/id", prefixes: { user: "human" } } },
    id: { type: "string" },
  },
};

const LINKS: JsonObject = { type: "array", items: { type: "string", format: "uri" } };

const DESCRIBED: JsonObject = { type: "array", items: { type: "object", required: ["name", "type", "about"] } };

const FIELDS: JsonObject = {
  type: "array",
  items: {
    type: "object",
    required: ["name", "type"],
    properties: { name: { type: "string" }, type: { type: "string" } },
  },
};

const STRATEGIES: JsonObject = { type: "array", items: { type: "string", examples: ["fast"] } };

const COMMA = "decimal comma";
const POINT = "decimal point";

const dayFirst = (value: string, isCertain = false, separator = "/") =>
  new ReadMeaning(value, isCertain, { style: "day first", separator });
const monthFirst = (value: string, isCertain = false, separator = "/") =>
  new ReadMeaning(value, isCertain, { style: "month first", separator });

const styled = (value: number, style: string, isCertain = false) => new ReadMeaning(value, isCertain, { style });
/** A number without the words around it; `isUnit` if they are a unit that the field may say too. */
const without = (value: number, dropped: string, isUnit = false, style?: string) =>
  new ReadMeaning(value, false, { style, dropped, isUnit });
/** A value of which a part is lost. */
const lacking = (value: Json, dropped: string) => new ReadMeaning(value, false, { dropped });
const FAST: JsonObject = { type: "string", examples: ["fast"] };
const TITLE_PAGES = ["title string", "pages integer"].map((text) => ({ name: text.slice(0, 5), type: text.slice(6) }));
const OSLO_ROME = ["Oslo", "Rome"].map((city, at) => ({ city, days: [5, 2][at] as number }));

/** By the name of the reader. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  idAsObject: [
    ["user_4821", OWNER, certainIfFits({ kind: "human", id: "user_4821" })],
    [4821, OWNER, guess({ kind: "human", id: "4821" })],
    ["00:15 Start", FIELD, guess({ name: "00:15 Start", type: "string" })],
    ["day: integer", FIELD, guess({ name: "day", type: "integer" }), guess({ name: "day: integer", type: "string" })],
    ["id (integer)", FIELD, guess({ name: "id", type: "integer" }), guess({ name: "id (integer)", type: "string" })],
    [
      "user-2 (human)",
      OWNER,
      certainIfFits({ kind: "human", id: "user-2" }),
      guess({ kind: "human", id: "user-2 (human)" }),
    ],
  ],
  jsonString: [
    ['["fast"]', ARRAY, certain(["fast"])],
    ['{ "a": 1 }', ARRAY],
    ['{ "a": 1 }\n{ "a": 2 }', ARRAY, certain([{ a: 1 }, { a: 2 }])],
    ["['fast', 'realistic',]", ARRAY, certain(["fast", "realistic"])],
    ["{'a': None, b: \"it's\"}", OBJECT, certain({ a: null, b: "it's" })],
    ['Here it is:\n```\n["fast"]\n```', ARRAY, guess(["fast"])],
    [JSON.stringify('["fast"]'), ARRAY, certain(["fast"])],
    ["[9007199254740993]", ARRAY],
    ['{ "a": 1, "a": 2 }', OBJECT],
    [['{ "a": 1 }'], OBJECT, certain({ a: 1 })],
    ['[{ "a": 1 }]', OBJECT, certain({ a: 1 })],
  ],
  loneValue: [
    [[[{ a: 1 }]], OBJECT, certain({ a: 1 })],
    [[[{ a: 1 }, { a: 2 }]], OBJECT],
    ["fast", ARRAY, certainIfFits(["fast"])],
    ["0", TEXTS, guess(["0"])],
    ["1. one 2. two", TEXTS, guess(["1. one 2. two"])],
    ["all", TEXTS, guess(["all"])],
    ["Jane Roe", TEXTS, certainIfFits(["Jane Roe"])],
    ["salt and pepper", TEXTS, guess(["salt and pepper"])],
    ["A1001 A1002", TEXTS, guess(["A1001 A1002"])],
    ["https://b.example/a/b?c=d&e", LINKS, certainIfFits(["https://b.example/a/b?c=d&e"])],
    ["https://b.example/https://c.example", LINKS, guess(["https://b.example/https://c.example"])],
    ["#sun #sea", TEXTS, guess(["#sun #sea"])],
    ["351 21 555", TEXTS, certainIfFits(["351 21 555"])],
    ["Mon Tue", DAYS, guess(["Mon Tue"])],
    ["one | two", TEXTS, guess(["one | two"])],
    ["Estuary\nLong Wing", TEXTS, guess(["Estuary\nLong Wing"])],
    ["R&B", { type: "array", items: { type: "string", enum: ["R&B"] } }, certainIfFits(["R&B"])],
    [{ name: "a" }, RECORDS, certainIfFits([{ name: "a" }])],
    [{ name: "a" }, ARRAY, guess([{ name: "a" }])],
    [{ a: [1], b: [2, 3] }, RECORDS, guess([{ a: [1], b: [2, 3] }])],
    [{ a: 1, b: [2] }, RECORDS, certainIfFits([{ a: 1, b: [2] }])],
    [false, ARRAY, guess([false])],
    [true, TEXTS, guess([true])],
    ["['a', 'b']", ARRAY, guess(["['a', 'b']"])],
    ["a=true", ARRAY, guess(["a=true"])],
    ["a, b", TEXTS, guess(["a, b"])],
    ["a, b", { type: "array", items: { type: "string", examples: ["c"] } }, guess(["a, b"])],
    ["1,200", ARRAY, guess(["1,200"])],
    [null, ARRAY, guess([])],
    ["[TBD]", ARRAY, guess([])],
    ["", { type: "array", minItems: 1 }],
    [["string", "null"], TEXT, guess("string")],
    [["One.", "Two."], TEXT, guess("One.\nTwo."), guess("One. Two.")],
    [{ fast: 0.8 }, STRATEGIES],
    ["https://b.example/a, https://b.example/b", LINKS, guess(["https://b.example/a, https://b.example/b"])],
  ],
  mapAsList: [
    [{ fast: true, realistic: false }, STRATEGIES, certain(["fast"])],
    [{ fast: 0, realistic: 1 }, STRATEGIES, guess(["realistic"])],
    [{ fast: "Draws at random." }, STRATEGIES, lacking(["fast"], "Draws at random.")],
    [{ fast: null, realistic: null }, STRATEGIES, certainIfFits(["fast", "realistic"])],
    [{ fast: { enabled: true }, realistic: { enabled: false } }, STRATEGIES, guess(["fast", "realistic"])],
    [{ 0: "fast", 1: "realistic" }, STRATEGIES, certain(["fast", "realistic"])],
    [{ modes: ["fast"] }, { ...STRATEGIES, aliases: ["modes"] }, certain(["fast"])],
    [{ excluded: ["fast"] }, STRATEGIES, guess(["fast"])],
    [{ count: 1, items: ["fast"] }, STRATEGIES, certain(["fast"])],
    [{ count: 1, items: ["fast"] }, ARRAY, guess(["fast"])],
    [{ items: [] }, { type: "array", items: NUMBER }],
    [{ title: "string", pages: "integer" }, FIELDS, certain(TITLE_PAGES)],
    // No record uses these keys, which may say something else of their items.
    [{ stopped: "string" }, FIELDS, guess([{ name: "stopped", type: "string" }])],
    [{ item1: { name: "title", type: "string" } }, FIELDS, certain([{ name: "title", type: "string" }])],
    [{ bay12: { name: "title", type: "string" } }, FIELDS, lacking([{ name: "title", type: "string" }], "bay12")],
    [
      { item1: { name: { toString: 1 }, type: "string" } },
      FIELDS,
      certain([{ name: { toString: 1 }, type: "string" }]),
    ],
    [{ book: { name: "title", type: "string" } }, FIELDS, lacking([{ name: "title", type: "string" }], "book")],
    [{ title: { type: "string" } }, FIELDS, certain([{ name: "title", type: "string" }])],
    [
      { type: "object", properties: { due: { type: "string", format: "date" } } },
      FIELDS,
      certain([{ name: "due", type: "string", format: "date" }]),
    ],
    [
      { title: ["string", "Of the book."], pages: ["integer", "Numbered ones."] },
      DESCRIBED,
      guess([
        { name: "title", type: "string", about: "Of the book." },
        { name: "pages", type: "integer", about: "Numbered ones." },
      ]),
    ],
    [{ nr1: { a: 1 }, "Nr 2": { a: 2 } }, RECORDS, certain([{ a: 1 }, { a: 2 }])],
    [{ ["nr".repeat(100)]: { a: 1 }, nr2: {} }, RECORDS, lacking([{ a: 1 }, {}], `${"nr".repeat(100)}, nr2`)],
    [{ type: "array", items: [{ a: 1 }] }, RECORDS, certain([{ a: 1 }])],
    [{ "AB-1": { a: 1 }, "AB-2": { a: 2 } }, RECORDS, lacking([{ a: 1 }, { a: 2 }], "AB-1, AB-2")],
    [{ train: [{ a: 1 }], test: [{ a: 2 }] }, RECORDS, guess([{ a: 1 }, { a: 2 }])],
    [{ a: 1 }, { type: "array", items: NUMBER }],
    [{ bill: "https://b.example/a" }, LINKS, guess(["https://b.example/a"])],
  ],
  namedObject: [
    [{ value: "fast" }, TEXT, certain("fast")],
    [{ value: "n/a" }, TEXT, guess("n/a")],
    [{ name: "Ann" }, TEXT, guess("Ann")],
    [{ url: "https://example.com/" }, { type: "string", format: "uri" }, guess("https://example.com/")],
    [{ fast: "Quick rows" }, FAST, guess("fast"), guess("Quick rows")],
    [{ value: "" }, TEXT, guess("")],
    [{ id: "fast", description: "Quick rows." }, FAST, lacking("fast", "Quick rows."), lacking("Quick rows.", "fast")],
    [{ id: "fast", enabled: false }, FAST, lacking("fast", "false"), lacking(false, "fast")],
    [{ about: "quick", name: "fast" }, TEXT, lacking("fast", "quick"), lacking("quick", "fast")],
    [{ a: { b: "x" }, c: [1] }, TEXT],
  ],
  noValue: [
    ["null", NUMBER, certain(null)],
    ["n/a", NUMBER, guess(null)],
    ["none left", NUMBER],
  ],
  numberAsText: [
    [5, TEXT, guess("5")],
    [false, TEXT, guess("false")],
    [1e20, TEXT],
  ],
  recordAsRow: [
    [["Oslo", 5], OBJECT],
    [[{ kind: "human" }, { kind: "agent" }], OWNER],
  ],
  recordsAsColumns: [
    [{ city: ["Oslo", "Rome"], days: [5, 2] }, RECORDS, certain(OSLO_ROME)],
    [
      { fast: [{ city: "Oslo" }], realistic: [{ city: "Rome" }] },
      RECORDS,
      guess([{ fast: { city: "Oslo" }, realistic: { city: "Rome" } }]),
    ],
    [{ city: ["Oslo", "Rome"], days: [5] }, RECORDS],
  ],
  schemaAsType: [
    [{ type: "string", format: "email" }, TEXT, certain("email")],
    [{ type: "integer", nullable: true }, TEXT, guess("integer")],
    [{ type: "array", items: { type: "string" } }, TEXT, guess("array")],
    [{ type: "string", maxLength: 20 }, TEXT],
    [{ type: "text", format: "markdown" }, TEXT],
  ],
  separatedList: [
    ["src/**", TEXTS],
    ["no known allergies", TEXTS],
    ["1/2 pint", ARRAY, guess(["1", "2 pint"])],
    ["0,5 l", ARRAY, guess(["0", "5 l"])],
    ["S, none", ARRAY, guess(["S", "none"])],
    ["https://b.example/a", LINKS],
    ["https://b.example/a,https://c.example", LINKS, certainIfFits(["https://b.example/a", "https://c.example"])],
    ["A1001 A1002", TEXTS, guess(["A1001", "A1002"])],
    ["Mon Tue", DAYS, certainIfFits(["Mon", "Tue"])],
    ["41.15, -8.61", NUMBERS, certainIfFits([41.15, -8.61])],
    ["(70; 50; 2)", NUMBERS, certainIfFits([70, 50, 2])],
    ["70, 50 and 2", NUMBERS, certainIfFits([70, 50, 2])],
    ["1,5", NUMBERS, guess([1, 5])],
    ["- 5, 6", NUMBERS, guess([5, 6])],
    ["-5, 6", NUMBERS, certainIfFits([-5, 6])],
    ["1,234, 5", NUMBERS, guess([1, 234, 5])],
    ["12 500", NUMBERS, guess([12, 500])],
    ["4 or 5", NUMBERS],
    ["9/10", NUMBERS, guess([9, 10])],
    ["5, 7 kg", NUMBERS],
    ["penicillin (V, G), latex", TEXTS],
    ["penicillin, latex", TEXTS, guess(["penicillin", "latex"])],
    ["S, M and L", ARRAY, certainIfFits(["S", "M", "L"])],
    ["lib/index.js", TEXTS],
    ["./dist", TEXTS],
    ["fast, realistic", ARRAY, certainIfFits(["fast", "realistic"])],
    ["1. fast\n2. realistic", ARRAY, certainIfFits(["fast", "realistic"])],
    ["fast and realistic", ARRAY, certainIfFits(["fast", "realistic"])],
    ["fast, or realistic", ARRAY],
    ["fast or realistic", STRATEGIES],
    ["fast | realistic", STRATEGIES, guess(["fast", "realistic"])],
    ["red|green", ARRAY, guess(["red", "green"])],
    ["red, - green", ARRAY, guess(["red", "- green"])],
    ["[fast, realistic]", ARRAY, certainIfFits(["fast", "realistic"])],
    ["{fast}", STRATEGIES, certainIfFits(["fast"])],
    ["(fast, realistic)", STRATEGIES, certainIfFits(["fast", "realistic"])],
    ['"fast" and "realistic"', ARRAY, certainIfFits(['"fast"', '"realistic"'])],
    ["not fast", STRATEGIES, guess(["not", "fast"])],
    ["N/A", ARRAY],
    ['"a, b", c', ARRAY, certainIfFits(["a, b", "c"])],
    ["['fast', 'realistic']", ARRAY],
    ["((fast), (realistic))", ARRAY],
    ["1,200", ARRAY, guess(["1", "200"])],
    ["https://b.example/a, https://b.example/b", LINKS, certainIfFits(["https://b.example/a", "https://b.example/b"])],
  ],
  textTable: [
    [
      'city,days\nOslo,5\n"Rio, RJ",2',
      RECORDS,
      certain([
        { city: "Oslo", days: "5" },
        { city: "Rio, RJ", days: "2" },
      ]),
    ],
    ["| city | days |\n|---|---|\n| Oslo | 5 |", RECORDS, certain([{ city: "Oslo", days: "5" }])],
    ["city,days\nOslo,\nRome,2", RECORDS, certain([{ city: "Oslo" }, { city: "Rome", days: "2" }])],
    ["city,days\nNULL,5", RECORDS, guess([{ city: "NULL", days: "5" }])],
    [
      "label,kind\npages,integer",
      {
        type: "array",
        items: { type: "object", required: ["name", "type"], properties: { name: { aliases: ["label"] }, type: {} } },
      },
      certain([{ label: "pages", kind: "integer" }]),
    ],
    ["01234,5\n90210,6", RECORDS],
    ["city,days\nOslo", RECORDS],
    ["fast,\nrealistic", TEXTS],
  ],
  writtenValue: [
    // Codes in another case, and with signs that group them.
    ["un1263", CODE, certainIfFits("UN1263")],
    ["`UN1263`", CODE, certain("UN1263")],
    ["Un-1263", CODE, guess("UN-1263"), guess("UN1263")],
    ["n/a", CODE],
    ["10-20", { type: "string", pattern: "^\\d{4}$" }],
    ["978-3-16-148410-0", { type: "string", pattern: "^\\d{13}$" }, guess("9783161484100")],
    ["UN1263", { type: "string", pattern: "^\\w\\d+$" }],
    ["UN", { type: "string", pattern: "^[a-z]+$" }, certainIfFits("un")],
    // Numbers and booleans in quotes.
    ["6.9", NUMBER, styled(6.9, POINT, true)],
    ["\u201c412\u201d", INTEGER, certain(412)],
    ["FALSE", BOOLEAN, certain(false)],
    ["12.0000", NUMBER, styled(12, POINT, true)],
    ["9007199254740993", NUMBER],
    ["0.12345678901234567", NUMBER, styled(0.12345678901234566, POINT)],
    // Numbers.
    ["+5", INTEGER, certain(5)],
    ["+491701234567", INTEGER, guess(491701234567)],
    ["12,5", NUMBER, styled(12.5, COMMA, true)],
    ["1,234", NUMBER, styled(1234, POINT), styled(1.234, COMMA)],
    ["1,234", INTEGER, styled(1234, POINT, true)],
    ["1.234", NUMBER, styled(1.234, POINT), styled(1234, COMMA)],
    ["-1.234", NUMBER, styled(-1.234, POINT), styled(-1234, COMMA)],
    ["1.234", INTEGER, styled(1234, COMMA)],
    ["1.000", INTEGER, styled(1, POINT), styled(1000, COMMA)],
    ["1.234 km", NUMBER, without(1.234, "km", false, POINT), without(1234, "km", false, COMMA)],
    ["\u20ac0.123", NUMBER, without(0.123, "\u20ac", true, POINT)],
    ["0,123", INTEGER],
    ["\u22121.5", NUMBER, styled(-1.5, POINT, true)],
    ["1\u2019234", INTEGER, certain(1234)],
    ["minus 5", INTEGER, certain(-5)],
    ["about 412", INTEGER, without(412, "about")],
    ["about 5 guests", INTEGER, without(5, "about \u2026 guests")],
    ["45%", NUMBER, without(45, "%", true)],
    ["EUR 12.50", NUMBER, without(12.5, "EUR", true, POINT)],
    ["EUR -12", NUMBER, without(-12, "EUR", true)],
    ["12 EUR", NUMBER, without(12, "EUR", true)],
    ["12 XYZ", NUMBER, without(12, "XYZ", true)],
    ["Row 12", INTEGER, without(12, "Row")],
    ["Row-12", INTEGER, without(12, "Row-")],
    ["12th", INTEGER, without(12, "th")],
    ["007", INTEGER, guess(7)],
    ["007 kg", INTEGER, without(7, "kg")],
    ["12 per night", NUMBER, without(12, "per night")],
    ["(12)", NUMBER, guess(-12), without(12, "( \u2026 )")],
    ["\uff13", INTEGER, certain(3)],
    ["9007199254740993 m", INTEGER],
    ["1.2.3", NUMBER],
    ["12 of 20", INTEGER],
    // Booleans.
    ["Yes", BOOLEAN, certain(true)],
    ["oui", BOOLEAN, certain(true)],
    ["off", BOOLEAN, certain(false)],
    [1, BOOLEAN, certain(true)],
    ["0", BOOLEAN, certain(false)],
    [2, BOOLEAN],
    ["maybe", BOOLEAN],
    // Dates.
    ["31/01/2025", DATE, dayFirst("2025-01-31", true)],
    ["2025-03-01 (Saturday)", DATE, certain("2025-03-01")],
    ["2025-03-01 (Monday)", DATE, guess("2025-03-01")],
    ["Sat, 01/03/2025", DATE, certain("2025-03-01")],
    ["Mon, 01/03/2025", DATE, guess("2025-03-01"), guess("2025-01-03")],
    ["20250301", DATE, certain("2025-03-01")],
    ["5. Oktober 2021", DATE, certain("2021-10-05")],
    ["2025-03-01T00:00:00Z", DATE, certain("2025-03-01")],
    ["2025-03-01T09:30:00Z", DATE, new ReadMeaning("2025-03-01", false, { dropped: "09:30:00Z" })],
    ["31/01/0025", DATE, guess("0025-01-31")],
    ["1/31/2025", DATE, monthFirst("2025-01-31", true)],
    ["03/04/2025", DATE, dayFirst("2025-04-03"), monthFirst("2025-03-04")],
    ["3.4.2025", DATE, dayFirst("2025-04-03", true, "."), monthFirst("2025-03-04", false, ".")],
    ["2.13.2025", DATE, monthFirst("2025-02-13", false, ".")],
    ["1st of March 2025", DATE, certain("2025-03-01")],
    ["2025\u201103\u201114", DATE, certain("2025-03-14")],
    ["last March", DATE],
    // Times.
    ["2025-03-01 09:30:00Z", TIME, certain("2025-03-01T09:30:00Z")],
    ["Sat Mar 01 2025 09:30:00 GMT+0100", TIME, certain("2025-03-01T09:30:00+01:00")],
    ["2025-03-01T09:30:00+02:00[America/New_York]", TIME, lacking("2025-03-01T09:30:00+02:00", "[America/New_York]")],
    ["2025-03-01T09:30:00+01:00[Europe/Oslo]", TIME, lacking("2025-03-01T09:30:00+01:00", "[Europe/Oslo]")],
    ["2025-03-01T09:30:00Z[Europe/London]", TIME, lacking("2025-03-01T09:30:00Z", "[Europe/London]")],
    ["2025-03-01T09:30:00Z[UTC]", TIME, certain("2025-03-01T09:30:00Z")],
    ["2025-03-01 09:30:00 +0200 UTC", TIME, lacking("2025-03-01T09:30:00+02:00", "UTC")],
    ["2025-03-01 09:30:00 +0000 UTC", TIME, certain("2025-03-01T09:30:00+00:00")],
    ["2025-07-01 09:30:00 +0200 CEST", TIME, lacking("2025-07-01T09:30:00+02:00", "CEST")],
    [
      "Sat Mar 01 2025 09:30:00 GMT+0100 (Eastern Standard Time)",
      TIME,
      lacking("2025-03-01T09:30:00+01:00", "(Eastern Standard Time)"),
    ],
    ["2025-03-01 09:30-11:00", TIME],
    ["notBeforeDate('2025-03-01')", DATE],
    ["2025-03-01 9:30 PM", TIME, guess("2025-03-01T21:30:00Z")],
    ["2025-03-01", TIME, guess("2025-03-01T00:00:00Z")],
    ["2025-02-28T24:00:00Z", TIME, certain("2025-03-01T00:00:00Z")],
    ["2016-12-31T23:59:60Z", TIME, guess("2017-01-01T00:00:00Z")],
    ["2025-03-01T09:30:00[Europe/Oslo]", TIME],
    ["2025-03-01T09:30:00Z (Sat)", TIME, certain("2025-03-01T09:30:00Z")],
    ["Mon, 1 Mar 2025 09:30:00 GMT", TIME, guess("2025-03-01T09:30:00Z")],
    ["2025-03-01 21:30 AM Z", TIME],
    ["tomorrow", TIME],
    // Uuids, addresses and URLs.
    ["00000000000040008000000000000000", TEXT, certain("00000000-0000-4000-8000-000000000000")],
    ["{00000000-0000-4000-8000-000000000000}", TEXT, certain("00000000-0000-4000-8000-000000000000")],
    ["00000000_0000_4000_8000_000000000000", TEXT, certain("00000000-0000-4000-8000-000000000000")],
    ["ann@example.com;", TEXT, certain("ann@example.com")],
    ["mailto:ann@example.com", TEXT, certain("ann@example.com")],
    ["MAILTO:ann@example.com?subject=Hi", TEXT, new ReadMeaning("ann@example.com", false, { dropped: "?subject=Hi" })],
    ["ann @example.com", TEXT, certain("ann@example.com")],
    ["Ann Lee <ann@example.com>", TEXT, new ReadMeaning("ann@example.com", false, { dropped: "Ann Lee" })],
    ["<ann@example.com>", TEXT, certain("ann@example.com")],
    ["[ann@example.com](mailto:ann@example.com)", TEXT, certain("ann@example.com")],
    ["example.com/path", TEXT, guess("https://example.com/path")],
    ["192.168.0.1", TEXT],
    ["192.168.0.1:8080", TEXT],
    ["HTTPS://example.com/A", TEXT, certain("https://example.com/A")],
    ["https://example.com/cover 1.jpg", TEXT, guess("https://example.com/cover%201.jpg")],
    ["https://example.com/a b", TEXT, guess("https://example.com/a%20b")],
    ["https://example.com/a https://example.com/b", TEXT],
    ["two words", TEXT],
    // Strings with something around them.
    ["```\n2026-01-31\n```", DATE, certain("2026-01-31")],
    ['"2026-01-31"', DATE, certain("2026-01-31")],
    ["'-5'", INTEGER, certain(-5)],
    ["\u2013 18", INTEGER],
    ["18 below", INTEGER],
    ["4OO", INTEGER],
    ["l00", INTEGER],
    ["- 5", INTEGER, new ReadMeaning(-5, false, { style: undefined })],
    ["```\nyes\n```", BOOLEAN, certain(true)],
    ["not('2026-01-31')", DATE],
    ["2026-01-31", DATE],
  ],
};
