import { definitionOf } from "../engine/checks/index.js";
import type { CheckSource, Comparison, Condition } from "../engine/grammar.js";
import { isObject, type Json } from "../json/value.js";

/** A condition in words, one line for each comparison. */
export function conditionLines(condition: Condition, indent = ""): string[] {
  if ("not" in condition) return [`${indent}not:`, ...conditionLines(condition.not, `${indent}  `)];
  const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : undefined;
  if (parts === undefined) return [`${indent}${comparisonWords(condition as Comparison)}`];
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return conditionLines(only, indent);
  const words = "all" in condition ? "all of:" : "any of:";
  return [`${indent}${words}`, ...parts.flatMap((part) => conditionLines(part, `${indent}  `))];
}

export function comparisonWords({ fact, params, path, operator, value }: Comparison): string {
  const subject = fact === "count" ? `the number of ${[params?.at].flat().join(", ")}` : path || "the candidate";
  if (operator === "exists") return `${subject} ${value === true ? "exists" : "does not exist"}`;
  const words = operator.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${subject} ${words} ${inWords(value)}`;
}

/** A check in words: its places, its name and value, and its options. */
export function checkWords(check: CheckSource): string {
  const name = definitionOf(check)?.name ?? "";
  const { at, where, per, [name]: value, ...options } = check;
  const places = [at].flat().map((pointer) => pointer || "the candidate");
  const parts = [`${places.join(", ")}: ${name}`];
  if (value !== true) parts.push(inWords(value as Json));
  for (const [option, setting] of Object.entries(options)) parts.push(`${option} ${inWords(setting as Json)}`);
  if (where !== undefined) {
    const lines = conditionLines(where).map((line) => line.trim());
    parts.push(`where ${lines.join(" ")}`);
  }
  if (per !== undefined) parts.push(`per ${per || "the candidate"}`);
  return parts.join(" ");
}

const MODIFIERS: Readonly<Record<string, string>> = { times: "times", plus: "plus", plusDays: "plus days", by: "by" };

function inWords(value: Json): string {
  if (!isObject(value)) return JSON.stringify(value);
  const [[kind, target] = ["", ""], ...more] = Object.entries(value).toSorted(
    ([one], [other]) => rank(one) - rank(other),
  );
  const words = referenceWords(kind, target);
  if (words !== undefined)
    return [words, ...more.map(([name, change]) => `${MODIFIERS[name] ?? name} ${inWords(change)}`)].join(" ");
  return Object.entries(value)
    .map(([limit, bound]) => `${limit} ${inWords(bound)}`)
    .join(", ");
}

/** The target of a reference comes before its modifiers. */
function rank(key: string): number {
  return Object.keys(MODIFIERS).indexOf(key);
}

function referenceWords(kind: string, target: Json): string | undefined {
  if (kind === "spec") return `data ${target}`;
  if (kind === "candidate" || kind === "item" || kind === "declared") return `${kind} ${target}`;
  if (kind === "count" || kind === "length") return `the ${kind} of ${inWords(target)}`;
  return undefined;
}
