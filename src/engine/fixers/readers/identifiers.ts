import type { Notation } from "./notation.js";

// Only the first possible dot is tried: trying each would take quadratic time.
const ADDRESS = '[^\\s<>@,;:"()?]+@[^\\s<>@,;:"()?][^\\s<>@,;:"().?]*\\.[^\\s<>@,;:"()?]+';
/** The groups of a uuid: eight, three times four, and twelve digits. */
const makeUuidPattern = (digit: string) =>
  new RegExp(
    `^(?:urn:uuid:|0x)?[{(]?(${digit}{8})${`[-_ \\u2010-\\u2015]?(${digit}{4})`.repeat(3)}[-_ \\u2010-\\u2015]?(${digit}{12})[)}]?$`,
    "i",
  );
/** The end of the name of a file, after the only space in a URL. A word after a URL is hardly part of it. */
const FILE = /[^,;|] [^\s/:(]*\.(?:jpe?g|png|gif|svg|webp|pdf|html?|txt|csv|json|xml|docx?|xlsx?|zip|mp[34])$/i;

export const UUIDS: readonly Notation<string>[] = [
  {
    form: makeUuidPattern("[0-9A-F]"),
    read: ([, ...groups]) => groups.join("-"),
    certain: true,
    examples: {
      "00000000000040008000000000000000": "00000000-0000-4000-8000-000000000000",
      "{00000000-0000-4000-8000-000000000000}": "00000000-0000-4000-8000-000000000000",
      "urn:uuid:00000000_0000_4000_8000_000000000000": "00000000-0000-4000-8000-000000000000",
    },
  },
  {
    // Letters may be meant as the digits that look like them.
    form: makeUuidPattern("[0-9A-FOIL]"),
    read: ([, ...groups]) => groups.join("-").replace(/o/gi, "0").replace(/[il]/gi, "1"),
    certain: false,
    examples: { "OOOOOOOO-0000-4000-8000-00000000000l": "00000000-0000-4000-8000-000000000001" },
  },
];

export const ADDRESSES: readonly Notation<string>[] = [
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
    // A full stop may end a sentence.
    form: /^(\S[^\s@]*@\S+)\.$/,
    read: ([, address]) => address,
    certain: false,
    examples: { "ann@b.example.": "ann@b.example" },
  },
  {
    form: /^[^\s,@]+@[^\s,@]+,[^\s,@]+$/,
    read: ([text]) => text.replace(",", "."),
    certain: false,
    examples: { "ann@b,example": "ann@b.example" },
  },
  {
    form: /^[^\s@]+(?:\s+at\s+|\s*[([]\s?at\s?[)\]]\s*)[^@]+$/i,
    read([text]) {
      const spoken = text
        .replace(/\s?[([]\s?at\s?[)\]]\s?|\sat\s/i, "@")
        .replace(/\s?[([]\s?dot\s?[)\]]\s?|\sdot\s/gi, ".");
      return /^\S+$/.test(spoken) ? spoken : undefined;
    },
    certain: false,
    examples: { "ann (at) b (dot) example": "ann@b.example", "ann at b dot example": "ann@b.example" },
  },
];

export const URLS: readonly Notation<string>[] = [
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
    form: /^\/\/\S+$/,
    read: ([text]) => `https:${text}`,
    certain: false,
    examples: { "//b.example": "https://b.example" },
  },
  {
    form: /^<?(https?):\/\/([^<>]+)>?$/i,
    // Two URLs in one string cannot be read as one.
    read: ([, scheme = "", rest = ""]) => (rest.includes("://") ? undefined : writeUrl(scheme.toLowerCase(), rest)),
    certain: ([, , rest = ""]) => isOneUrl(rest.trim()) && !rest.includes("\\"),
    examples: {
      "HTTPS://b.example/A": "https://b.example/A",
      "<https://b.example>": "https://b.example",
      "https://b.example/cover 1.jpg": "https://b.example/cover%201.jpg",
    },
  },
  {
    // A letter of the scheme, or one of the signs behind it, is lost, doubled or another one, or the scheme is repeated.
    form: /^<?(?:https?:\/\/)?([a-z]{3,6})(\s?[:;]?\s?[/\\]{1,3}|:)([^\s<>/\\:][^<>:]*(?::\d[^<>:]*)?)>?$/i,
    read([text, scheme = "", , rest = ""]) {
      const meant = readScheme(scheme.toLowerCase());
      return meant === undefined || /^<?https?:\/\/(?!https?:)/i.test(text) ? undefined : writeUrl(meant, rest);
    },
    certain: false,
    examples: {
      "htps://b.example": "https://b.example",
      "https:/b.example": "https://b.example",
      "https:\\\\b.example\\a": "https://b.example/a",
      "http://https://b.example": "https://b.example",
      "hxxp://b.example": "http://b.example",
    },
  },
];

function writeUrl(scheme: string, rest: string): string {
  return `${scheme}://${rest.trim().replaceAll("\\", "/").replace(/ /g, "%20")}`;
}

/** Whether a URL has at most one space, inside the name of a file. */
function isOneUrl(text: string): boolean {
  return !text.includes(" ") || (/^\S* \S*$/.test(text) && FILE.test(text));
}

/** The scheme that was meant, in which a letter may be lost or doubled; undefined for any other scheme. */
function readScheme(written: string): string | undefined {
  const [, secure] = /^(?:hxxp|h?t?t?t?p)(s?)$/.exec(written) ?? [];
  return secure === undefined ? (/^h?t?t?t?s$/.test(written) ? "https" : undefined) : `http${secure}`;
}
