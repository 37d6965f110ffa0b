import type { Ajv } from "ajv";
import formats from "ajv-formats";

/** Days that every month has, the 29th and 30th of all but February, the 31st, and 29 February. */
const DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31|02-29)/;
const TIME =
  /^[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const NUMBERED_DAY = /^(\d{4})-(\d\d)-(\d\d)(?=$|[Tt ]\d)/;
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Why a date does not exist: "has a day that does not exist: 2026 has no 29 February". */
function whyNoDay([text, year = "", month = "", day = ""]: RegExpExecArray): string | undefined {
  if (startsWithDate(text)) return undefined;
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return `has a month that does not exist: ${month}`;
  const isLeapDay = month === "02" && day === "29";
  return `has a day that does not exist: ${isLeapDay ? `${year} has no 29 February` : `${name} has no day ${Number(day)}`}`;
}

/**
 * The offsets of time zones by their names. A name may mean several zones; the offset is that of
 * the best known, so it is only advice.
 */
const ZONE_OFFSETS: ReadonlyMap<string, string> = new Map(
  "WET+00:00 BST+01:00 CET+01:00 CEST+02:00 EET+02:00 EEST+03:00 MSK+03:00 IST+05:30 SGT+08:00 JST+09:00 KST+09:00 AEST+10:00 EST-05:00 EDT-04:00 CST-06:00 CDT-05:00 MST-07:00 MDT-06:00 PST-08:00 PDT-07:00"
    .split(" ")
    .map((zone) => [zone.slice(0, -6), zone.slice(-6)] as const),
);

/** The name of a time zone after a time. */
const ZONE_NAME = /\d\s*\(?([A-Z]{2,5})\)?$/;

function whyNoOffset([, name = ""]: RegExpExecArray): string | undefined {
  if (/^(?:AM|PM|UTC|GMT)$/.test(name)) return undefined;
  return `ends in "${name}", which is not an offset; write ${ZONE_OFFSETS.get(name) ?? "one such as +02:00"}`;
}

/** A JSON Schema of names: words of lower-case letters and digits, with hyphens between them. */
export const KEBAB_CASE = { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 64 } as const;

interface Format {
  /** Valid strings that rules may treat differently. The first is the example in messages. */
  readonly samples: readonly [string, ...string[]];
  /**
   * Every string of the format matches it. Other validators do not check formats, or refuse a
   * schema with one.
   */
  readonly pattern: string;
  readonly lengths?: readonly [least: number, most: number];
  /** The usual mistakes in such strings, the most specific first. */
  readonly mistakes?: readonly Mistake[];
  /** Replaces the check of ajv-formats. */
  readonly isValid?: (text: string) => boolean;
}

/**
 * A pattern of wrong strings, and what is wrong with one: a text, or one made of the match, if
 * there is any.
 */
export type Mistake = readonly [
  wrong: RegExp,
  reason: string | ((match: RegExpExecArray) => string | undefined),
];

/** The formats that a shape may use. */
export const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries<Format>({
    date: {
      samples: ["2026-01-31", "1969-12-31"],
      pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
      lengths: [10, 10],
      mistakes: [
        [NUMBERED_DAY, whyNoDay],
        [/^\d{4}-\d\d-\d\d[Tt ]\d/, "has a time"],
        [/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/, "is not written as YYYY-MM-DD"],
      ],
      isValid: (text) => text.length === 10 && startsWithDate(text),
    },
    "date-time": {
      samples: ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00+02:00"],
      pattern: "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}",
      lengths: [20, 35],
      mistakes: [
        [NUMBERED_DAY, whyNoDay],
        [ZONE_NAME, whyNoOffset],
        [/^\d{4}-\d\d-\d\d$/, "has no time"],
        [/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d)?(\.\d+)?$/, "has no time zone"],
        [/^\d{4}-\d\d-\d\d[Tt ]23:59:60/, "has a leap second, which many programs cannot read"],
        [
          /^\d{4}-\d\d-\d\d[Tt ](?:2[4-9]|[3-9]\d|\d\d:[6-9]\d|\d\d:\d\d:[6-9]\d)/,
          "has a time that does not exist",
        ],
        [/^\d{4}-\d\d-\d\d \d/, 'has a space in place of "T"'],
        [/^\d{1,2}:\d\d/, "has no date"],
      ],
      isValid: (text) => text.length >= 20 && startsWithDate(text) && TIME.test(text.slice(10)),
    },
    time: { samples: ["09:30:00Z"], pattern: "^[0-9]{2}:[0-9]{2}:[0-9]{2}", lengths: [9, 24] },
    duration: { samples: ["P3DT4H"], pattern: "^P[0-9TYMWDHS.,]+$", isValid: isDuration },
    email: {
      samples: ["name@example.com"],
      pattern: "^[^@]+@[^@]+$",
      mistakes: [
        [/^[^@]*$/, 'has no "@"'],
        [/\s/, "has white space"],
        [/@.*@/, 'has more than one "@"'],
        [/@[^.]*$/, 'has no complete domain after the "@"'],
      ],
    },
    uri: {
      samples: ["https://example.com/"],
      pattern: "^[A-Za-z][A-Za-z0-9+.-]*:",
      mistakes: [[/^(?![A-Za-z][\w+.-]*:)/, "has no scheme"]],
    },
    uuid: {
      samples: ["00000000-0000-4000-8000-000000000000"],
      pattern: "^(urn:uuid:)?[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$",
      lengths: [36, 45],
      mistakes: [
        [
          /^(?=[-\w]{30,40}$)[-\dA-Fa-f]*[^-\dA-Fa-f]/,
          "has a character that is not a hexadecimal digit",
        ],
        [
          /^(?=[-\dA-Fa-f]{24,44}$)(?!(?:-*[\dA-Fa-f]){32}-*$)/,
          "does not have 32 hexadecimal digits",
        ],
        [/^[-\dA-Fa-f]{32,44}$/, "has no hyphens, or has them in other places"],
      ],
    },
    ipv4: { samples: ["192.0.2.1"], pattern: "^[0-9]{1,3}([.][0-9]{1,3}){3}$", lengths: [7, 15] },
    ipv6: { samples: ["2001:db8::1"], pattern: "^[0-9A-Fa-f:.]+$" },
    hostname: { samples: ["example.com"], pattern: "^[A-Za-z0-9.-]+$" },
  }),
);

/**
 * Adds the formats of packages: those of ajv-formats, but no times that programs read differently
 * or not at all, such as leap seconds and offsets without minutes, and all durations of ISO 8601.
 */
export function addFormats(ajv: Ajv): void {
  formats.default(ajv);
  for (const [name, { isValid }] of FORMATS)
    if (isValid !== undefined) ajv.addFormat(name, isValid);
}

/**
 * Adds the formats as anybody's AJV has them. Dates, which records are full of, are the same and
 * checked faster.
 */
export function addStockFormats(ajv: Ajv): void {
  formats.default(ajv);
  ajv.addFormat("date", (text) => text.length === 10 && startsWithDate(text));
}

const DURATION =
  /^P(?!$)(?:\d+(?:[.,]\d+)?W|(?:\d+(?:[.,]\d+)?Y)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?D)?(?:T(?=\d)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?)$/;

/**
 * Whether a string is a duration of ISO 8601: only its smallest part may have a fraction.
 * ajv-formats allows none.
 */
function isDuration(text: string): boolean {
  return DURATION.test(text) && !/[.,]\d+[A-Z].*\d/.test(text);
}

/** Whether a string starts with a date of RFC 3339 that exists. */
export function startsWithDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const year = Number(text.slice(0, 4));
  return (
    !text.startsWith("-02-29", 4) || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
  );
}
