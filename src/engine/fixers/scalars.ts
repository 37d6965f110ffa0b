import { isLostInteger, keepsDigits } from "../../ground/json/kept-digits.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { isShortText } from "../../ground/text/quote.js";
import { allows, listsTexts, NULL_WORD } from "../../schema/schemas-in.js";
import { type Asked, certain, certainIfFits, guess, Reading, type Row } from "./reading.js";
import { saysNoValue } from "./words.js";

const DASHES = /[\u2010-\u2015\u2212]/g;
const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+|[,\s]{0,3}\(?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\)?$/gi;

const DAYS = "sun mon tue wed thu fri sat".split(" ");

/** The day of the week that a text says, if it says one. */
function sayWeekday(given: string): number | undefined {
  const [said = ""] = given.match(WEEKDAY) ?? [];
  const at = DAYS.indexOf(/[a-z]{3}/i.exec(said)?.[0].toLowerCase() ?? "");
  return at === -1 ? undefined : at;
}

/** A row that reads texts of one form, by default for certain. */
function text(
  name: string,
  to: string,
  form: RegExp,
  value: (match: RegExpExecArray) => Json | undefined,
  examples: Row["examples"],
  isCertain: boolean | ((match: RegExpExecArray, asked: Asked) => boolean) = true,
  dropped: (match: RegExpExecArray) => string | undefined = () => undefined,
): Row {
  const read = function* (given: string, asked: Asked): Generator<Reading> {
    const match = form.exec(
      to === "date" ? given.replace(DASHES, "-").replace(WEEKDAY, "") : given,
    );
    const meant = match === null ? undefined : value(match);
    if (match === null || meant === undefined) return;
    const lost = dropped(match);
    const weekday = to === "date" ? sayWeekday(given) : undefined;
    // A weekday shows which of two dates is meant, or that neither is.
    if (weekday !== undefined)
      return yield new Reading(meant, weekday === new Date(`${meant}`).getUTCDay());
    const isSure = typeof isCertain === "boolean" ? isCertain : isCertain(match, asked);
    yield new Reading(meant, isSure && lost === undefined, lost);
  };
  return { name, from: ["string"], to, read, examples };
}

/** The number in digits; undefined if a double would lose an integer. */
function toNumber(digits: string): number | undefined {
  const number = Number(digits.replace("\u2212", "-").replace(/^\+/, ""));
  return Number.isFinite(number) && !isLostInteger(digits) ? number : undefined;
}

const exactly = (digits: string) =>
  keepsDigits(digits.replace(/^[+\u2212]/, "")) ? toNumber(digits) : undefined;
/** Three digits after a sign may be a group of thousands or a fraction. */
const mayGroup = (digits: string) => /^.?[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
const takesFraction = ({ schema }: Asked) => allows(schema, "number") && schema.type !== "integer";

const NUMBERS: readonly Row[] = [
  text(
    "digits",
    "number",
    /^[+\u2212-]?\d+$/,
    ([digits]) => toNumber(digits),
    [
      ["412", 412],
      ["-3", -3],
    ], // A code starts with a zero, and a telephone number with a plus sign.
    ([digits]) => !/^\D?0\d|^\+\d{7}/.test(digits),
  ),
  text(
    "decimal point",
    "number",
    /^[+\u2212-]?(?:\d+\.\d*|\.\d+|\d+(?:\.\d+)?e[+-]?\d+)$/i,
    ([digits]) => toNumber(digits),
    [
      ["12.5", 12.5],
      [".5", 0.5],
      ["1.5e3", 1500],
    ],
    ([digits]) => !mayGroup(digits) && keepsDigits(digits.replace(/^[+\u2212-]/, "")),
  ),
  text(
    "groups of thousands",
    "number",
    /^[+\u2212-]?[1-9]\d{0,2}(?:([,\s'\u2019_])\d{3}(?:\1\d{3})*(?:\.\d+)?|(?:\.\d{3})+)$/,
    ([digits, sign = "."]) => exactly(digits.replaceAll(sign, "")),
    [
      ["1,234,567", 1_234_567],
      ["1 234.5", 1234.5],
      ["1.234.567", 1_234_567],
    ],
    ([digits], asked) =>
      !(/^.?\d+[.,]\d{3}$/.test(digits) && (digits.includes(".") || takesFraction(asked))),
  ),
  text(
    "decimal comma",
    "number",
    /^-?(?:\d+|[1-9]\d{0,2}(?:[.\s]\d{3})+),\d+$/,
    ([digits]) => exactly(digits.replace(/[.\s]/g, "").replace(",", ".")),
    [
      ["12,5", 12.5],
      ["1.234,5", 1234.5],
    ],
    ([digits]) => !mayGroup(digits) && !/,0+$/.test(digits),
  ),
  {
    name: "amount with a unit",
    from: ["string"],
    to: "number",
    *read(given: string, asked: Asked) {
      const [, before = "", digits = "", after = ""] = AMOUNT.exec(given) ?? [];
      const dropped = (before + after).trim();
      if (dropped === "") return;
      for (const row of NUMBERS.slice(0, -1))
        for (const { value, isCertain } of row.read(digits as never, asked))
          if (isCertain) yield guess(value, dropped);
    },
    examples: [
      ["12.5 kg", 12.5],
      ["$20", 20],
      ["45%", 45],
    ],
  },
];

/** A number with a currency before it, or one word behind it. */
const AMOUNT =
  /^([A-Z]{3}\s?|[$\u20ac\u00a3\u00a5]\s?)?(-?\d[\d.,]*)((?<=\d)\s?[\p{L}\u00b0%$\u20ac\u00a3\u00a5][\p{L}./]*[23\u00b2\u00b3]?)?$/u;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const pad = (digits = "") => digits.padStart(2, "0");

/** The date in the groups of a match; undefined if there is no such month. */
function toDate({ groups: { year, month = "", day } = {} }: RegExpExecArray): string | undefined {
  const number = /^\d/.test(month)
    ? Number(month)
    : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return number < 1 || number > 12 ? undefined : `${year}-${pad(String(number))}-${pad(day)}`;
}

const MONTH = "(?<month>(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6})\\.?";
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
/** Midnight, with a time zone or without. */
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

const DATES: readonly Row[] = [
  text(
    "year first",
    "date",
    /^(?<year>[1-9]\d{3})([-/._ ])(?<month>\d{1,2})\2(?<day>\d{1,2})Z?$/,
    toDate,
    [["2025/3/1", "2025-03-01"]],
  ),
  text("only digits", "date", /^(?<year>[12]\d{3})(?<month>\d\d)(?<day>\d\d)$/, toDate, [
    ["20250301", "2025-03-01"],
  ]),
  text(
    "month, day, year",
    "date",
    new RegExp(`^${MONTH}[\\s-]+${DAY},?[\\s-]+(?<year>\\d{4})$`, "i"),
    toDate,
    [["March 1st, 2025", "2025-03-01"]],
  ),
  text(
    "day, month, year",
    "date",
    new RegExp(`^${DAY}\\.?[\\s/-]+(?:of\\s+)?${MONTH},?[\\s/-]+(?<year>\\d{4})$`, "i"),
    toDate,
    [["1 Mar 2025", "2025-03-01"]],
  ),
  text(
    "date with a time",
    "date",
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d.*)$/s,
    ([, date]) => date,
    [["2025-03-01T00:00:00Z", "2025-03-01"]],
    true,
    ([, , time = ""]) => (MIDNIGHT.test(time) ? undefined : time),
  ),
  // With dots, the day comes first; else either may.
  text(
    "day first",
    "date",
    /^(?<day>\d{1,2})(?<sign>[-/.]) ?(?<month>\d{1,2})\k<sign> ?(?<year>\d{4})$/,
    toDate,
    [["31/01/2025", "2025-01-31"]],
    ({ groups }) => groups?.sign === "." || Number(groups?.day) > 12,
  ),
  text(
    "month first",
    "date",
    /^(?<month>\d{1,2})(?<sign>[-/])(?<day>\d{1,2})\k<sign>(?<year>\d{4})$/,
    toDate,
    [["01/31/2025", "2025-01-31"]],
    ({ groups }) => Number(groups?.day) > 12,
  ),
  {
    name: "date and time",
    from: ["string"],
    to: "date-time",
    *read(given: string, asked: Asked) {
      const [, day = given, written] = MOMENT.exec(given.replace(DASHES, "-")) ?? [];
      const time = written?.replace(/^(\d\d)(\d\d)(\d\d)?(?=z|[+-]|$)/i, "$1:$2:$3");
      const [, hour = "", minute = "00", second = "00", half, zone] =
        CLOCK.exec(time ?? "00:00") ?? [];
      const counted =
        half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
      if (
        hour === "" ||
        counted > 23 ||
        second.startsWith("60") ||
        (half !== undefined && Number(hour) > 12)
      )
        return;
      const [, hours, minutes = "00"] = /^(?:UTC|GMT)?([+-]\d\d):?(\d\d)?$/i.exec(zone ?? "") ?? [];
      const offset = hours === undefined ? "Z" : `${hours}:${minutes}`;
      for (const row of DATES.filter(({ to }) => to === "date"))
        for (const { value, isCertain } of row.read(day as never, asked))
          yield new Reading(
            `${value}T${pad(String(counted))}:${minute}:${second.replace(",", ".")}${offset}`,
            isCertain && time !== undefined && zone !== undefined,
          );
    },
    examples: [
      ["2025-03-01 9:30 UTC", "2025-03-01T09:30:00Z"],
      ["2025-03-01T09:30:05+0100", "2025-03-01T09:30:05+01:00"],
    ],
  },
];

/** A day, and the time behind it. */
const MOMENT = /^(.*\d)(?:T|,? +(?:at +)?)(\d{1,2}(?::\d\d.*|\d\d.*| ?[ap]\.?m\.?))$/is;
const CLOCK =
  /^(\d{1,2})(?::(\d\d))?(?::(\d\d(?:[.,]\d{1,9})?))?(?: ?([ap])\.?m\.?)?(?: ?(z|utc|gmt|(?:utc|gmt)?[+-]\d\d(?::?\d\d)?))?$/i;

const ADDRESS = '[^\\s<>@,;:"()?]+@[^\\s<>@,;:"()?][^\\s<>@,;:"().?]*\\.[^\\s<>@,;:"()?]+';
const UUID = new RegExp(
  `^(?:urn:uuid:)?[{(]?([0-9A-F]{8})${"[-_ \\u2010-\\u2015]?([0-9A-F]{4})".repeat(3)}[-_ \\u2010-\\u2015]?([0-9A-F]{12})[)}]?$`,
  "i",
);

const IDENTIFIERS: readonly Row[] = [
  text("uuid", "string", UUID, ([, ...groups]) => groups.join("-"), [
    ["{00000000-0000-4000-8000-000000000000}", "00000000-0000-4000-8000-000000000000"],
  ]),
  text(
    "address",
    "string",
    new RegExp(`^(?:mailto:|<)(${ADDRESS})>?$`, "i"),
    ([, address]) => address,
    [["<ann@b.example>", "ann@b.example"]],
  ),
  text(
    "spaces in an address",
    "string",
    /^([^\s@]+) ?@ ?([^\s@,;]+)[,;]?$/,
    ([, local, host]) => `${local}@${host}`,
    [["ann @b.example;", "ann@b.example"]],
  ),
  text(
    "address with a name",
    "string",
    new RegExp(`^([^<>@]+)<(${ADDRESS})>$`),
    ([, , address]) => address,
    [["Ann Lee <ann@b.example>", "ann@b.example"]],
    false,
    ([, name = ""]) => name.trim(),
  ),
  text(
    "Markdown link",
    "string",
    /^([^[\]]*)\[([^\]]*)\]\((?:mailto:|https?:\/\/(?=[^\s()/]*\)))?([^\s()]+)\)$/,
    ([, path = "", shown = "", link = ""]) => (path === "" ? link : path + shown),
    [
      ["[a@b.example](mailto:a@b.example)", "a@b.example"],
      ["/docs/[notes.md](http://notes.md)", "/docs/notes.md"],
    ],
    true,
    // A path before it may end with the text or with the link.
    ([, path, shown, link]) => (path === "" ? (shown === link ? undefined : shown) : link),
  ),
  text(
    "host",
    "string",
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?$/i,
    ([host]) => `https://${host}`,
    [["www.b.example/a", "https://www.b.example/a"]],
    false,
  ),
  text(
    "URL",
    "string",
    /^<?(https?):\/\/([^<>\s]+)>?$/i,
    ([, scheme = "", rest = ""]) =>
      rest.includes("://") ? undefined : `${scheme.toLowerCase()}://${rest}`,
    [["HTTPS://b.example/A", "https://b.example/A"]],
  ),
];

const PADDED = /^\d{1,4}(?:([-:/.])\d{1,2})(?:\1\d{1,2})?$/;

/** Dates and times in the digits that a pattern asks for. */
const PATTERNS: Row = {
  name: "date or time by a pattern",
  from: ["string"],
  to: "string",
  *read(given: string, { schema }: Asked) {
    if (typeof schema.pattern !== "string" || !PADDED.test(given)) return;
    const padded = given.replace(/(?<!\d)\d(?!\d)/g, "0$&");
    yield certainIfFits(padded);
    // With the year first, the parts have one order.
    if (/^\d{4}\D/.test(padded)) yield certainIfFits(padded.replace(/\D/g, "-"));
  },
  examples: [
    ["00:2:3", "00:02:03", { type: "string", pattern: "^\\d\\d:\\d\\d:\\d\\d$" }],
    ["2025/3/1", "2025-03-01", { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d$" }],
  ],
};

/** Texts, numbers and booleans as one another, the plainest first. */
export const SCALAR_ROWS: readonly Row[] = [
  ...NUMBERS,
  text(
    "yes or no",
    "boolean",
    /^(?:(true|yes|on|y|t|1)|false|no|off|n|f|0)$/i,
    ([, yes]) => yes !== undefined,
    [
      ["Yes", true],
      ["1", true],
      ["off", false],
    ],
  ),
  {
    name: "1 or 0",
    from: ["integer"],
    to: "boolean",
    // In a column, it is a flag; alone, it may be a number in the place of another.
    *read(given: number, { property }: Asked) {
      if (given === 1 || given === 0) yield new Reading(given === 1, property === undefined);
    },
    examples: [[1, true]],
  },
  ...DATES,
  {
    name: "spaces or quotes around it",
    from: ["string"],
    to: "string",
    *read(given: string) {
      yield certain(given);
    },
    examples: [["a", "a"]],
  },
  PATTERNS,
  ...IDENTIFIERS,
  {
    name: "no value",
    from: ["string"],
    to: "null",
    *read(given: string, { schema }: Asked) {
      const isPlain = given === "" || NULL_WORD.test(given);
      const isOnly = given === "null" || (isPlain && !allows(schema, "string"));
      if (isPlain || saysNoValue(given)) yield new Reading(null, isOnly && !listsTexts(schema));
    },
    examples: [["None", null]],
  },
];

/** A number or a boolean as text, where nothing plainer is meant. */
export const numberAsText: Row = {
  name: "number as text",
  from: ["integer", "number", "boolean"],
  to: "string",
  *read(given: number | boolean, { schema: { enum: values, format, pattern } }: Asked) {
    if (format !== undefined || (Number.isInteger(given) && !Number.isSafeInteger(given))) return;
    // A code in a list may mean one of its words: 1 is "male" in ISO 5218.
    if (Array.isArray(values) && !values.includes(String(given))) return;
    // In prose, zeros may be lost before it: 713 for "00713".
    const isCode = Number.isInteger(given) && (values !== undefined || pattern !== undefined);
    yield (isCode ? certainIfFits : guess)(String(given));
  },
  examples: [[412, "412"]],
};

/** Tags and tokens in which models write calls, behind a value; each search is bounded. */
const MARKUP = /(?:<\/[\w:-]{1,64}>|<\|[\w-]{1,64}\|>)\s*$/;
const TAG = /^<[\w:-]{1,64}>/;

/** A text without the markup behind it, and without the tag that this closes. */
export function withoutMarkup(written: string): string {
  const inner = written.replace(MARKUP, "");
  return inner === written ? written : inner.replace(MARKUP, "").replace(TAG, "").trim();
}

/** Quotes inside the string, and Markdown fences. */
const QUOTED =
  /^```[\w-]*[^\S\n]*\n([^`]*)```$|^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s;

/** A text without white space and quotes around it, and with plain dashes. */
export function bare(written: string): string {
  const trimmed = withoutMarkup(written.trim());
  const [, fenced = "", quoted = fenced] = QUOTED.exec(trimmed) ?? [];
  return quoted.trim() || trimmed;
}

/** One object, because what is known of a schema is kept by it. */
const LITERAL: JsonObject = { type: ["number", "boolean"] };

/** The number or boolean that a text certainly means. */
export function readLiteral(given: string): Json | undefined {
  if (!isShortText(given)) return undefined;
  for (const { read, from, to } of SCALAR_ROWS)
    if (from.includes("string") && (to === "number" || to === "boolean"))
      for (const { value, isCertain } of read(bare(given) as never, { schema: LITERAL }))
        if (isCertain) return value;
  return undefined;
}
