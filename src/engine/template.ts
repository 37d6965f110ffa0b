import type { Finding } from "./check.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import type { Operation } from "./patch.js";
import { format, join, parent, valueAt } from "./pointer.js";
import type { Applicability, Fix } from "./problem.js";
import { quote } from "./quote.js";
import { compileSelector } from "./select.js";

const PLACEHOLDER = /\{([a-z]+)\}/g;

/** A fix that touches more places is no fix that anyone would read, and a hundred of them would make a huge answer. */
const LONGEST_PATCH = 50;

/** What every finding can fill, whatever its check. */
export const COMMON_FILLS = ["actual", "expected", "path", "parent", "version"];

export type Fill = (name: string) => unknown;

export interface FixTemplate {
  title: string;
  applicability: Applicability;
  patch: JsonObject[];
}

export function fillsOf(finding: Finding, version: string): Fill {
  return (name) => {
    if (name === "actual") return finding.actual;
    if (name === "expected") return finding.expected;
    if (name === "path") return finding.path;
    if (name === "parent") return parent(finding.path);
    if (name === "version") return version;
    const value = finding.fills[name];
    return typeof value === "function" ? value() : value;
  };
}

/** "{actual}" is quoted as JSON, lists are joined by commas, the rest stands as it is. */
export function fillMessage(template: string, fills: Fill): string {
  return template.replace(PLACEHOLDER, (_, name: string) => inWords(name, fills(name)));
}

function inWords(name: string, value: unknown): string {
  if (name === "actual" || isObject(value)) return quote(value);
  if (Array.isArray(value)) return value.map((item) => (typeof item === "string" ? item : quote(item))).join(", ");
  return typeof value === "string" ? quote(value).slice(1, -1) : String(value);
}

/** A fix with a placeholder that this finding cannot fill does not apply to it. */
export function fillFix(template: FixTemplate, fills: Fill, candidate: unknown): Fix | undefined {
  if (placeholders(template).some((name) => name !== "each" && fills(name) === undefined)) return undefined;
  const patch = template.patch.flatMap(({ each, ...operation }) =>
    each === undefined
      ? [fillOperation(operation, fills)]
      : pathsOf(String(each), candidate)
          .map((path) => fillOperation(operation, (name) => (name === "each" ? path : fills(name))))
          .filter((made) => valueAt({ candidate }, made.op === "move" ? made.from : made.path) !== undefined),
  );
  if (patch.length > LONGEST_PATCH) return undefined;
  return { title: fillMessage(template.title, fills), applicability: template.applicability, patch };
}

function pathsOf(selector: string, candidate: unknown): string[] {
  const paths: string[] = [];
  compileSelector(selector)(candidate, (_, trail) => paths.push(`/candidate${format(trail)}`));
  return paths;
}

function fillOperation(operation: JsonObject, fills: Fill): Operation {
  const filled: JsonObject = {};
  for (const [key, value] of Object.entries(operation)) {
    filled[key] = key === "value" ? fillValue(value, fills) : fillPointer(String(value), fills);
  }
  return filled as unknown as Operation;
}

function fillValue(value: Json, fills: Fill): Json {
  if (Array.isArray(value)) return value.map((item) => fillValue(item, fills));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillValue(member as Json, fills)]));
  if (typeof value !== "string") return value;
  const whole = /^\{([a-z]+)\}$/.exec(value)?.[1];
  return whole === undefined ? fillMessage(value, fills) : (fills(whole) as Json);
}

/** A pointer placeholder at the start is taken as it is; anywhere else a value becomes one escaped token. */
function fillPointer(template: string, fills: Fill): string {
  const [, base = "", rest = ""] = /^(\{[a-z]+\})?(.*)$/s.exec(template) ?? [];
  const start = base === "" ? "" : String(fills(base.slice(1, -1)));
  return start + rest.replace(/\/\{([a-z]+)\}/g, (_, name: string) => join("", String(fills(name))));
}

export function placeholders(template: unknown): string[] {
  return [...new Set([...JSON.stringify(template).matchAll(PLACEHOLDER)].map(([, name]) => name as string))];
}
