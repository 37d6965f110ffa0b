import { jsonrepair } from "jsonrepair";
import {
  fixEscapes,
  hasSameTokens,
  readProperties,
  type TextReading,
  toLiteral,
} from "./loose-tokens.js";
import { tryParse } from "./try-parse.js";

/** Readings, open if the last bracket is missing; or why there are none. */
export type LooseText =
  | { readonly readings: readonly TextReading[]; readonly isOpen: boolean }
  | { readonly problem: string; readonly isCutOff: boolean };

/** Repair takes more than linear time. */
const MAX_LENGTH = 65_536;

/**
 * Reads what a model wrote instead of JSON. Prose, fences and thoughts around it are left out; of
 * the rest, nothing is left out and nothing added. Text that was cut off is never completed. `keys`
 * are the properties at the root of its schema.
 */
export function readLooseText(text: string, keys: ReadonlySet<string>): LooseText {
  if (text.length > MAX_LENGTH)
    return refuse(`it is not JSON, and too long to be repaired: over ${MAX_LENGTH} characters`);
  const body = text.replace(/^\s*<(think|thinking)>[\s\S]*?<\/\1>/i, (thoughts) =>
    " ".repeat(thoughts.length),
  );
  const spans = findSpans(body);
  const last = spans.at(-1);
  if (last === undefined) return refuse("there is no JSON object or array in it");
  if (!last.isOpen && hasOnlyProseAround(body, spans)) {
    // A word in brackets is prose, as in [1], unless there is nothing else.
    const texts = spans.map(({ from, to }) => body.slice(from, to));
    const documents = new Set(
      texts.filter((one) => one === body.trim() || !/^\[[^"'{}]*\]$/.test(one)),
    );
    if (documents.size !== 1)
      return refuse(`it has ${documents.size} different documents; send one`);
    return { readings: readDocument([...documents].join(), keys), isOpen: false };
  }
  const to = Math.max(body.lastIndexOf("}"), body.lastIndexOf("]")) + 1;
  const isOpen = last.isOpen && !last.isInString;
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
  const isPaired = !last.isInString || readings.some(({ isPlain }) => isPlain);
  return isPaired ? { readings, isOpen } : refuse("its quotes do not come in pairs");
}

function refuse(problem: string): LooseText {
  return { problem, isCutOff: false };
}

/** From an opening bracket to its closing one, or to the end of the text. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
  readonly isInString: boolean;
  /** How many brackets are open at the end. */
  readonly depth: number;
}

const BRACKET_OR_STRING = /[{}[\]]|"(?:[^"\\]|\\[\s\S])*("?)/g;

/**
 * All outermost brackets; only the last may be open. Text in double quotes counts only within
 * brackets.
 */
function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  const signs = new RegExp(BRACKET_OR_STRING);
  for (let start = text.search(/[{[]/); start !== -1; ) {
    const open: string[] = [];
    let isInString = false;
    signs.lastIndex = start;
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
    const isOpen = open.length > 0;
    const to = isOpen ? text.length : signs.lastIndex;
    spans.push({ from: start, to, isOpen, isInString, depth: open.length });
    const next = text.slice(to).search(/[{[]/);
    start = next === -1 ? -1 : to + next;
  }
  return spans;
}

/**
 * Whether what stands around the spans is no part of them. Closing brackets may be too many at the
 * very end.
 */
function hasOnlyProseAround(text: string, spans: readonly Span[]): boolean {
  const gaps = spans.map(({ from }, order) => text.slice(spans[order - 1]?.to ?? 0, from));
  const rest = text.slice(spans.at(-1)?.to);
  const isProse = (gap: string) => !/["'”]\s*:|[}\]]/.test(gap);
  return gaps.every(isProse) && (/^[\s}\]]*$/.test(rest) || (isProse(rest) && !/^\s*,/.test(rest)));
}

/** Where a text stops, if that is before its end; `to` is after its last closing bracket. */
function whereCut(
  text: string,
  { isOpen, isInString, depth }: Span,
  to: number,
): string | undefined {
  const rest = text.slice(to);
  if (isInString)
    return /^[\s`]*$/.test(rest) && VALUE_BEFORE_END.test(text.slice(0, to))
      ? undefined
      : "inside a string";
  if (!isOpen) return /[":,]/.test(rest) ? "after its last bracket" : undefined;
  if (/[:,]\s*$/.test(text)) return "after a colon or a comma";
  if (depth > 1) return `with ${depth} open brackets`;
  // A number or a word may lack its last characters.
  return /(?:["'”}\]]|[:,[\s](?:true|false|null))\s*$/.test(text) ? undefined : "inside a value";
}

const VALUE_BEFORE_END = /(?:(?<!\\)["'”]|[:,[\s](?:-?[\d.]+|true|false|null))[\s}\]]*$/;

function readDocument(document: string, keys: ReadonlySet<string>): readonly TextReading[] {
  if (tryParse(document) !== undefined) return [{ json: document, isPlain: true }];
  const { text, isSure } = fixEscapes(document);
  // Quotes are doubled in CSV. Those of an empty string have signs on both sides.
  const single = text.replace(/(?:""|'')(?=[^\s,:}\]])|(?<=[^\s:{[,])(?:""|'')/g, '"');
  const readings = [
    ...[...new Set([text, single])].flatMap(repairWith),
    ...readProperties(document, keys),
  ];
  return isSure ? readings : readings.map(({ json }) => ({ json, isPlain: false }));
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
