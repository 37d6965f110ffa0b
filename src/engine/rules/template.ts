import type { Operation } from "../../json/patch.js";
import { escapeToken, format, parent, valueAt } from "../../json/pointer.js";
import { compileSelector } from "../../json/selector.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Finding } from "../checks/check.js";
import type { Applicability, Fix } from "../problem.js";

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
  const computed: Record<string, unknown> = {};
  return (name) => {
    if (name === "actual") return finding.actual;
    if (name === "expected") return finding.expected;
    if (name === "path") return finding.path;
    if (name === "parent") return parent(finding.path);
    if (name === "version") return version;
    const value = finding.fills[name];
    if (typeof value !== "function") return value;
    if (!Object.hasOwn(computed, name)) computed[name] = value();
    return computed[name];
  };
}

type Make<T> = (fill: Fill) => T;

/** "{actual}" and "{converted}" are quoted as JSON, lists are joined by commas, the rest stands as it is. */
export function compileMessage(template: string): Make<string> {
  return compileText(template, inWords);
}

function compileText(template: string, write: (name: string, value: unknown, at: number) => string): Make<string> {
  // Text and names of placeholders by turns.
  const [start = "", ...parts] = template.split(PLACEHOLDER);
  return (fill) => {
    let text = start;
    for (let at = 0; at < parts.length; at += 2) {
      const name = parts[at] as string;
      text += write(name, fill(name), text.length) + parts[at + 1];
    }
    return text;
  };
}

function inWords(name: string, value: unknown): string {
  if (name === "actual" || name === "converted" || isObject(value)) return quote(value);
  if (Array.isArray(value)) return value.map((item) => (typeof item === "string" ? item : quote(item))).join(", ");
  return typeof value === "string" ? quote(value).slice(1, -1) : String(value ?? "none");
}

export function compileFix({ title, applicability, patch: operations }: FixTemplate): MakeFix {
  const needed = placeholders([title, operations]).filter((name) => name !== "each");
  const inTitle = compileMessage(title);
  const makes = operations.map(compileOperation);
  return (fill, candidate) => {
    if (needed.some((name) => fill(name) === undefined)) return undefined;
    const patch = makes.flatMap((make) => make(fill, candidate));
    if (patch.length === 0 || patch.length > LONGEST_PATCH) return undefined;
    return { title: inTitle(fill), applicability, patch };
  };
}

function compileOperation({ each, ...operation }: JsonObject): (fill: Fill, candidate: unknown) => Operation[] {
  const makes = Object.entries(operation).map(([key, value]) => ({
    key,
    make: key === "value" ? compileValue(value) : compilePointer(String(value)),
  }));
  const make = (fill: Fill) => {
    const filled: JsonObject = {};
    for (const { key, make } of makes) filled[key] = make(fill);
    return filled as unknown as Operation;
  };
  if (each === undefined) return (fill) => [make(fill)];
  const select = compileSelector(String(each));
  return (fill, candidate) => {
    const made: Operation[] = [];
    select(candidate, (_, trail) => {
      const here = `/candidate${format(trail)}`;
      made.push(make((name) => (name === "each" ? here : fill(name))));
    });
    // Adding makes what is not there; the others need something to act on.
    return made.filter(
      (one) => one.op === "add" || valueAt({ candidate }, one.op === "move" ? one.from : one.path) !== undefined,
    );
  };
}

function compileValue(value: Json): Make<Json> {
  if (Array.isArray(value)) {
    const items = value.map(compileValue);
    return (fill) => items.map((make) => make(fill));
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [key, compileValue(member as Json)] as const);
    return (fill) => Object.fromEntries(members.map(([key, make]) => [key, make(fill)]));
  }
  if (typeof value !== "string") return () => value;
  const whole = /^\{([A-Za-z]+)\}$/.exec(value)?.[1];
  return whole === undefined ? compileText(value, (_, filled) => plain(filled)) : (fill) => fill(whole) as Json;
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A pointer placeholder at the start is taken as it is; anywhere else a value becomes one escaped token. */
function compilePointer(template: string): Make<string> {
  return compileText(template, (_, value, at) => (at === 0 ? plain(value) : escapeToken(plain(value))));
}

export function placeholders(template: unknown): string[] {
  return [...new Set([...JSON.stringify(template).matchAll(PLACEHOLDER)].map(([, name]) => name as string))];
}
