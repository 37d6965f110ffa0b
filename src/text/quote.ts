const LONGEST = 200;

/** A value as it is echoed in diagnostics: itself, or the first 200 characters of it. */
export function excerpt(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  const text = startOfJson(value);
  return text.length <= LONGEST ? value : cut(text);
}

/** What JSON writes as it is, and nothing is cut of. */
const PLAIN = /^[ !#-[\]-~]{0,198}$/;

export function quote(value: unknown): string {
  if (typeof value === "string" && PLAIN.test(value)) return `"${value}"`;
  return cut(typeof value === "string" ? JSON.stringify(cut(value, LONGEST - 2)) : startOfJson(value));
}

/** What `JSON.stringify` gives, or more than 200 characters of it: a value may be as large as a request. */
function startOfJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST));
  if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
  let text = Array.isArray(value) ? "[" : "{";
  const add = (part: string) => {
    text += text.length > 1 ? `,${part}` : part;
    return text.length <= LONGEST;
  };
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!add(startOfJson(value[at]))) return text;
    return `${text}]`;
  }
  for (const key in value)
    if (!add(`${startOfJson(key)}:${startOfJson(value[key as keyof typeof value])}`)) return text;
  return `${text}}`;
}

/** As many of the names as fit into 200 characters, or `longest`; an ellipsis stands for the rest. */
export function someOf(names: readonly string[], longest = LONGEST): string[] {
  const some: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + 2;
    if (length > longest) return [...some, "…"];
    some.push(name);
  }
  return some;
}

export function isShort(value: unknown): boolean {
  return (typeof value === "string" ? value : startOfJson(value)).length <= LONGEST;
}

function cut(text: string, longest = LONGEST): string {
  // Cutting between two surrogates would leave half a character.
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
