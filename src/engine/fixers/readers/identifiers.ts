import { certain, guess, MAX_OFFERED, type Reader, type ReadMeaning } from "./reader.js";
import { isDenial } from "./remarks.js";

// Only the first possible dot is tried: trying each would take quadratic time.
const ADDRESS = '[^\\s<>@,;:"()]+@[^\\s<>@,;:"()][^\\s<>@,;:"().]*\\.[^\\s<>@,;:"()]+';
const WRITTEN_UUID =
  /^(?:urn:uuid:|0x)?[{(]?([0-9A-F]{8}(?:[-_ \u2010-\u2015]?[0-9A-F]{4}){3}[-_ \u2010-\u2015]?[0-9A-F]{12})[)}]?$/i;
const MAILTO = new RegExp(`^(?:mailto:|<)(${ADDRESS})>?$`, "i");
const DISPLAY_NAME = new RegExp(`^([^<>@]+)<(${ADDRESS})>$`);
const SEPARATED = new RegExp(`^${ADDRESS}[,;]$`);
const MARKDOWN_LINK = /^\[([^\]]*)\]\((?:mailto:)?([^\s()]+)\)$/;

/** A uuid, an email address or a URL as programs and people write them elsewhere. */
export const spelledIdentifier: Reader<string> = function* (value) {
  const bare = value.trim();
  yield* readUuid(bare);
  const [, shown, link] = MARKDOWN_LINK.exec(bare) ?? [];
  if (link !== undefined) yield shown === link ? certain(link) : guess(link);
  yield* readAddress(bare);
  yield* readUrl(bare);
};

function* readUuid(text: string): Generator<ReadMeaning> {
  const uuid = WRITTEN_UUID.exec(text)?.[1];
  if (uuid !== undefined) return yield certain(withHyphens(uuid));
  // Letters may be meant as the digits that look like them.
  const lookalike = WRITTEN_UUID.exec(text.replace(/o/gi, "0").replace(/[il]/gi, "1"))?.[1];
  if (lookalike !== undefined) yield guess(withHyphens(lookalike));
}

function withHyphens(uuid: string): string {
  return uuid.replace(/[^0-9A-F]/gi, "").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function* readAddress(text: string): Generator<ReadMeaning> {
  // The query of a mailto: URL may ask for a subject or a copy, which would be lost.
  const [address = "", query] = MAILTO.exec(text)?.[1]?.split("?") ?? [];
  if (address !== "") yield query === undefined ? certain(address) : guess(address);
  const [, name = "", named] = DISPLAY_NAME.exec(text) ?? [];
  if (named !== undefined) yield isDenial(name) ? guess(named) : certain(named);
  if (/^\S+ @\S+$|^\S+@ \S+$|^\S+ @ \S+$/.test(text)) yield certain(text.replace(/ /g, ""));
  // Mail programs end addresses with a separator; a full stop may end a sentence.
  if (SEPARATED.test(text)) yield certain(text.slice(0, -1));
  if (/^\S[^\s@]*@\S+\.$/.test(text)) yield guess(text.slice(0, -1));
  if (/^[^\s,@]+@[^\s,@]+,[^\s,@]+$/.test(text)) yield guess(text.replace(",", "."));
  const single = text.replace(/@+/, "@").replace(/\.+/g, ".").replace("\uff20", "@");
  if (single !== text && /^[^\s@]+@[^\s@]+$/.test(single)) yield guess(single);
  const spoken = text
    .replace(/(?:(?<!\s)\s+)?[([]\s*at\s*[)\]]\s*|(?<!\s)\s+at\s+/i, "@")
    .replace(/(?:(?<!\s)\s+)?[([]\s*dot\s*[)\]]\s*|(?<!\s)\s+dot\s+/gi, ".");
  if (spoken !== text && /^\S[^\s@]*@\S+$/.test(spoken)) yield guess(spoken);
}

function* readUrl(text: string): Generator<ReadMeaning> {
  if (!/[.:/\\]/.test(text)) return;
  if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?$/i.test(text)) yield guess(`https://${text}`);
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?:[/?#]\S*)?$/i.test(text)) yield guess(`http://${text}`);
  if (/^\/\/\S+$/.test(text)) yield guess(`https:${text}`);
  const [, opened = "", scheme = "", slashes = "", address = ""] =
    /^(<?)([a-z]{3,6})(\s?[:;]?\s?[/\\]{1,3}|:)([^<>]+)>?$/i.exec(text.replace(/^https?:\/\/(?=https?:)/i, "")) ?? [];
  const meantScheme = schemeOf(scheme.toLowerCase());
  if (meantScheme === undefined) return;
  // Two URLs in one string cannot be read as one.
  if (/\s\S*:\/\//.test(address)) return;
  const url = `${meantScheme}://${address.trim().replaceAll("\\", "/").replace(/ /g, "%20")}`;
  const isSame = meantScheme === scheme.toLowerCase() && slashes === "://" && text.startsWith(`${opened}${scheme}:`);
  if (opened !== "" || url !== text) yield isSame && isOneUrl(address.trim()) ? certain(url) : guess(url);
}

/** Whether a URL has at most one space, inside the name of a file. A word after a URL is hardly part of it. */
function isOneUrl(text: string): boolean {
  return (
    /^\S*(?: \S*)?$/.test(text) &&
    (!text.includes(" ") ||
      /[^,;|] [^\s/:(]*\.(?:jpe?g|png|gif|svg|webp|pdf|html?|txt|csv|json|xml|docx?|xlsx?|zip|mp[34])$/i.test(text))
  );
}

/** The scheme that was meant, in which a letter may be lost or doubled; undefined for any other scheme. */
function schemeOf(written: string): string | undefined {
  if (/^https?$/.test(written)) return written;
  if (/^hxxps?$/.test(written)) return written.replace("xx", "tt");
  return /^h?t?t?t?p?s$/.test(written) ? "https" : /^h?t?t?t?p$/.test(written) ? "http" : undefined;
}

/** Addresses, URLs, uuids and dates. */
const IDENTIFIERS = [
  // Matches from the start of a word only: trying at each of its characters would take quadratic time.
  /(?<![^\s<>@,;:"'()[\]])[^\s<>@,;:"'()[\]]+@[^\s<>@,;:"'()[\]]+\.[^\s<>@,;:"'()[\].]+/g,
  /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi,
  /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/gi,
  /\d{4}-\d\d-\d\d/g,
];

/** An email address, a URL, a uuid or a date among other words, which would be lost. */
export const identifierInWords: Reader<string> = function* (value) {
  for (const pattern of IDENTIFIERS) {
    const matches = (value.match(pattern) ?? []).filter((match) => match !== value);
    for (const match of matches.slice(0, MAX_OFFERED)) yield guess(match);
  }
};
