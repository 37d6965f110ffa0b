import { escapeToken, parentPointer } from "../../ground/json/pointer.js";
import { isObject, type Json } from "../../ground/json/value.js";
import { Meaning } from "../../ground/text/meaning.js";
import { quote } from "../../ground/text/quote.js";
import type { Finding } from "../checks/check.js";
import { CANDIDATE, inCandidate } from "../violation.js";

const PLACEHOLDER = /\{([A-Za-z]+)\}/g;
const WHOLE = /^\{([A-Za-z]+)\}$/;

/** Placeholders that every finding can fill. */
export const COMMON_PLACEHOLDERS = ["actual", "expected", "path", "parent", "version"];

/** The values of the placeholders of one finding. */
export class FindingValues {
  #computed: Record<string, unknown> | undefined;

  constructor(
    private readonly finding: Finding,
    private readonly version: string,
  ) {}

  get(name: string): unknown {
    if (name === "actual") return this.finding.actual;
    if (name === "expected") return this.finding.expected;
    if (name === "path") return this.finding.path;
    if (name === "key") return this.finding.key;
    if (name === "parent") return parentPointer(this.finding.path);
    if (name === "version") return this.version;
    const value = this.#read(name);
    return value instanceof Meaning ? value.value : value;
  }

  /** Whether the value is certainly what the author meant. */
  isCertain(name: string): boolean {
    const value = COMMON_PLACEHOLDERS.includes(name) ? undefined : this.#read(name);
    return !(value instanceof Meaning) || value.isCertain;
  }

  /** The text that the value lacks, if it is only offered. */
  dropped(name: string): string | undefined {
    const value = COMMON_PLACEHOLDERS.includes(name) ? undefined : this.#read(name);
    return value instanceof Meaning && !value.isCertain ? value.dropped : undefined;
  }

  /** Copies of these values, each with another meaning of one of the named placeholders. */
  alternatives(names: readonly string[]): Values[] {
    const { finding, version } = this;
    return names.flatMap((name) => {
      const value = this.#read(name);
      if (!(value instanceof Meaning)) return [];
      return value.others.map((other) => {
        const fills = {
          ...finding.fills,
          [name]: other instanceof Meaning ? other : new Meaning<Json>(other, false),
        };
        return new FindingValues({ ...finding, fills }, version);
      });
    });
  }

  #read(name: string): unknown {
    const fill = this.finding.fills[name];
    if (typeof fill !== "function") return fill;
    this.#computed ??= {};
    if (!Object.hasOwn(this.#computed, name)) this.#computed[name] = fill();
    return this.#computed[name];
  }
}

export type Values = Pick<FindingValues, "get" | "isCertain" | "dropped" | "alternatives">;

/** For changes without placeholders. */
export const NO_VALUES: Values = {
  get: () => undefined,
  isCertain: () => true,
  dropped: () => undefined,
  alternatives: () => [],
};

type Make<T> = (values: Values) => T;

/**
 * Compiles a message: "{actual}" and "{converted}" are quoted as JSON, arrays are joined by commas.
 */
export function compileMessage(template: string): Make<string> {
  return compileText(template, inWords);
}

function compileText(
  template: string,
  write: (name: string, value: unknown, index: number) => string,
): Make<string> {
  // The parts alternate between names of placeholders and text.
  const [start = "", ...parts] = template.split(PLACEHOLDER);
  return (values) => {
    let text = start;
    for (let index = 0; index < parts.length; index += 2) {
      const name = parts[index] as string;
      text += write(name, values.get(name), text.length) + parts[index + 1];
    }
    return text;
  };
}

function inWords(name: string, value: unknown): string {
  // A text of the spec package needs no quotes.
  if (name === "form") return String(value);
  // A pattern is written as in its rule: quoted as JSON, its backslashes would be doubled.
  if (name === "expected" && isObject(value) && typeof value.pattern === "string")
    return value.pattern;
  if (name === "actual" || name === "converted" || isObject(value)) return quote(value);
  if (Array.isArray(value))
    return (
      value.map((item) => (typeof item === "string" ? item : quote(item))).join(", ") || "none"
    );
  return typeof value === "string" ? quote(value).slice(1, -1) : String(value ?? "none");
}

/**
 * Compiles a value. A string that is only a placeholder becomes its value; inside a string, the
 * value becomes text.
 */
export function compileValue(value: Json): Make<Json> {
  if (Array.isArray(value)) {
    const items = value.map(compileValue);
    return (values) => items.map((make) => make(values));
  }
  if (isObject(value)) {
    const properties = Object.entries(value).map(
      ([key, property]) => [key, compileValue(property)] as const,
    );
    return (values) => Object.fromEntries(properties.map(([key, make]) => [key, make(values)]));
  }
  if (typeof value !== "string") return () => value;
  const whole = WHOLE.exec(value)?.[1];
  return whole === undefined
    ? compileText(value, (_, filled) => plain(filled))
    : (values) => values.get(whole) as Json;
}

/**
 * Compiles a pointer into the candidate. A placeholder at its start is a pointer into the request;
 * anywhere else, a value becomes one escaped token.
 */
export function compilePointer(template: string): Make<string> {
  return compileText(template, (_, value, index) => {
    const text = plain(value);
    if (index > 0) return escapeToken(text);
    return text.startsWith(CANDIDATE) ? inCandidate(text) : text;
  });
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The names of all placeholders in a template. */
export function findPlaceholders(template: unknown): string[] {
  return [
    ...new Set(
      [...JSON.stringify(template).matchAll(PLACEHOLDER)].map(([, name]) => name as string),
    ),
  ];
}
