import { tryParse } from "./try-parse.js";

/** What a text that is not JSON was probably meant to say. */
export interface TextReading {
  readonly json: string;
  /** No quote or backslash of the text could have meant something else. */
  readonly isPlain: boolean;
}

const ESCAPE = /\\(u[\da-fA-F]{4}|[\s\S])/g;
const IS_VALID = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})$/;
const SIGN = /[\s"'“”‘’`,:{}[\]]/;
const QUOTE = /["'“”‘’]/;

/**
 * Doubles the backslashes that escape nothing. In a path that starts with a drive, none does.
 * Elsewhere it is sure if all of a string stand before letters: `\.` or `\n` could be an escape of
 * another language, or of JSON.
 */
export function fixEscapes(text: string): { readonly text: string; readonly isSure: boolean } {
  let isSure = true;
  const fixed = text.replace(/"(?:[^"\\]|\\[\s\S])*"?|[^"]+/g, (part) => {
    const all = part.match(ESCAPE) ?? [];
    if (all.every((one) => IS_VALID.test(one))) return part;
    const isPath = /^"?[A-Za-z]:\\[^\\]/.test(part);
    const isPlain = all.every((one) =>
      IS_VALID.test(one) ? /^\\["\\/]/.test(one) : /^\\[a-z']/i.test(one),
    );
    if (!isPath && (!isPlain || /'\\''|\\(?:x|u[\d{])/i.test(part))) isSure = false;
    return part.replace(ESCAPE, (one) => {
      if (one === "\\'") return "'";
      return IS_VALID.test(one) && !(isPath && /^\\[a-z]/.test(one)) ? one : `\\${one}`;
    });
  });
  return { text: fixed, isSure };
}

function decodeEscapes(text: string): string {
  return text.replace(ESCAPE, (one) => (tryParse(`"${one}"`) as string | undefined) ?? one);
}

/**
 * Finds all keys and values of a JSON text in its source, in order and with nothing but signs
 * between them. Undefined if one is missing or new, or has a quote on one side only; else whether
 * quotes within strings can only stand there.
 */
export function hasSameTokens(json: string, source: string): boolean | undefined {
  const text = decodeEscapes(source);
  const withQuotes: string[] = [];
  let at = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[-\w.+]+/g)) {
    const isString = token.startsWith('"');
    const content = isString ? (JSON.parse(token) as string) : token;
    const expected = content === "" ? /""|''|“”/y : undefined;
    const isHere = () => {
      if (expected === undefined)
        return isString ? text.startsWith(content, at) : isWord(text, at, content);
      expected.lastIndex = at;
      return expected.test(text);
    };
    while (!isHere()) if (!SIGN.test(text.charAt(at++))) return undefined;
    const isQuoted = QUOTE.test(text.charAt(at - 1));
    at += content.length || 2;
    if (!isString || content === "") continue;
    if (isQuoted !== QUOTE.test(text.charAt(at)) || (!isQuoted && !isBareText(content)))
      return undefined;
    if (content.includes('"')) withQuotes.push(content);
  }
  if ([...text.slice(at)].some((character) => !SIGN.test(character))) return undefined;
  const isEscaped = source.split('\\"').length >= withQuotes.join("").split('"').length;
  return isEscaped || withQuotes.every(hasPairs);
}

/** Whether a number or a literal stands at an offset; a literal as in Python, too. */
function isWord(text: string, offset: number, word: string): boolean {
  const written = text.slice(offset, offset + word.length);
  const isSame = written === word || (/^[a-z]+$/.test(word) && toLiteral(written) === word);
  return isSame && !/[\w.]/.test(text.charAt(offset + word.length));
}

export function toLiteral(word: string): string {
  return word.toLowerCase().replace("none", "null");
}

/**
 * Text without quotes must not be a literal of another language, or have brackets that belong
 * around it.
 */
function isBareText(text: string): boolean {
  return !/["{}[\]]|^(?:true|false|none|null|nan|undefined)$/i.test(text);
}

/**
 * Whether quotes stand around words, as in a sentence or an attribute, and around no key and not
 * the whole text.
 */
function hasPairs(text: string): boolean {
  const quotes = [...text.matchAll(/"/g)].map(
    ({ index }) => [text.charAt(index - 1), text.charAt(index + 1)] as const,
  );
  const isPaired = quotes.every(([before, after], order) => {
    const [outside, inside] = order % 2 === 0 ? [before, after] : [after, before];
    return !/[\p{L}\p{N}]/u.test(outside) && /\S/.test(inside);
  });
  return isPaired && quotes.length % 2 === 0 && !/"\s*:|^".*"$/s.test(text);
}

/**
 * Reads a flat object by the keys of its schema: what stands between two of them is a value,
 * whatever its quotes.
 */
export function readProperties(
  document: string,
  keys: ReadonlySet<string>,
): readonly TextReading[] {
  const body = /^\{([\s\S]*)\}$/.exec(document.trim())?.[1] ?? "";
  const found = [...body.matchAll(/(^|[,"'”\n])\s*["“']([^"'“”\n]{1,200})["”']\s*:/g)].filter(
    ([, , key = ""]) => keys.has(key),
  );
  if (found[0] === undefined || body.slice(0, found[0].index).trim() !== "") return [];
  // A repeated key is refused later, like any other.
  const properties = found.map(([start, , key], order) => {
    const next = found[order + 1];
    // A quote before a key without a comma ends the value.
    const end = next && next.index + (QUOTE.test(next[1] ?? "") ? 1 : 0);
    const raw = body.slice((found[order]?.index ?? 0) + start.length, end).trim();
    return { key, ...readRaw(raw.replace(/,$/, "").trim(), next === undefined) };
  });
  if (properties.some(({ json }) => json === undefined)) return [];
  const json = `{${properties.map(({ key, json }) => `${JSON.stringify(key)}:${json}`).join()}}`;
  return [{ json, isPlain: properties.every(({ isPlain }) => isPlain) }];
}

/**
 * The value that is written between two keys. The last one has its closing quote, or it may have
 * been cut off.
 */
function readRaw(
  raw: string,
  isLast: boolean,
): { readonly json?: string; readonly isPlain?: boolean } {
  const literal = toLiteral(raw);
  if (tryParse(raw) !== undefined || /^(?:true|false|null)$/.test(literal))
    return { json: tryParse(raw) === undefined ? literal : raw, isPlain: true };
  const [isOpened, isClosed] = [/^["“]/.test(raw), /(?<!\\)["”]$/.test(raw)];
  if (/^(?:$|[{['‘`])/.test(raw) || (isOpened && !isClosed && isLast)) return {};
  if (!isOpened && !isClosed)
    return isBareText(raw) && !QUOTE.test(raw) ? { json: JSON.stringify(raw), isPlain: true } : {};
  const { text, isSure } = fixEscapes(raw.slice(isOpened ? 1 : 0, isClosed ? -1 : undefined));
  const unescaped = text.replace(/\\[\s\S]/g, " ");
  if (isOpened !== isClosed && unescaped.includes('"')) return {};
  return {
    json: JSON.stringify(decodeEscapes(text)),
    isPlain: isSure && hasPairs(unescaped) && !raw.endsWith('\\"'),
  };
}
