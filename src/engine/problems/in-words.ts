import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { quote, someOf } from "../../text/quote.js";
import { placeholderOf } from "../fixers/missing.js";

/** An example of each format that a schema may have. */
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

/** The usual mistakes in strings of each format, the most specific first. */
const REASONS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  date: [
    [/^\d{4}-\d\d-\d\d$/, "is not a day of the calendar"],
    [/^\d{4}-\d\d-\d\d[Tt ]\d/, "has a time"],
    [/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/, "is not written as YYYY-MM-DD"],
  ],
  "date-time": [
    [/^\d{4}-\d\d-\d\d$/, "has no time"],
    [/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d)?(\.\d+)?$/, "has no time zone"],
    [/^\d{4}-\d\d-\d\d[Tt ]23:59:60/, "has a leap second, which many programs cannot read"],
    [/^\d{4}-\d\d-\d\d[Tt ](?:2[4-9]|[3-9]\d|\d\d:[6-9]\d|\d\d:\d\d:[6-9]\d)/, "has a time that does not exist"],
    [/^\d{4}-\d\d-\d\d \d/, 'has a space in place of "T"'],
    [/^\d{1,2}:\d\d/, "has no date"],
  ],
  email: [
    [/^[^@]*$/, 'has no "@"'],
    [/\s/, "has white space"],
    [/@.*@/, 'has more than one "@"'],
    [/@[^.]*$/, 'has no complete domain after the "@"'],
  ],
  uri: [[/^(?![A-Za-z][\w+.-]*:)/, "has no scheme"]],
  web: [
    [/^(?![A-Za-z][\w+.-]*:)/, "has no scheme, such as https://"],
    [/^(?!https?:\/\/)/, "does not start with http:// or https://"],
    [/\s/, "has white space"],
  ],
  uuid: [
    [/^(?=[-\w]{30,40}$)[-\dA-Fa-f]*[^-\dA-Fa-f]/, "has a character that is not a hexadecimal digit"],
    [/^(?=[-\dA-Fa-f]{24,44}$)(?!(?:-*[\dA-Fa-f]){32}-*$)/, "does not have 32 hexadecimal digits"],
    [/^[-\dA-Fa-f]{32,44}$/, "has no hyphens, or has them in other places"],
  ],
};

/** A pattern means a format if it accepts all of the first strings and none of the others, which are nearly right. */
const SAMPLES: readonly { format: string; accepted: readonly string[]; refused: readonly string[] }[] = [
  {
    format: "web",
    accepted: ["http://example.com/", "https://example.com/"],
    refused: ["ftp://example.com/", "example.com", "https://example.com/a b"],
  },
  {
    format: "uuid",
    accepted: ["01234567-89ab-4cde-8f01-23456789abcd"],
    refused: ["0123456789ab4cde8f0123456789abcd", "01234567-89ab-4cde-8f01-23456789abcg"],
  },
];

/** The reason why a value does not have its format, such as "has no time zone"; undefined if it is not a usual one. */
export function reasonFor(value: unknown, schema: JsonObject): string | undefined {
  if (typeof value !== "string" || value === "" || value.length > MAX_EXPLAINED_LENGTH) return undefined;
  return REASONS[String(schema.format ?? patternFormat(schema))]?.find(([wrong]) => wrong.test(value))?.[1];
}

const MAX_EXPLAINED_LENGTH = 2_048;

/** The format that the pattern of a schema means. */
function patternFormat({ pattern }: JsonObject): string | undefined {
  if (typeof pattern !== "string") return undefined;
  const regex = new RegExp(pattern, "u");
  const accepts = (sample: string) => regex.test(sample);
  return SAMPLES.find(({ accepted, refused }) => accepted.every(accepts) && !refused.some(accepts))?.format;
}

/** A sentence about the values of a type: "a date looks like 2026-01-31". */
export function formOf(name: string, schema: JsonObject): string {
  const { type = "string", format, pattern, examples } = schema;
  const example = (examples as Json[] | undefined)?.[0] ?? placeholderOf(schema) ?? EXAMPLES[String(format)];
  if (example === undefined) return `${withArticle(name)} is a JSON ${[type].flat().join(" or ")}`;
  const isPlain = format === undefined && pattern === undefined;
  return `${withArticle(name)} looks like ${typeof example === "string" && !isPlain ? example : quote(example)}`;
}

/** The name of a type with its article: "an integer", "a UUID". */
export function withArticle(name: string): string {
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${/^(?:ur[il]|uuid)$/.test(name) ? name.toUpperCase() : name}`;
}

/**
 * The title of a schema, or a description of the values that it expects: "array of objects with the properties name,
 * type". `declared` are the properties that the candidate itself declares for these objects.
 */
export function expectedBy(schema: unknown, declared: readonly string[] = []): string {
  if (!isObject(schema)) return "another value";
  const { type, items, title } = schema;
  if (typeof title === "string") return title;
  const types = [type ?? "value"].flat().join(" or ");
  if (isObject(items)) return `${types} of ${expectedBy(items, declared).replace(/^\w+/, "$&s")}`;
  const isDeclared = type === "object" && !isObject(schema.properties) && declared.length > 0;
  return types + (isDeclared ? withProperties(declared) : details(schema));
}

function details({ properties, enum: allowed, format }: JsonObject): string {
  if (isObject(properties)) return withProperties(Object.keys(properties));
  if (Array.isArray(allowed)) return ` that is one of ${someOf(allowed.map(quote)).join(", ")}`;
  return typeof format === "string" ? `; ${formOf(format, { format })}` : "";
}

function withProperties(names: readonly string[]): string {
  return ` with the properties ${someOf(names).join(", ")}`;
}
