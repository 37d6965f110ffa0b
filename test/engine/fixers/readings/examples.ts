import { Interpretation, sure, sureIfFits, unsure } from "../../../../src/engine/fixers/readings/reading.js";
import type { Json, JsonObject } from "../../../../src/json/value.js";

/** A value with its schema, and what comes out. */
export type Example = readonly [value: Json, schema: JsonObject, ...reads: Interpretation[]];

const ARRAY: JsonObject = { type: "array" };
const BOOLEAN: JsonObject = { type: "boolean" };
const DATE: JsonObject = { type: "string", format: "date" };
const INTEGER: JsonObject = { type: "integer" };
const NUMBER: JsonObject = { type: "number" };
const OBJECT: JsonObject = { type: "object" };
const RECORDS: JsonObject = { type: "array", items: OBJECT };
const TEXT: JsonObject = { type: "string" };
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

const dayFirst = (value: string, isSure = false, separator = "/") =>
  new Interpretation(value, isSure, { style: "day first", separator });
const monthFirst = (value: string, isSure = false, separator = "/") =>
  new Interpretation(value, isSure, { style: "month first", separator });

const styled = (value: number, style: string, isSure = false) => new Interpretation(value, isSure, { style });
const inUnit = (value: number, unit: string) => new Interpretation(value, false, { unit });
const FAST: JsonObject = { type: "string", examples: ["fast"] };
const TITLE_PAGES = ["title string", "pages integer"].map((text) => ({ name: text.slice(0, 5), type: text.slice(6) }));
const OSLO_ROME = ["Oslo", "Rome"].map((city, at) => ({ city, days: [5, 2][at] as number }));

/** By the name of the reading. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  booleanWord: [
    ["Yes", BOOLEAN, sure(true)],
    ["oui", BOOLEAN, sure(true)],
    ["off", BOOLEAN, sure(false)],
    [1, BOOLEAN, sure(true)],
    ["0", BOOLEAN, sure(false)],
    ["\u2713", BOOLEAN, unsure(true)],
    ["", BOOLEAN, unsure(false)],
    ["Enabled", BOOLEAN, unsure(true)],
    [2, BOOLEAN],
    ["maybe", BOOLEAN],
  ],
  entriesAsObject: [
    [Object.entries({ floor: 2, number: "7" }), OBJECT, sure({ floor: 2, number: "7" })],
    [[{ key: "floor", value: 2 }], OBJECT, sure({ floor: 2 })],
    ["floor: 2, number=7", OBJECT, unsure({ floor: "2", number: "7" })],
    [[2, 3].map((floor) => ["floor", floor]), OBJECT],
    ["floor: 2", OBJECT],
  ],
  extendedJson: [
    [{ $date: 1769851800000 }, TIME, sure("2026-01-31T09:30:00Z")],
    [{ $date: { $numberLong: "1769851800000" } }, TIME, sure("2026-01-31T09:30:00Z")],
    [{ $date: { $numberLong: "1769817600000" } }, DATE, sure("2026-01-31")],
    [{ $date: { toString: 1 } }, DATE],
    [{ $numberDecimal: "12.50" }, NUMBER, sure(12.5)],
    [{ $oid: "65f1c0de9b1e8a0012345678" }, TEXT, sure("65f1c0de9b1e8a0012345678")],
    [{ $date: "2026-01-31", zone: "UTC" }, DATE],
  ],
  fencedText: [
    ["```\n2026-01-31\n```", DATE, sure("2026-01-31")],
    ['"2026-01-31"', DATE, sure("2026-01-31")],
    ["Date('2026-01-31')", DATE, sure("2026-01-31")],
    ["Before: 2026-01-31", DATE, unsure("2026-01-31")],
    ["not('2026-01-31')", DATE],
    ["2026-01-31", DATE],
  ],
  idAsObject: [
    ["user_4821", OWNER, sureIfFits({ kind: "human", id: "user_4821" })],
    [4821, OWNER, unsure({ kind: "human", id: "4821" })],
    ["day: integer", FIELD, unsure({ name: "day", type: "integer" }), unsure({ name: "day: integer", type: "string" })],
    ["id (integer)", FIELD, unsure({ name: "id", type: "integer" }), unsure({ name: "id (integer)", type: "string" })],
    [
      "user-2 (human)",
      OWNER,
      sureIfFits({ kind: "human", id: "user-2" }),
      unsure({ kind: "human", id: "user-2 (human)" }),
    ],
  ],
  identifierInWords: [
    ["ann@example.com (Ann Lee)", TEXT, unsure("ann@example.com")],
    ["see https://example.com/a, please", TEXT, unsure("https://example.com/a")],
    ["ann@example.com, bob@example.com", TEXT, unsure("ann@example.com"), unsure("bob@example.com")],
    ["nothing of the kind", TEXT],
  ],
  jsonString: [
    ['["fast"]', ARRAY, sure(["fast"])],
    ['{ "a": 1 }', ARRAY],
    ['{ "a": 1 }\n{ "a": 2 }', ARRAY, sure([{ a: 1 }, { a: 2 }])],
    ["['fast', 'realistic',]", ARRAY, sure(["fast", "realistic"])],
    ["{'a': None, b: \"it's\"}", OBJECT, sure({ a: null, b: "it's" })],
    ['Here it is:\n```\n["fast"]\n```', ARRAY, sure(["fast"])],
    ['Here it is (slow ones are missing):\n```\n["fast"]\n```', ARRAY, unsure(["fast"])],
    ['~~~json\n["fast"]\n~~~', ARRAY, sure(["fast"])],
    [JSON.stringify('["fast"]'), ARRAY, sure(["fast"])],
    ["[9007199254740993]", ARRAY, unsure([9007199254740992])],
    ['{ "a": 1, "a": 2 }', OBJECT],
    [['{ "a": 1 }'], OBJECT, sure({ a: 1 })],
    ['[{ "a": 1 }]', OBJECT, sure({ a: 1 })],
  ],
  loneValue: [
    [[[{ a: 1 }]], OBJECT, sure({ a: 1 })],
    [[[{ a: 1 }, { a: 2 }]], OBJECT],
    ["fast", ARRAY, sure(["fast"])],
    [{ name: "a" }, RECORDS, sure([{ name: "a" }])],
    [{ name: "a" }, ARRAY, unsure([{ name: "a" }])],
    [{ a: [1], b: [2, 3] }, RECORDS, unsure([{ a: [1], b: [2, 3] }])],
    [{ a: 1, b: [2] }, RECORDS, sure([{ a: 1, b: [2] }])],
    [false, ARRAY, unsure([false])],
    [true, TEXTS, unsure([true])],
    ["['a', 'b']", ARRAY, unsure(["['a', 'b']"])],
    ["a=true", ARRAY, unsure(["a=true"])],
    ["a, b", TEXTS, sure(["a, b"])],
    ["a, b", { type: "array", items: { type: "string", examples: ["c"] } }, unsure(["a, b"])],
    ["1,200", ARRAY, unsure(["1,200"])],
    [null, ARRAY, unsure([])],
    ["[TBD]", ARRAY, unsure([])],
    ["", { type: "array", minItems: 1 }],
    [["string", "null"], TEXT, unsure("string")],
    [["One.", "Two."], TEXT, unsure("One.\nTwo."), unsure("One. Two.")],
    [{ fast: 0.8 }, STRATEGIES],
  ],
  mapAsList: [
    [{ fast: true, realistic: false }, STRATEGIES, sure(["fast"])],
    [{ fast: 0, realistic: 1 }, STRATEGIES, unsure(["realistic"])],
    [{ fast: "Draws at random." }, STRATEGIES, sureIfFits(["fast"])],
    [{ fast: null, realistic: null }, STRATEGIES, sureIfFits(["fast", "realistic"])],
    [{ fast: { enabled: true }, realistic: { enabled: false } }, STRATEGIES, unsure(["fast", "realistic"])],
    [{ 0: "fast", 1: "realistic" }, STRATEGIES, sure(["fast", "realistic"])],
    [{ modes: ["fast"] }, { ...STRATEGIES, aliases: ["modes"] }, sure(["fast"])],
    [{ excluded: ["fast"] }, STRATEGIES, unsure(["fast"])],
    [{ count: 1, items: ["fast"] }, STRATEGIES, sure(["fast"])],
    [{ count: 1, items: ["fast"] }, ARRAY, unsure(["fast"])],
    [{ items: [] }, { type: "array", items: NUMBER }],
    [{ title: "string", pages: "integer" }, FIELDS, sure(TITLE_PAGES)],
    [{ f1: { name: "title", type: "string" } }, FIELDS, sure([{ name: "title", type: "string" }])],
    [{ f1: { name: { toString: 1 }, type: "string" } }, FIELDS, sure([{ name: { toString: 1 }, type: "string" }])],
    [{ book: { name: "title", type: "string" } }, FIELDS, unsure([{ name: "title", type: "string" }])],
    [{ title: { type: "string" } }, FIELDS, sure([{ name: "title", type: "string" }])],
    [
      { type: "object", properties: { due: { type: "string", format: "date" } } },
      FIELDS,
      sure([{ name: "due", type: "date" }]),
    ],
    [
      { title: ["string", "Of the book."], pages: ["integer", "Numbered ones."] },
      DESCRIBED,
      unsure([
        { name: "title", type: "string", about: "Of the book." },
        { name: "pages", type: "integer", about: "Numbered ones." },
      ]),
    ],
    [{ nr1: { a: 1 }, "Nr 2": { a: 2 } }, RECORDS, sure([{ a: 1 }, { a: 2 }])],
    [{ ["nr".repeat(100)]: { a: 1 }, nr2: { a: 2 } }, RECORDS, unsure([{ a: 1 }, { a: 2 }])],
    [{ type: "array", items: [{ a: 1 }] }, RECORDS, sure([{ a: 1 }])],
    [
      { title: "Name of the book." },
      { ...FIELDS, items: { ...FIELD, required: ["name", "type", "about"] } },
      sure([{ name: "title", about: "Name of the book." }]),
    ],
    [{ "AB-1": { a: 1 }, "AB-2": { a: 2 } }, RECORDS, unsure([{ a: 1 }, { a: 2 }])],
    [{ train: [{ a: 1 }], test: [{ a: 2 }] }, RECORDS, unsure([{ a: 1 }, { a: 2 }])],
    [{ a: 1 }, { type: "array", items: NUMBER }],
  ],
  namedObject: [
    [{ value: "fast" }, TEXT, sure("fast")],
    [{ value: "n/a" }, TEXT, unsure("n/a")],
    [{ name: "Ann" }, TEXT, unsure("Ann"), unsure("name")],
    [{ url: "https://example.com/" }, { type: "string", format: "uri" }, sure("https://example.com/")],
    [{ fast: "Quick rows" }, FAST, unsure("fast"), unsure("Quick rows")],
    [{ value: "" }, TEXT, unsure("")],
    [{ id: "fast", description: "Quick rows." }, FAST, sureIfFits("fast")],
    [{ id: "fast", enabled: false }, FAST, unsure("fast"), unsure(false)],
    [{ about: "quick", name: "fast" }, TEXT, unsure("fast"), unsure("quick")],
    [{ a: { b: "x" }, c: [1] }, TEXT],
  ],
  numberAsText: [
    [5, TEXT, unsure("5")],
    [false, TEXT, unsure("false")],
    [1e20, TEXT],
  ],
  quotedLiteral: [
    ["6.9", NUMBER, sure(6.9)],
    ["\u201c412\u201d", INTEGER, sure(412)],
    ["Decimal('3.8')", NUMBER, sure(3.8)],
    ["FALSE", BOOLEAN, sure(false)],
    ["12.000", INTEGER, unsure(12)],
    ["12.000", NUMBER, sure(12)],
    ["01234", INTEGER],
    ["0.12345678901234567", NUMBER, unsure(0.12345678901234566)],
  ],
  recordAsRow: [
    [["Oslo", 5], OBJECT],
    [
      ["pages", "integer"],
      { type: "object", required: ["name", "type"], properties: { name: TEXT, type: TEXT } },
      sureIfFits({ name: "pages", type: "integer" }),
    ],
    [[{ kind: "human" }, { kind: "agent" }], OWNER],
  ],
  recordsAsColumns: [
    [{ city: ["Oslo", "Rome"], days: [5, 2] }, RECORDS, sure(OSLO_ROME)],
    [{ columns: ["city", "days"], data: [["Oslo", 5]] }, RECORDS, sure([{ city: "Oslo", days: 5 }])],
    [
      { fast: [{ city: "Oslo" }], realistic: [{ city: "Rome" }] },
      RECORDS,
      unsure([{ fast: { city: "Oslo" }, realistic: { city: "Rome" } }]),
    ],
    [{ city: ["Oslo", "Rome"], days: [5] }, RECORDS],
  ],
  schemaAsType: [
    [{ type: "string", format: "email" }, TEXT, sure("email")],
    [{ type: "integer", nullable: true }, TEXT, unsure("integer")],
    [{ type: "array", items: { type: "string" } }, TEXT, unsure("array")],
    [{ type: "string", maxLength: 20 }, TEXT],
    [{ type: "text", format: "markdown" }, TEXT],
  ],
  separatedList: [
    ["fast, realistic", ARRAY, sureIfFits(["fast", "realistic"])],
    ["1. fast\n2. realistic", ARRAY, sureIfFits(["fast", "realistic"])],
    ["fast and realistic", ARRAY, sureIfFits(["fast", "realistic"])],
    ["fast, or realistic", ARRAY, sureIfFits(["fast", "realistic"])],
    ["fast or realistic", STRATEGIES, unsure(["fast", "realistic"])],
    ["fast | realistic", STRATEGIES, unsure(["fast", "realistic"])],
    ["red|green", ARRAY, sureIfFits(["red", "green"])],
    ["[fast, realistic]", ARRAY, sureIfFits(["fast", "realistic"])],
    ["{fast}", STRATEGIES, sureIfFits(["fast"])],
    ["(fast, realistic)", STRATEGIES, sureIfFits(["fast", "realistic"])],
    ["title, pages", { type: "array", items: { type: "object", properties: {} } }, unsure(["title", "pages"])],
    ['"fast" and "realistic"', ARRAY, sureIfFits(['"fast"', '"realistic"'])],
    ["not fast", STRATEGIES, unsure(["not", "fast"])],
    ["N/A", ARRAY],
    ['"a, b", c', ARRAY, sureIfFits(["a, b", "c"])],
    ["['fast', 'realistic']", ARRAY],
    ["((fast), (realistic))", ARRAY],
    ["1,200", ARRAY, unsure(["1", "200"])],
  ],
  spelledIdentifier: [
    ["00000000000040008000000000000000", TEXT, sure("00000000-0000-4000-8000-000000000000")],
    ["{00000000-0000-4000-8000-000000000000}", TEXT, sure("00000000-0000-4000-8000-000000000000")],
    ["00000000_0000_4000_8000_000000000000", TEXT, sure("00000000-0000-4000-8000-000000000000")],
    ["OOOOOOOO-0000-4000-8000-00000000000l", TEXT, unsure("00000000-0000-4000-8000-000000000001")],
    ["ann@example.com;", TEXT, sure("ann@example.com")],
    ["ann@example.com.", TEXT, unsure("ann@example.com")],
    ["mailto:ann@example.com", TEXT, sure("ann@example.com")],
    ["MAILTO:ann@example.com?subject=Hi", TEXT, unsure("ann@example.com")],
    ["ann@@example..com", TEXT, unsure("ann@example.com")],
    ["ann @example.com", TEXT, sure("ann@example.com")],
    ["Ann Lee <ann@example.com>", TEXT, sure("ann@example.com")],
    ["formerly <ann@example.com>", TEXT, unsure("ann@example.com")],
    ["[ann@example.com](mailto:ann@example.com)", TEXT, sure("ann@example.com")],
    ["ann (at) example (dot) com", TEXT, unsure("ann@example.com")],
    ["example.com/path", TEXT, unsure("https://example.com/path")],
    ["localhost:3000", TEXT, unsure("http://localhost:3000")],
    ["HTTPS://example.com/A", TEXT, sure("https://example.com/A")],
    ["https:\\\\example.com\\a", TEXT, unsure("https://example.com/a")],
    ["https://example.com/cover 1.jpg", TEXT, sure("https://example.com/cover%201.jpg")],
    ["https://example.com/a b", TEXT, unsure("https://example.com/a%20b")],
    ["https://example.com/a, 1.jpg", TEXT, unsure("https://example.com/a,%201.jpg")],
    ["https://example.com/a https://example.com/b", TEXT],
    ["two words", TEXT],
  ],
  textTable: [
    [
      'city,days\nOslo,5\n"Rio, RJ",2',
      RECORDS,
      sure([
        { city: "Oslo", days: "5" },
        { city: "Rio, RJ", days: "2" },
      ]),
    ],
    ["| city | days |\n|---|---|\n| Oslo | 5 |", RECORDS, sure([{ city: "Oslo", days: "5" }])],
    ["city,days\nOslo,\nRome,2", RECORDS, sure([{ city: "Oslo" }, { city: "Rome", days: "2" }])],
    ["city,days\nNULL,5", RECORDS, unsure([{ city: "NULL", days: "5" }])],
    [
      "label,kind\npages,integer",
      {
        type: "array",
        items: { type: "object", required: ["name", "type"], properties: { name: { aliases: ["label"] }, type: {} } },
      },
      sure([{ label: "pages", kind: "integer" }]),
    ],
    ["01234,5\n90210,6", RECORDS],
    ["city,days\nOslo", RECORDS],
    ["fast,\nrealistic", TEXTS],
  ],
  writtenDateTime: [
    ["2025-03-01 09:30:00Z", TIME, sure("2025-03-01T09:30:00Z")],
    ["Sat Mar 01 2025 09:30:00 GMT+0100 (Central European Standard Time)", TIME, sure("2025-03-01T09:30:00+01:00")],
    ["2025-03-01 9:30 PM", TIME, unsure("2025-03-01T21:30:00Z")],
    ["2025-03-01", TIME, unsure("2025-03-01T00:00:00Z")],
    [1740821400, TIME, unsure("2025-03-01T09:30:00Z")],
    [1740821400000, TIME, unsure("2025-03-01T09:30:00Z")],
    ["1740821400", TIME, unsure("2025-03-01T09:30:00Z")],
    ["2025-02-28T24:00:00Z", TIME, sure("2025-03-01T00:00:00Z")],
    ["2016-12-31T23:59:60Z", TIME, unsure("2017-01-01T00:00:00Z")],
    ["2025-03-01T09:30:00[Europe/Oslo]", TIME],
    ["2025-03-01T09:30:00[Etc/UTC]", TIME, sure("2025-03-01T09:30:00Z")],
    ["2025-03-01T09:30:00Z (Sat)", TIME, sure("2025-03-01T09:30:00Z")],
    ["Mon, 1 Mar 2025 09:30:00 GMT", TIME, unsure("2025-03-01T09:30:00Z")],
    ["2025-03-01 21:30 AM Z", TIME],
    ["2025-03-01 09:30 CET", TIME, unsure("2025-03-01T09:30:00+01:00")],
    ["tomorrow", TIME],
  ],
  writtenDate: [
    ["31/01/2025", DATE, dayFirst("2025-01-31", true)],
    ["2025-Mar-01", DATE, sure("2025-03-01")],
    ["2025-03-01 (Saturday)", DATE, sure("2025-03-01")],
    ["2025-03-01 (Monday)", DATE, unsure("2025-03-01")],
    ["Sat, 01/03/2025", DATE, sure("2025-03-01")],
    ["Mon, 01/03/2025", DATE, unsure("2025-03-01"), unsure("2025-01-03")],
    ["2025\u5e743\u67081\u65e5", DATE, sure("2025-03-01")],
    [1740787200, DATE, unsure("2025-03-01")],
    ["20250301", DATE, sure("2025-03-01")],
    [45717, DATE, unsure("2025-03-01")],
    ["5. Oktober 2021", DATE, sure("2021-10-05")],
    [20250301, DATE, unsure("2025-03-01")],
    ["2025-03-01T00:00:00Z", DATE, sure("2025-03-01")],
    ["2025-03-01T09:30:00Z", DATE, unsure("2025-03-01")],
    ["31/01/0025", DATE, unsure("0025-01-31")],
    ["1/31/2025", DATE, monthFirst("2025-01-31", true)],
    ["03/04/2025", DATE, dayFirst("2025-04-03"), monthFirst("2025-03-04")],
    ["3.4.2025", DATE, dayFirst("2025-04-03", true, "."), monthFirst("2025-03-04", false, ".")],
    ["2.13.2025", DATE, monthFirst("2025-02-13", false, ".")],
    ["04/04/2025", DATE, sure("2025-04-04")],
    ["1st of March 2025", DATE, sure("2025-03-01")],
    ["14.03.25", DATE, unsure("2025-03-14")],
    ["2025\u201103\u201114", DATE, sure("2025-03-14")],
    ["last March", DATE],
  ],
  writtenNumber: [
    ["+5", INTEGER, sure(5)],
    ["+491701234567", INTEGER, unsure(491701234567)],
    ["12,5", NUMBER, styled(12.5, COMMA, true)],
    ["1.234,5", NUMBER, styled(1234.5, COMMA, true)],
    ["1,234", NUMBER, styled(1234, POINT), styled(1.234, COMMA)],
    ["1,234", INTEGER, styled(1234, POINT, true)],
    ["1.234", INTEGER, styled(1234, COMMA)],
    ["1.000", INTEGER, styled(1000, COMMA), unsure(1)],
    ["1.234 km", NUMBER, styled(1234, COMMA), unsure(1.234)],
    ["\u20ac0.123", NUMBER, sure(0.123)],
    ["0,123", INTEGER],
    ["\u22121.5", NUMBER, sure(-1.5)],
    ["1\u2019234", INTEGER, sure(1234)],
    ["minus 5", INTEGER, sure(-5)],
    ["5 million", INTEGER, unsure(5_000_000), inUnit(5, "million")],
    ["about 412", INTEGER, unsure(412)],
    ["45%", NUMBER, unsure(45), unsure(0.45)],
    ["12.50 EUR", NUMBER, sure(12.5)],
    ["12.50 XYZ", NUMBER, inUnit(12.5, "XYZ")],
    ["007", INTEGER, unsure(7)],
    ["12th", INTEGER, unsure(12)],
    ["twelve", INTEGER, unsure(12)],
    ["US$12.50", NUMBER, unsure(12.5)],
    ["12.50 per night", NUMBER, unsure(12.5)],
    ["(12.50)", NUMBER, unsure(-12.5), unsure(12.5)],
    ["2k", INTEGER, unsure(2000), inUnit(2, "k")],
    ["\uff13", INTEGER, sure(3)],
    ["1.2.3", NUMBER],
    ["12 of 20", INTEGER],
  ],
};
