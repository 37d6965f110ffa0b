/** What SQL and people add to the name of a type without making it another one. */
const QUALIFIERS =
  /[\s,]+(?:unsigned|signed|zerofill|not null|null|nullable|primary key|unique|required|optional|auto_?increment)(?![^\s,])/gi;
const OPTIONAL = /^(?:option|optional|maybe|nullable)$/i;

/**
 * The name of a type without what languages put around it: `varchar(20)`, `integer | null`, `string[]`, `Map<String, Int>`,
 * `array of strings`, `IntegerField`. The plainest reading comes first.
 */
export function* namesIn(word: string): Generator<string> {
  yield word;
  const bare = word
    .replace(/^(?:nullable|optional|required)\s+/i, "")
    .replace(QUALIFIERS, "")
    .replace(/\s*\([^()]*\)\s*$/, "")
    .replace(/^(?:[&*]|\w+(?:::|\.))+/, "");
  yield bare;
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

/** What stands in parentheses after a name: a length, or what the type really is, as in `string(email)`. */
export function parameterOf(word: string): string {
  return /\(([^()]+)\)\s*$/.exec(word)?.[1] ?? "";
}
