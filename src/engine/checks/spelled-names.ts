/** What SQL and people add to the name of a type without making it another one. */
const QUALIFIERS =
  /[\s,]+(?:unsigned|signed|zerofill|not null|null|nullable|primary key|unique|required|optional|auto_?increment)(?![^\s,])/gi;
/** What people say of a type without making it another one. */
const ADJECTIVES =
  /^(?:(?:nullable|optional|required|maybe|plain|simple|positive|non-?negative|unsigned|valid|unique|utc)\s+)+/i;
const OPTIONAL = /^(?:option|optional|maybe|nullable)$/i;

/**
 * The name of a type without what languages put around it: `varchar(20)`, `integer | null`, `string[]`, `Map<String,
 * Int>`, `array of strings`, `IntegerField`. The plainest reading comes first.
 */
export function* namesIn(word: string): Generator<string> {
  yield word;
  const bare = word
    .replace(ADJECTIVES, "")
    .replace(QUALIFIERS, "")
    .replace(/\s*\([^()]*\)\s*$/, "")
    .replace(/^<(\w+)>$/, "$1")
    .replace(/^(?:[&*]|xsd?:|\w+(?:::|\.))+/, "");
  yield bare;
  // "date string" is a date, "string array" is an array.
  yield bare.replace(/(?<=\w)\s+(?:string|value)$/i, "");
  yield /^\w+\s+(array|list)$/i.exec(bare)?.[1] ?? "";
  // Of JavaScript, Go and GraphQL.
  if (/\[\]$|^\[\]|^\[.*\]!?$/.test(bare)) return yield "[]";
  const present = bare.split(/\s*[|/]\s*|\s+or\s+/i).filter((part) => !/^(?:null|undefined|none)?$/i.test(part));
  const [one = ""] = present.length === 1 ? present : [];
  yield one.replace(/[?!]$/, "");
  const [, name = "", inner = ""] =
    /^(\w+)\s*[<[(](.+)[>\])]$/.exec(one) ?? /^(\w+)\s+of\s+(.+)$/i.exec(one) ?? /^(\w+)\[(\w+)\]\w+$/.exec(one) ?? [];
  if (OPTIONAL.test(name)) yield* namesIn(inner);
  yield name;
  yield one.replace(/\(?\)?$/, "").replace(/(?<=\w)(?:type|field)$/i, "");
}

/** What stands in brackets after a name: a length, or what the type really is, as in `string(email)`. */
export function parameterOf(word: string): string {
  return (
    /\(([^()]+)\)\s*$|<([^<>]+)>\s*$/
      .exec(word)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? ""
  );
}
