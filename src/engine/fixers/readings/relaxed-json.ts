/** Tokens of JSON, Python and JavaScript: white space, strings, numbers, names and punctuation. */
const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'"\\]|\\')*'|\u201c[^\u201c\u201d"\\]*\u201d|-?\d[\d.eE+-]*|[A-Za-z_$][\w$]*|[{}[\],:]/suy;
/** Longer ones are hardly written by hand, and cost too much to take apart. */
const MAX_LITERAL_LENGTH = 4_000;
const CONSTANTS: Readonly<Record<string, string>> = {
  true: "true",
  True: "true",
  false: "false",
  False: "false",
  null: "null",
  None: "null",
  undefined: "null",
};

/**
 * JSON for what is written as a literal of Python or JavaScript: other quotes, keys without quotes, `None`, a comma
 * at the end. Undefined where it is neither.
 */
export function toStrictJson(text: string): string | undefined {
  if (text.length > MAX_LITERAL_LENGTH) return undefined;
  let strict = "";
  /** A name that is a key without quotes, if a colon follows. */
  let name = "";
  let comma = "";
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return undefined;
    if (token.trim() === "") continue;
    if (name !== "") {
      if (token !== ":") return undefined;
      strict += JSON.stringify(name);
      name = "";
    }
    // A comma at the end of an array or an object is dropped.
    if (token !== "}" && token !== "]") strict += comma;
    comma = token === "," ? token : "";
    if (comma !== "") continue;
    if (!isName(token)) strict += rewritten(token);
    else if (Object.hasOwn(CONSTANTS, token)) strict += CONSTANTS[token];
    else name = token;
  }
  return name === "" ? strict + comma : undefined;
}

function isName(token: string): boolean {
  const first = token.charCodeAt(0) | 32;
  return (first >= 97 && first <= 122) || token.startsWith("_") || token.startsWith("$");
}

function rewritten(token: string): string {
  if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1).replaceAll("\\'", "'"));
  return token.startsWith("\u201c") ? JSON.stringify(token.slice(1, -1)) : token;
}
