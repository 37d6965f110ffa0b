import { jsonrepair } from "jsonrepair";
import { tryParse } from "./try-parse.js";

/** What a text that is not JSON was probably meant to say. */
interface TextReading {
  readonly json: string;
  /** No quote or backslash of the text could have meant something else. */
  readonly isPlain: boolean;
}

/** Readings, open if the last bracket is missing; or why there are none. */
type LooseText =
  | { readonly readings: readonly TextReading[]; readonly isOpen: boolean }
  | { readonly problem: string; readonly isCutOff: boolean };

/** Repair takes more than linear time. */
const MAX_LENGTH = 65_536;

const ESCAPE = /\\(u[\da-fA-F]{4}|[\s\S])/g;
const IS_VALID = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})$/;
const SIGN = /[\s"'“”‘’`,:{}[\]]/;
const QUOTE = /["'“”‘’]/;
const VALUE_BEFORE_END = /(?:(?<!\\)["'”]|[:,[\s](?:-?[\d.]+|true|false|null))[\s}\]]*$/;

/**
 * Reads what a model wrote instead of JSON. Skips surrounding prose, fences and thoughts, and keeps
 * the rest exactly. Text that was cut off is never completed. `keys` are the properties at the root
 * of its schema.
 */
export function readLooseText(text: string, keys: ReadonlySet<string>): LooseText {
  if (text.length > MAX_LENGTH)
    return refuse(`it is not JSON, and too long to be repaired: over ${MAX_LENGTH} characters`);
  const body = text.replace(/^\s*<(think|thinking)>[\s\S]*?<\/\1>/i, "");
  const spans = findSpans(body);
  const last = spans.at(-1);
  if (last === undefined) return refuse("there is no JSON object or array in it");
  if (last.depth === 0 && hasOnlyProseAround(body, spans)) {
    // A word in brackets is prose, as in [1], unless there is nothing else.
    const isDocument = (one: string) => one === body.trim() || !/^\[[^"'{}]*\]$/.test(one);
    const documents = new Set(spans.map(({ from, to }) => body.slice(from, to)).filter(isDocument));
    return documents.size === 1
      ? { readings: readDocument([...documents].join(), keys), isOpen: false }
      : refuse(`it has ${documents.size} different documents; send one`);
  }
  const to = Math.max(body.lastIndexOf("}"), body.lastIndexOf("]")) + 1;
  const isOpen = last.depth > 0 && !last.isInString;
  const cut = whereCut(body, last, to);
  const readings =
    cut === undefined
      ? readDocument(body.slice(spans[0]?.from, isOpen ? undefined : to), keys)
      : [];
  if (cut !== undefined || (isOpen && readings.length === 0))
    return {
      problem: `the text was cut off ${cut ?? "after a key"}; what is missing is not known`,
      isCutOff: true,
    };
  return last.isInString && !readings.some(({ isPlain }) => isPlain)
    ? refuse("its quotes do not come in pairs")
    : { readings, isOpen };
}

function refuse(problem: string): LooseText {
  return { problem, isCutOff: false };
}

/** From an opening bracket to its closing one; `depth` is how many are open at the end. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly isInString: boolean;
  readonly depth: number;
}

/** All outermost brackets; only the last may be open. Strings are read only within brackets. */
function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  const signs = /[{}[\]]|"(?:[^"\\]|\\[\s\S])*("?)/g;
  for (let from = text.search(/[{[]/); from !== -1; ) {
    const open: string[] = [];
    let isInString = false;
    signs.lastIndex = from;
    for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
      const [written] = sign;
      isInString = sign[1] === "";
      if (written === "{" || written === "[") open.push(written === "{" ? "}" : "]");
      else if (!written.startsWith('"')) {
        // One that closes an outer pair closes those inside, too.
        const pair = open.lastIndexOf(written);
        if (pair !== -1) open.length = pair;
        if (open.length === 0) break;
      }
    }
    const to = open.length > 0 ? text.length : signs.lastIndex;
    spans.push({ from, to, isInString, depth: open.length });
    const next = text.slice(to).search(/[{[]/);
    from = next === -1 ? -1 : to + next;
  }
  return spans;
}

/** Whether only prose surrounds the spans. The end may have too many brackets. */
function hasOnlyProseAround(text: string, spans: readonly Span[]): boolean {
  const gaps = spans.map(({ from }, order) => text.slice(spans[order - 1]?.to ?? 0, from));
  const rest = text.slice(spans.at(-1)?.to);
  const isProse = (gap: string) => !/["'”]\s*:|[}\]]/.test(gap);
  return gaps.every(isProse) && (/^[\s}\]]*$/.test(rest) || (isProse(rest) && !/^\s*,/.test(rest)));
}

/** Where a text stops, if that is before its end; `to` is after its last closing bracket. */
function whereCut(text: string, { isInString, depth }: Span, to: number): string | undefined {
  const rest = text.slice(to);
  if (isInString)
    return /^[\s`]*$/.test(rest) && VALUE_BEFORE_END.test(text.slice(0, to))
      ? undefined
      : "inside a string";
  if (depth === 0) return /[":,]/.test(rest) ? "after its last bracket" : undefined;
  if (/[:,]\s*$/.test(text)) return "after a colon or a comma";
  if (depth > 1) return `with ${depth} open brackets`;
  // A number or a word may lack its last characters.
  return /(?:["'”}\]]|[:,[\s](?:true|false|null))\s*$/.test(text) ? undefined : "inside a value";
}

function readDocument(document: string, keys: ReadonlySet<string>): readonly TextReading[] {
  if (tryParse(document) !== undefined) return [{ json: document, isPlain: true }];
  const { text, isSure } = fixEscapes(document);
  // Quotes are doubled in CSV. Those of an empty string have signs on both sides.
  const single = text.replace(/(?:""|'')(?=[^\s,:}\]])|(?<=[^\s:{[,])(?:""|'')/g, '"');
  const readings = [...new Set([text, single])].flatMap(repairWith);
  readings.push(...readProperties(document, keys));
  return readings.map(({ json, isPlain }) => ({ json, isPlain: isPlain && isSure }));
}

/** What `jsonrepair` makes of a text, if it has the same keys and values in the same order. */
function repairWith(source: string): readonly TextReading[] {
  let json: string;
  try {
    json = jsonrepair(
      source.replace(
        /([:[,]\s*)(true|false|none|null)(?=\s*[,}\]])/gi,
        (_, sign, word) => sign + toLiteral(word),
      ),
    );
  } catch {
    return [];
  }
  // Lines of JSON are no array, and of two brackets that are missing the places are not known.
  const count = (brackets: RegExp) => json.split(brackets).length - source.split(brackets).length;
  if (count(/[{[]/) !== 0 || count(/[}\]]/) > 1) return [];
  const isPlain = tryParse(json) === undefined ? undefined : hasSameTokens(json, source);
  return isPlain === undefined ? [] : [{ json, isPlain }];
}

/**
 * Doubles the backslashes that escape nothing. In a path that starts with a drive, none does.
 * Elsewhere it is sure if all of a string stand before letters: `\.` or `\n` could be an escape of
 * another language, or of JSON.
 */
function fixEscapes(text: string): { readonly text: string; readonly isSure: boolean } {
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
function hasSameTokens(json: string, source: string): boolean | undefined {
  const text = decodeEscapes(source);
  let hasOnlyPairs = true;
  let quotes = 0;
  let at = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[-\w.+]+/g)) {
    const isString = token.startsWith('"');
    const content = isString ? (JSON.parse(token) as string) : token;
    const length = content.length || 2;
    const isHere = () => {
      const written = text.slice(at, at + length);
      if (content === "") return /^(?:""|''|“”)$/.test(written);
      return isString
        ? written === content
        : toLiteral(written) === content && !/[\w.]/.test(text.charAt(at + length));
    };
    while (!isHere()) if (!SIGN.test(text.charAt(at++))) return undefined;
    const isQuoted = QUOTE.test(text.charAt(at - 1));
    at += length;
    if (!isString || content === "") continue;
    if (isQuoted !== QUOTE.test(text.charAt(at)) || (!isQuoted && !isBareText(content)))
      return undefined;
    const inside = content.split('"').length - 1;
    quotes += inside;
    hasOnlyPairs &&= inside === 0 || hasPairs(content);
  }
  if ([...text.slice(at)].some((character) => !SIGN.test(character))) return undefined;
  return hasOnlyPairs || source.split('\\"').length > quotes;
}

/** A literal as JSON writes it, and other text as it is. */
function toLiteral(word: string): string {
  return /^(?:true|false|none|null)$/i.test(word)
    ? word.toLowerCase().replace("none", "null")
    : word;
}

/** Unquoted text that is neither a literal of another language nor part of a container. */
function isBareText(text: string): boolean {
  return !/["{}[\]]|^(?:true|false|none|null|nan|undefined)$/i.test(text);
}

/** Whether quotes enclose words, as in a sentence, and not a key or the whole text. */
function hasPairs(text: string): boolean {
  const quotes = [...text.matchAll(/"/g)];
  const isPaired = quotes.every(({ index }, order) => {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)];
    const [outside, inside] = order % 2 === 0 ? [before, after] : [after, before];
    return !/[\p{L}\p{N}]/u.test(outside) && /\S/.test(inside);
  });
  return isPaired && quotes.length % 2 === 0 && !/"\s*:|^".*"$/s.test(text);
}

/** Reads a flat object by its keys: the text between two of them is a value. */
function readProperties(document: string, keys: ReadonlySet<string>): readonly TextReading[] {
  const body = /^\{([\s\S]*)\}$/.exec(document.trim())?.[1] ?? "";
  const found = [...body.matchAll(/(^|[,"'”\n])\s*["“']([^"'“”\n]{1,200})["”']\s*:/g)].filter(
    ([, , key = ""]) => keys.has(key),
  );
  if (found[0] === undefined || body.slice(0, found[0].index).trim() !== "") return [];
  // A repeated key is refused later, like any other.
  const properties: string[] = [];
  let isPlain = true;
  for (const [order, { 0: start, 2: key, index }] of found.entries()) {
    const next = found[order + 1];
    // A quote before a key without a comma ends the value.
    const end = next && next.index + (QUOTE.test(next[1] ?? "") ? 1 : 0);
    const raw = body
      .slice(index + start.length, end)
      .trim()
      .replace(/,$/, "")
      .trim();
    const value = readRaw(raw, next === undefined);
    if (value === undefined) return [];
    properties.push(`${JSON.stringify(key)}:${value.json}`);
    isPlain &&= value.isPlain;
  }
  return [{ json: `{${properties.join()}}`, isPlain }];
}

/** The value between two keys. The last one may have been cut off if it has no closing quote. */
function readRaw(raw: string, isLast: boolean): TextReading | undefined {
  const literal = toLiteral(raw);
  if (tryParse(literal) !== undefined) return { json: literal, isPlain: true };
  const [isOpened, isClosed] = [/^["“]/.test(raw), /(?<!\\)["”]$/.test(raw)];
  if (/^(?:$|[{['‘`])/.test(raw) || (isOpened && !isClosed && isLast)) return undefined;
  if (!isOpened && !isClosed)
    return isBareText(raw) && !QUOTE.test(raw)
      ? { json: JSON.stringify(raw), isPlain: true }
      : undefined;
  const { text, isSure } = fixEscapes(raw.slice(isOpened ? 1 : 0, isClosed ? -1 : undefined));
  const unescaped = text.replace(/\\[\s\S]/g, " ");
  if (isOpened !== isClosed && unescaped.includes('"')) return undefined;
  return {
    json: JSON.stringify(decodeEscapes(text)),
    isPlain: isSure && hasPairs(unescaped) && !raw.endsWith('\\"'),
  };
}
