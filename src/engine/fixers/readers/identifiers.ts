import type { JsonObject } from "../../../ground/json/value.js";
import { isShortText } from "../../../ground/text/quote.js";
import { saysNoValue } from "../remarks.js";
import type { Notation } from "./notation.js";
import { certainIfFits, guess, type ReadMeaning } from "./reader.js";

// Only the first possible dot is tried: trying each would take quadratic time.
const ADDRESS = '[^\\s<>@,;:"()?]+@[^\\s<>@,;:"()?][^\\s<>@,;:"().?]*\\.[^\\s<>@,;:"()?]+';
/** The groups of a uuid: eight, three times four, and twelve digits. */
const UUID = new RegExp(
  `^(?:urn:uuid:|0x)?[{(]?([0-9A-F]{8})${"[-_ \\u2010-\\u2015]?([0-9A-F]{4})".repeat(3)}[-_ \\u2010-\\u2015]?([0-9A-F]{12})[)}]?$`,
  "i",
);

/** Uuids, addresses and URLs. */
export const IDENTIFIERS: readonly Notation<string>[] = [
  {
    form: UUID,
    read: ([, ...groups]) => groups.join("-"),
    certain: true,
    examples: {
      "00000000000040008000000000000000": "00000000-0000-4000-8000-000000000000",
      "{00000000-0000-4000-8000-000000000000}": "00000000-0000-4000-8000-000000000000",
      "urn:uuid:00000000_0000_4000_8000_000000000000": "00000000-0000-4000-8000-000000000000",
    },
  },
  {
    // The query of a mailto: URL may ask for a subject or a copy.
    form: new RegExp(`^(?:mailto:(?:\\/\\/)?|<)(${ADDRESS})(?<query>\\?[^<>]*)?>?$`, "i"),
    read: ([, address]) => address,
    certain: ({ groups }) => groups?.query === undefined,
    dropped: ({ groups }) => groups?.query,
    examples: { "<ann@b.example>": "ann@b.example", "MAILTO://ann@b.example?subject=Hi": "ann@b.example" },
  },
  {
    form: new RegExp(`^([^<>@]+)<(${ADDRESS})>$`),
    read: ([, , address]) => address,
    certain: false,
    dropped: ([, name = ""]) => name.trim().replace(/^"(.*)"$/, "$1"),
    examples: { "Ann Lee <ann@b.example>": "ann@b.example" },
  },
  {
    form: /^[^\s@]+(?: @ ?|@ )[^\s@]+$/,
    read: ([text]) => text.replace(/ /g, ""),
    certain: true,
    examples: { "ann @b.example": "ann@b.example", "ann @ b.example": "ann@b.example" },
  },
  {
    // Mail programs end addresses with a separator.
    form: new RegExp(`^(${ADDRESS})[,;]$`),
    read: ([, address]) => address,
    certain: true,
    examples: { "ann@b.example;": "ann@b.example" },
  },
  {
    form: /^\[([^\]]*)\]\((?:mailto:)?([^\s()]+)\)$/,
    read: ([, , link]) => link,
    certain: ([, shown, link]) => shown === link,
    dropped: ([, shown, link]) => (shown === link ? undefined : shown),
    examples: {
      "[ann@b.example](mailto:ann@b.example)": "ann@b.example",
      "[B](https://b.example)": "https://b.example",
    },
  },
  {
    form: /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?$/i,
    read: ([text]) => `https://${text}`,
    certain: false,
    examples: { "www.b.example/a": "https://www.b.example/a" },
  },
  {
    form: /^<?(https?):\/\/([^<>]+)>?$/i,
    // Two URLs in one string cannot be read as one.
    read: ([, scheme = "", rest = ""]) =>
      rest.includes("://")
        ? undefined
        : `${scheme.toLowerCase()}://${rest.trim().replaceAll("\\", "/").replace(/ /g, "%20")}`,
    certain: ([, , rest = ""]) => !/[ \\]/.test(rest.trim()),
    examples: {
      "HTTPS://b.example/A": "https://b.example/A",
      "<https://b.example>": "https://b.example",
      "https://b.example/cover 1.jpg": "https://b.example/cover%201.jpg",
    },
  },
];

/** What stands for a class of characters in a pattern: its letters are not those of the string. */
const CHARACTER_CLASS = /\\[pP]\{[^}]*\}|\\./g;

/**
 * A code in the case that its pattern wants, and without the signs that group it. Of letters in both cases, one may be
 * wrong, and signs may separate two codes.
 */
export function* readCode(text: string, { pattern, format }: JsonObject): Generator<ReadMeaning> {
  if (typeof pattern !== "string" || format !== undefined || !isShortText(text) || saysNoValue(text)) return;
  const letters = pattern.replace(CHARACTER_CLASS, "");
  const [hasCapitals, hasSmall] = [/[A-Z]/.test(letters), /[a-z]/.test(letters)];
  const code = hasCapitals === hasSmall ? text : hasCapitals ? text.toUpperCase() : text.toLowerCase();
  const isMixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text);
  const isClear = code.length === text.length && !isMixed;
  yield isClear ? certainIfFits(code) : guess(code);
  // Two numbers may be the ends of a range.
  if (!/^\d+\D+\d+$/.test(text)) yield guess(code.replace(/[\s_-]+/g, ""));
}
