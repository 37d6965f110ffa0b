import type { Finding } from "./check.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import type { Operation } from "./patch.js";
import { format, join, parent, valueAt } from "./pointer.js";
import type { Applicability, Fix } from "./problem.js";
import { quote } from "./quote.js";
import { compileSelector } from "./select.js";

const PLACEHOLDER = /\{([A-Za-z]+)\}/g;

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

/** Gives the fix for a finding, or nothing where a placeholder is one that the finding cannot fill. */
export type MakeFix = (fill: Fill, candidate: unknown) => Fix | undefined;

export function fillOf(finding: Finding, version: string): Fill {
  const computed = new Map<string, unknown>();
  return (name) => {
    if (name === "actual") return finding.actual;
    if (name === "expected") return finding.expected;
    if (name === "path") return finding.path;
    if (name === "parent") return parent(finding.path);
    if (name === "version") return version;
    const value = finding.fills[name];
    if (typeof value !== "function") return value;
    if (!computed.has(name)) computed.set(name, value());
    return computed.get(name);
  };
}

/** "{actual}" and "{converted}" are quoted as JSON, lists are joined by commas, the rest stands as it is. */
export function fillMessage(template: string, fill: Fill): string {
  return template.replace(PLACEHOLDER, (_, name: string) => inWords(name, fill(name)));
}

function inWords(name: string, value: unknown): string {
  if (name === "actual" || name === "converted" || isObject(value)) return quote(value);
  if (Array.isArray(value)) return value.map((item) => (typeof item === "string" ? item : quote(item))).join(", ");
  return typeof value === "string" ? quote(value).slice(1, -1) : String(value ?? "none");
}

export function compileFix(template: FixTemplate): MakeFix {
  const needed = placeholders(template).filter((name) => name !== "each");
  const operations = template.patch.map(compileOperation);
  return (fill, candidate) => {
    if (needed.some((name) => fill(name) === undefined)) return undefined;
    const patch = operations.flatMap((make) => make(fill, candidate));
    if (patch.length > LONGEST_PATCH) return undefined;
    return { title: fillMessage(template.title, fill), applicability: template.applicability, patch };
  };
}

function compileOperation({ each, ...operation }: JsonObject): (fill: Fill, candidate: unknown) => Operation[] {
  if (each === undefined) return (fill) => [fillOperation(operation, fill)];
  const select = compileSelector(String(each));
  return (fill, candidate) => {
    const made: Operation[] = [];
    select(candidate, (_, trail) => {
      const here = `/candidate${format(trail)}`;
      made.push(fillOperation(operation, (name) => (name === "each" ? here : fill(name))));
    });
    // Adding makes what is not there; the others need something to act on.
    return made.filter(
      (one) => one.op === "add" || valueAt({ candidate }, one.op === "move" ? one.from : one.path) !== undefined,
    );
  };
}

function fillOperation(operation: JsonObject, fill: Fill): Operation {
  const filled: JsonObject = {};
  for (const [key, value] of Object.entries(operation)) {
    filled[key] = key === "value" ? fillValue(value, fill) : fillPointer(String(value), fill);
  }
  return filled as unknown as Operation;
}

function fillValue(value: Json, fill: Fill): Json {
  if (Array.isArray(value)) return value.map((item) => fillValue(item, fill));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillValue(member as Json, fill)]));
  }
  if (typeof value !== "string") return value;
  const whole = /^\{([A-Za-z]+)\}$/.exec(value)?.[1];
  return whole === undefined
    ? value.replace(PLACEHOLDER, (_, name: string) => plain(fill(name)))
    : (fill(whole) as Json);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A pointer placeholder at the start is taken as it is; anywhere else a value becomes one escaped token. */
function fillPointer(template: string, fill: Fill): string {
  const [, base = "", rest = ""] = /^(\{[A-Za-z]+\})?(.*)$/s.exec(template) ?? [];
  const start = base === "" ? "" : plain(fill(base.slice(1, -1)));
  return start + rest.replace(/\/\{([A-Za-z]+)\}/g, (_, name: string) => join("", plain(fill(name))));
}

export function placeholders(template: unknown): string[] {
  return [...new Set([...JSON.stringify(template).matchAll(PLACEHOLDER)].map(([, name]) => name as string))];
}
