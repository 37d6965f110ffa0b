import { isObject, type JsonObject } from "../../json/value.js";

/** When a rule is violated, one condition to a line. */
export function conditionsInWords(condition: JsonObject, indent = ""): string[] {
  for (const [key, words] of [
    ["all", "all of these hold:"],
    ["any", "any of these holds:"],
  ] as const) {
    const parts = condition[key];
    if (!Array.isArray(parts)) continue;
    // A list of one needs no list.
    if (parts.length === 1) return conditionsInWords(parts[0] as JsonObject, indent);
    return [`${indent}${words}`, ...parts.flatMap((part) => conditionsInWords(part as JsonObject, `${indent}  `))];
  }
  if (isObject(condition.not))
    return [`${indent}this does not hold:`, ...conditionsInWords(condition.not as JsonObject, `${indent}  `)];
  return [`${indent}${condition.fact === "findings" ? finding(condition) : comparison(condition)}`];
}

function finding({ params, value }: JsonObject): string {
  const { at, check, ...rest } = params as JsonObject;
  const settings = Object.entries(rest).map(([name, setting]) => `${name} ${JSON.stringify(setting)}`);
  const found = value === true ? "something" : "nothing";
  return [`"${check}" finds ${found} at ${at || "the candidate"}`, ...settings].join(", ");
}

function comparison({ fact, path, operator, value }: JsonObject): string {
  const words = String(operator).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const other = isObject(value) && "fact" in value ? place(value.fact, value.path) : JSON.stringify(value);
  return `${place(fact, path)} ${words} ${other}`;
}

function place(fact: unknown, path: unknown): string {
  return path ? `${fact} at ${path}` : `${fact}`;
}
