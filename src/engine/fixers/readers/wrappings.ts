import type { Notation } from "./notation.js";

const MODULES = "(?:bson|datetime|decimal|np|numpy|pd|sa|uuid)";
/** Functions that only say what kind of literal follows. Any other word may change its meaning: `NotBeforeDate`. */
const CONSTRUCTORS =
  "(?:iso|local|object|offset|to_|utc|number|zoned)?(?:u?uid|guid|id|date|(?:date_?)?time(?:_?stamp)?|decimal(?:128)?|num(?:ber|eric)?|int(?:eger)?(?:16|32|64)?|long|float(?:32|64)?|double|str(?:ing)?|text|ur[il])";

/** A literal as the argument of a constructor. */
export const CALLS: readonly Notation<string>[] = [
  {
    form: new RegExp(`^(?:new\\s+)?(?:${MODULES}\\.)?${CONSTRUCTORS}\\(\\s*(["'])([^"'()]*)\\1\\s*\\)$`, "i"),
    read: ([, , literal]) => literal,
    certain: true,
    examples: { "Decimal('3.8')": "3.8", 'ISODate("2026-01-31")': "2026-01-31" },
  },
];

/** Quotes inside the string, including those of word processors, and Markdown fences. */
export const QUOTES: readonly Notation<string>[] = [
  {
    form: /^```[\w-]*[^\S\n]*\n([^`]*)```$/,
    read: ([, text]) => text,
    certain: true,
    examples: { "```\n2026-01-31\n```": "2026-01-31\n" },
  },
  {
    form: /^["'`\u2018\u201c\u00ab](.*)["'`\u2019\u201d\u00bb]$/s,
    read: ([, text]) => text,
    certain: true,
    examples: { '"2026-01-31"': "2026-01-31", "\u201c412\u201d": "412" },
  },
];

/** Labels that only name the kind of value. Others may change its meaning: `Before: 2026-01-31`. */
const NEUTRAL_LABEL = /^(?:date|(?:date-?)?time|timestamp|url|uri|link|e-?mail|uuid|guid|id|value)\s*[:=]/i;

export const LABELS: readonly Notation<string>[] = [
  {
    form: /^([A-Za-z][A-Za-z-]{1,15}\s*[:=]\s+|(?:ur[il]|uuid|guid|e-?mail):(?!\/))(.*)$/is,
    read: ([, , text]) => text,
    certain: ([text]) => NEUTRAL_LABEL.test(text),
    dropped: ([text, label]) => (NEUTRAL_LABEL.test(text) ? undefined : label?.trim()),
    examples: {
      "Date: 2026-01-31": "2026-01-31",
      "Before: 2026-01-31": "2026-01-31",
      "email:a@b.example": "a@b.example",
    },
  },
];

/** What stands around a literal: at most one row of each table, in this order. */
export const QUOTATIONS = [CALLS, QUOTES];
/** What stands around a string. A label of a number may have a meaning. */
export const WRAPPINGS = [CALLS, QUOTES, LABELS];
