/** Of JSON, Python and JavaScript: white space, strings, numbers, names and punctuation. */
const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'"\\]|\\')*'|\u201c[^\u201c\u201d"\\]*\u201d|-?\d[\d.eE+-]*|[A-Za-z_$][\w$]*|[{}[\],:]/suy;
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
 * JSON for what is written as a literal of Python or JavaScript: other quotes, keys without quotes, `None`, a comma at the end.
 * Undefined where it is neither.
 */
export function toStrictJson(text: string): string | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return undefined;
    const last = tokens.at(-1);
    if (/^\s/.test(token)) continue;
    if ((token === "}" || token === "]") && last === ",") tokens.pop();
    if (token === ":" && last !== undefined && NAME.test(last)) tokens[tokens.length - 1] = JSON.stringify(last);
    else if (last !== undefined && NAME.test(last)) return undefined;
    tokens.push(CONSTANTS[token] ?? rewritten(token));
  }
  return tokens.join("");
}

const NAME = /^(?!(?:true|false|null)$)[A-Za-z_$]/;

function rewritten(token: string): string {
  if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1).replaceAll("\\'", "'"));
  return token.startsWith("\u201c") ? JSON.stringify(token.slice(1, -1)) : token;
}
