import type { TypeTests } from "./type-evidence.js";

/** The words of a vocabulary. */
export interface KnownWords {
  /** The value that a word spells, or is an alias of. */
  lookUp(word: string): string | undefined;
  /** Given if the values are types that a candidate declares. */
  readonly types: TypeTests | undefined;
}

/** The type that a string names, and the one in brackets after it, as in `string (uuid)`. */
export function readTypes(word: string, words: KnownWords) {
  const named = findFirstKnown(words.types ? readNames(word, words) : [dropModule(word)], words);
  // The parameter of a container is the type of its items, and not a type that could be meant instead.
  const parameter = words.types?.isContainer(named) ? "" : readParameter(word);
  const inner = parameter === "" ? undefined : findFirstKnown(readNames(parameter, words), words);
  const lost = words.types?.canSayAbsent && words.lookUp(word) === undefined ? findLost(word) : undefined;
  return { named, inner, lost };
}

/** Words and signs beside a type that allow the absence of a value. */
const ABSENCE = /(?<!not[\s-]?)\b(?:null|nullable|undefined|none|option|optional|maybe)\b|\?$/i;

/** What is lost if only the type is kept, although a declaration has another place for it. */
function findLost(word: string): string | undefined {
  return ABSENCE.exec(word)?.[0];
}

/** The value of the first name that is known. */
function findFirstKnown(names: Iterable<string>, { lookUp }: KnownWords): string | undefined {
  for (const name of names) {
    const value = lookUp(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Words after the name of a type that do not make it another type. */
const QUALIFIERS =
  /[\s,]+(?:unsigned|signed|zerofill|not null|null|nullable|primary key|unique|required|optional|auto_?increment)(?![^\s,])/gi;
/** Words before the name of a type that do not make it another type. */
const ADJECTIVES =
  /^(?:(?:nullable|optional|required|maybe|plain|simple|positive|non-?negative|unsigned|valid|unique|utc)\s+)+/i;
const OPTIONAL = /^(?:option|optional|maybe|nullable)$/i;

/**
 * The names of types in a string, without the syntax of other languages around them: `varchar(20)`, `integer | null`,
 * `string[]`, `Map<String, Int>`, `array of strings`, `IntegerField`. The plainest reading comes first. A type that is
 * followed by a remark or a sentence is not found: `integer (as string)`, `Number of days`.
 */
function* readNames(word: string, words: KnownWords): Generator<string> {
  yield word;
  const bare = dropSyntax(word, words);
  yield bare;
  // These are arrays in JavaScript, Go and GraphQL.
  if (/\[\]$|^\[\]|^\[.*\]!?$/.test(bare)) return yield "[]";
  const required = dropNull(bare);
  yield required.replace(/[?!]$/, "");
  yield* readGeneric(required, words);
  yield required.replace(/\(?\)?$/, "").replace(/(?<=\w)(?:type|field)$/i, "");
}

/** Removes adjectives, qualifiers, a length or unit in parentheses, and the signs and modules before a name. */
function dropSyntax(word: string, words: KnownWords): string {
  const unqualified = word.replace(ADJECTIVES, "").replace(QUALIFIERS, "");
  const bare = unqualified.replace(/\s*\(([^()]*)\)\s*$/, (whole, inner: string) =>
    isParameter(inner, words) ? "" : whole,
  );
  return dropModule(bare.replace(/^<(\w+)>$/, "$1").replace(/^(?:[&*]|xsd?:)+/, ""));
}

/** The only alternative that is a type, as in `integer | null`; empty if there are several. */
function dropNull(text: string): string {
  const present = text.split(/\s*[|/]\s*|\s+or\s+/i).filter((part) => !/^(?:null|undefined|none)?$/i.test(part));
  return present.length === 1 ? (present[0] as string) : "";
}

/** The type before its parameter, or before its contents: `Map<String, Int>`, `array of strings`. */
function* readGeneric(text: string, words: KnownWords): Generator<string> {
  const { lookUp, types } = words;
  const [, name = "", inner = ""] = /^(\w+)\s*[<[(](.+)[>\])]$/.exec(text) ?? /^(\w+)\[(\w+)\]\w+$/.exec(text) ?? [];
  if (OPTIONAL.test(name)) yield* readNames(inner, words);
  if (isParameter(inner, words)) yield name;
  const [, container = "", contents = ""] = /^(\w+)\s+of\s+(.+)$/i.exec(text) ?? [];
  if (isType(contents, words) && types?.isContainer(lookUp(container))) yield container;
}

/** Removes the module or class before a name: `java.lang.String`, `Strategy.FAST`. */
function dropModule(word: string): string {
  return word.replace(/^(?:\w+(?:::|\.)(?=\S))+/, "");
}

const LENGTH_OR_ANY = /^(?:[\d.]*|max|any|unknown|dynamic|utc)$/i;

/**
 * Whether the text in brackets is a length, or types such as those of the items. Another word says more than the type:
 * `number (kg)`, `string (encrypted)`.
 */
function isParameter(inner: string, words: KnownWords): boolean {
  const isPart = (part: string) => LENGTH_OR_ANY.test(part) || isTypeOrQualifier(part, words);
  return inner.split(/[\s,]+/).every(isPart) || isTypeOrQualifier(inner, words);
}

function isTypeOrQualifier(text: string, words: KnownWords): boolean {
  return isType(text, words) || ` ${text}`.replace(QUALIFIERS, "") === "";
}

/** Whether a word is the name of a type, perhaps in plural. */
function isType(word: string, { lookUp }: KnownWords): boolean {
  return (lookUp(word) ?? lookUp(word.replace(/s$/, ""))) !== undefined;
}

/** The text in brackets at the end: a length, or the real type, as in `string(email)`. */
function readParameter(word: string): string {
  const [, round, angled = round] = /\(([^()]+)\)\s*$|<([^<>]+)>\s*$/.exec(word) ?? [];
  return angled ?? "";
}
