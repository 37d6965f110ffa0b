/** Words after the name of a type that do not make it another type. */
const QUALIFIERS =
  /[\s,]+(?:unsigned|signed|zerofill|not null|null|nullable|primary key|unique|required|optional|auto_?increment)(?![^\s,])/gi;
/** Words before the name of a type that do not make it another type. */
const ADJECTIVES =
  /^(?:(?:nullable|optional|required|maybe|plain|simple|positive|non-?negative|unsigned|valid|unique|utc)\s+)+/i;
const OPTIONAL = /^(?:option|optional|maybe|nullable)$/i;

/** The known names of types. */
export interface TypeWords {
  /** The type that a word surely means. */
  lookUp(word: string): string | undefined;
  isContainer(type: string): boolean;
  /** Whether values of the type are strings. */
  isText(type: string): boolean;
}

/**
 * The name of a type without what languages put around it: `varchar(20)`, `integer | null`, `string[]`, `Map<String,
 * Int>`, `array of strings`, `IntegerField`. The plainest reading comes first. A remark in words is no part of a type,
 * and neither is what a sentence goes on with: `integer (as string)`, `Number of days`.
 */
export function* namesIn(word: string, types: TypeWords): Generator<string> {
  yield word;
  const bare = unqualified(
    word
      .replace(ADJECTIVES, "")
      .replace(QUALIFIERS, "")
      .replace(/(\s*)\(([^()]*)\)\s*$/, (whole, space: string, inner: string) =>
        isParameter(inner, types) && (space === "" || !isRemark(inner, types)) ? "" : whole,
      )
      .replace(/^<(\w+)>$/, "$1")
      .replace(/^(?:[&*]|xsd?:)+/, ""),
  );
  yield bare;
  // "date string" is a date, "numeric string" is no number, "string array" is an array.
  const [, typed = "", text] = /^(.*\w)\s+(?:(string)|value)$/i.exec(bare) ?? [];
  if (text === undefined || types.isText(types.lookUp(typed) ?? "")) yield typed;
  const [, item = "", items = ""] = /^(\w+)\s+(array|list)$/i.exec(bare) ?? [];
  if (isType(item, types)) yield items;
  // Arrays of JavaScript, Go and GraphQL.
  if (/\[\]$|^\[\]|^\[.*\]!?$/.test(bare)) return yield "[]";
  const present = bare.split(/\s*[|/]\s*|\s+or\s+/i).filter((part) => !/^(?:null|undefined|none)?$/i.test(part));
  const [one = ""] = present.length === 1 ? present : [];
  yield one.replace(/[?!]$/, "");
  const [, name = "", inner = ""] = /^(\w+)\s*[<[(](.+)[>\])]$/.exec(one) ?? /^(\w+)\[(\w+)\]\w+$/.exec(one) ?? [];
  if (OPTIONAL.test(name)) yield* namesIn(inner, types);
  if (isParameter(inner, types)) yield name;
  const [, container = "", contents = ""] = /^(\w+)\s+of\s+(.+)$/i.exec(one) ?? [];
  if (isType(contents, types) && types.isContainer(types.lookUp(container) ?? "")) yield container;
  yield one.replace(/\(?\)?$/, "").replace(/(?<=\w)(?:type|field)$/i, "");
}

/** Drops the module or class before a name: `java.lang.String`, `Strategy.FAST`. */
export function unqualified(word: string): string {
  return word.replace(/^(?:\w+(?:::|\.)(?=\S))+/, "");
}

/** Words or numbers, each alone: a length, a unit, what is in a container. */
const PARAMETERS = /^\s*(?:\d+\s)?[^\s,]*(?:\s*,\s*[^\s,]+)*\s*$/;

/** After a space, brackets hold a remark, unless it is a number or a type: `string (encrypted)`. */
function isRemark(inner: string, types: TypeWords): boolean {
  return !/^[\d\s,.]*$/.test(inner) && !isType(inner, types) && ` ${inner}`.replace(QUALIFIERS, "") !== "";
}

function isParameter(inner: string, types: TypeWords): boolean {
  return PARAMETERS.test(inner) || isType(inner, types) || ` ${inner}`.replace(QUALIFIERS, "") === "";
}

/** The name of a type, in plural too. */
function isType(word: string, { lookUp }: TypeWords): boolean {
  return (lookUp(word) ?? lookUp(word.replace(/s$/, ""))) !== undefined;
}

/** The text in brackets after a name: a length, or the real type, as in `string(email)`. */
export function parameterOf(word: string): string {
  return (
    /\(([^()]+)\)\s*$|<([^<>]+)>\s*$/
      .exec(word)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? ""
  );
}
