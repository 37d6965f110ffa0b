import { isObject, type Json, type JsonObject } from "../json/value.js";
import { quote, someOf } from "../text/quote.js";
import { placeholderOf } from "./placeholder.js";

/** A string of each format that a schema may have. */
const EXAMPLES: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00Z",
  time: "09:30:00Z",
  duration: "P3DT4H",
  email: "name@example.com",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
};

/** What is most often wrong with a string of a format, the plainest first. */
const REASONS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  date: [
    [/^\d{4}-\d\d-\d\d$/, "is not a day of the calendar"],
    [/^\d{4}-\d\d-\d\d[Tt ]\d/, "has a time"],
  ],
  "date-time": [
    [/^\d{4}-\d\d-\d\d$/, "has no time"],
    [/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d)?(\.\d+)?$/, "has no time zone"],
    [/^\d{4}-\d\d-\d\d \d/, 'has a space in place of "T"'],
  ],
  uri: [[/^(?![A-Za-z][\w+.-]*:)/, "has no scheme"]],
};

/** Why a value has not its format, where that is plain: "has no time zone". */
export function reasonFor(value: unknown, { format }: JsonObject): string | undefined {
  if (typeof value !== "string") return undefined;
  return REASONS[String(format)]?.find(([pattern]) => pattern.test(value))?.[1];
}

/** How values of a type look: "a date looks like 2026-01-31". */
export function formOf(name: string, schema: JsonObject): string {
  const { type = "string", format, pattern, examples } = schema;
  const example = (examples as Json[] | undefined)?.[0] ?? placeholderOf(schema) ?? EXAMPLES[String(format)];
  if (example === undefined) return `${withArticle(name)} is a JSON ${[type].flat().join(" or ")}`;
  const isPlain = format === undefined && pattern === undefined;
  return `${withArticle(name)} looks like ${typeof example === "string" && !isPlain ? example : quote(example)}`;
}

function withArticle(name: string): string {
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}

/** What a schema of the shape expects: "array of objects with the properties name, type". */
export function expectedBy(schema: unknown): string {
  if (!isObject(schema)) return "another value";
  const { type, items } = schema as JsonObject;
  const types = [type ?? "value"].flat().join(" or ");
  if (isObject(items)) return `${types} of ${expectedBy(items).replace(/^\w+/, "$&s")}`;
  return types + details(schema as JsonObject);
}

function details({ properties, enum: allowed, format }: JsonObject): string {
  if (isObject(properties)) return ` with the properties ${someOf(Object.keys(properties)).join(", ")}`;
  if (Array.isArray(allowed)) return ` that is one of ${someOf(allowed.map(quote)).join(", ")}`;
  return typeof format === "string" ? `; ${formOf(format, { format })}` : "";
}
