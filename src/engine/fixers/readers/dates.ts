import { type Notation, readNotations } from "./notation.js";
import { guess, ReadMeaning } from "./reader.js";

/** The numbers of months by name or abbreviation: English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS = new Map(
  [
    "january januar janvier enero gennaio janeiro januari jan",
    "february februar février fevrier febrero febbraio fevereiro februari feb",
    "march märz maerz mars marzo março marco maart mar mär mrz",
    "april avril abril aprile apr",
    "may mai mayo maggio maio mei",
    "june juni juin junio giugno junho jun",
    "july juli juillet julio luglio julho jul",
    "august août aout agosto augustus aug",
    "september septembre septiembre settembre setembro sep sept",
    "october oktober octobre octubre ottobre outubro oct okt",
    "november novembre noviembre novembro nov",
    "december dezember décembre decembre diciembre dicembre dezembro dec dez",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);

/** The date in the groups of a match; undefined if there is no such month. */
function toDate({ groups: { year = "", month = "", day = "" } = {} }: RegExpExecArray): string | undefined {
  const number = /^\d/.test(month) ? Number(month) : MONTHS.get(month.toLowerCase());
  if (number === undefined || number > 12) return undefined;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Midnight, with a time zone or without. */
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** Dates without a weekday, and with plain dashes. */
export const DATES: readonly Notation<string>[] = [
  // The year comes first, or the month has a name: there is one order.
  {
    form: /^(?<year>\d{4})([-/._ ])(?<month>\d{1,2})\2(?<day>\d{1,2})Z?$/,
    read: toDate,
    certain: true,
    examples: { "2025/3/1": "2025-03-01", "2025-03-01Z": "2025-03-01" },
  },
  {
    form: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
    read: toDate,
    certain: true,
    examples: { "20250301": "2025-03-01" },
  },
  {
    form: /^(?<month>\p{L}{3,10})\.?[\s-]+(?<day>\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(?<year>\d{4})$/u,
    read: toDate,
    certain: true,
    examples: { "March 1st, 2025": "2025-03-01", "Mar. 1 2025": "2025-03-01" },
  },
  {
    form: /^(?<day>\d{1,2})(?:st|nd|rd|th|er)?\.?[\s/-]+(?:(?:of|de)\s+)?(?<month>\p{L}{3,10})\.?,?[\s/-]+(?:de\s+)?(?<year>\d{4})$/u,
    read: toDate,
    certain: true,
    examples: { "1. März 2025": "2025-03-01", "1 de marzo de 2025": "2025-03-01", "01/Mar/2025": "2025-03-01" },
  },
  {
    form: /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d.*)$/s,
    read: ([, date]) => date,
    certain: ([, , time = ""]) => MIDNIGHT.test(time),
    dropped: ([, , time = ""]) => (MIDNIGHT.test(time) ? undefined : time),
    examples: { "2025-03-01T00:00:00Z": "2025-03-01", "2025-03-01 09:30": "2025-03-01" },
  },
  // The day and the month may have two orders.
  {
    form: /^(?<day>\d{1,2})(?<separator>[-/.]) ?(?<month>\d{1,2})\k<separator> ?(?<year>\d{4})$/,
    read: toDate,
    // With dots, the day certainly comes first.
    certain: ({ groups }) => groups?.separator === "." || Number(groups?.day) > 12,
    style: "day first",
    examples: { "31/01/2025": "2025-01-31", "03/04/2025": "2025-04-03", "3. 4. 2025": "2025-04-03" },
  },
  {
    form: /^(?<month>\d{1,2})(?<separator>[-/.]) ?(?<day>\d{1,2})\k<separator> ?(?<year>\d{4})$/,
    read: toDate,
    certain: ({ groups }) => groups?.separator !== "." && Number(groups?.day) > 12,
    style: "month first",
    examples: { "01/31/2025": "2025-01-31", "03/04/2025": "2025-03-04" },
  },
];

const DASHES = /[\u2010-\u2015\u2212]/g;

export function withPlainDashes(text: string): string {
  return text.trim().replace(DASHES, "-");
}

const DAY_NAMES = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY_NAME = "(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?";
const WEEKDAY = new RegExp(`^${DAY_NAME}\\.?,?\\s+(?:the\\s+)?|^the\\s+|,?\\s*\\(?${DAY_NAME}\\)?$`, "gi");
export const WEEKDAY_BEHIND = new RegExp(`,?\\s*\\(?${DAY_NAME}\\)?$`, "i");

/** The dates that a string can mean, in ISO 8601. A weekday in the string may show which of them is meant. */
export function* readDate(written: string): Generator<ReadMeaning> {
  const weekdays = new Set<number>();
  const text = withPlainDashes(written).replace(WEEKDAY, (_, before?: string, after?: string) => {
    const name = before ?? after;
    if (name !== undefined) weekdays.add(DAY_NAMES.indexOf(name.slice(0, 3).toLowerCase()));
    return "";
  });
  // A year before 1000 is hardly meant.
  const meanings = [...readNotations(text, DATES)].map((meaning) =>
    String(meaning.value).startsWith("0") ? guess(meaning.value) : meaning,
  );
  if (weekdays.size === 0) return yield* meanings;
  const isOn = ({ value }: ReadMeaning) => weekdays.size === 1 && weekdays.has(new Date(value as string).getUTCDay());
  const [only, ...others] = meanings.filter(isOn);
  if (only !== undefined && others.length === 0 && meanings.length > 1) yield new ReadMeaning(only.value, true);
  else for (const meaning of meanings) yield isOn(meaning) ? meaning : guess(meaning.value);
}
