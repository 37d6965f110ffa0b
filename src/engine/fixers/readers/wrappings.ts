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

/** The last characters of what is wrapped: few values need to be compared with the forms. */
export const CLOSING = /["'`)\u2019\u201d\u00bb]$/;

/** What stands around a value and says nothing: at most one row of each table, in this order. */
export const WRAPPINGS = [CALLS, QUOTES];
