import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { typesOf } from "../lint/shape-view.js";

/** Strings of each format, and next to it. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-01-31", "2024-02-29", "1969-12-31", "2199-12-31"],
  "date-time": ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00+02:00", "1969-12-31T23:59:59.999Z"],
  time: ["09:30:00Z"],
  duration: ["P3DT4H", "PT0.5S"],
  email: ["ada@example.org"],
  uri: ["https://example.org/a"],
  uuid: ["00000000-0000-4000-8000-000000000000"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  hostname: ["example.org"],
};

const OF_TYPE: Readonly<Record<string, readonly Json[]>> = {
  string: ["text", "a", ""],
  integer: [0, 1, -1, 1000],
  number: [0.5, 0, 1, -1],
  boolean: [true, false],
  null: [null],
  array: [[]],
  object: [{}],
};

/** Values at the limits of a schema of the shape or of a field type, and just beyond them. */
export function sampleValues(schema: JsonObject): Json[] {
  const limits = limitsIn(schema);
  const values: Json[] = [];
  for (const type of typesOf(schema)) {
    values.push(...(OF_TYPE[type] ?? []));
    if (type === "integer") values.push(...limits);
    if (type === "number") values.push(0.1, ...limits.flatMap((limit) => [limit, limit + 0.5, limit - 0.5]));
    if (type === "string") values.push(...limits.map((length) => "a".repeat(clamp(length))));
  }
  for (const key of ["enum", "examples"]) values.push(...(Array.isArray(schema[key]) ? (schema[key] as Json[]) : []));
  for (const key of ["placeholder", "const"]) if (schema[key] !== undefined) values.push(schema[key] as Json);
  if (typeof schema.multipleOf === "number") values.push(...[1, 2, 3, 1.5].map((by) => by * Number(schema.multipleOf)));
  if (typeof schema.format === "string") values.push(...(FORMATS[schema.format] ?? []));
  if (isObject(schema.items)) {
    const items = sampleValues(schema.items as JsonObject);
    values.push(...items.map((item) => [item] as Json));
    // In both orders, and one twice.
    const [one, other] = items;
    if (one !== undefined && other !== undefined) values.push([one, other], [other, one], [one, one]);
  }
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  if (typesOf(schema).includes("object") && required.length > 0)
    values.push(Object.fromEntries(required.map((name) => [name, sampleValues(properties[name] ?? {})[0] ?? "text"])));
  return distinct(values);
}

/** One value of each JSON type, and one of each format. */
export const ONE_OF_EACH: readonly Json[] = [
  ...Object.values(OF_TYPE).map(([first]) => first as Json),
  ...Object.values(FORMATS).map(([first]) => first as Json),
];

/** Every number in a schema or a rule, and its neighbours. */
export function limitsIn(value: unknown): number[] {
  const found = new Set<number>();
  const visit = (part: unknown): void => {
    if (typeof part === "number") for (const by of [-1, 0, 1]) found.add(part + by);
    else if (typeof part === "string") {
      // The limits within a pattern: {3,64}.
      for (const [, number] of part.matchAll(/[{,](\d{1,4})(?=[,}])/g))
        for (const by of [-1, 0, 1]) found.add(Number(number) + by);
    } else if (typeof part === "object" && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return [...found];
}

/** Every string and boolean in a rule. */
export function literalsIn(value: unknown): Json[] {
  const found = new Set<Json>();
  const visit = (part: unknown): void => {
    if (typeof part === "string" || typeof part === "boolean") found.add(part);
    else if (typeof part === "object" && part !== null) Object.values(part).forEach(visit);
  };
  visit(value);
  return [...found];
}

const LONGEST = 5_000;

export function clamp(length: number): number {
  return Math.max(0, Math.min(LONGEST, Math.trunc(length)));
}

const DAY = 86_400_000;

/** Values that are almost the same; `letters` may matter to a pattern. */
export function* variations(value: unknown, letters: readonly string[], sizes: readonly number[]): Generator<Json> {
  if (typeof value === "string") {
    yield* ["", ` ${value}`, `${value} `, `${value}  x`, value.toUpperCase(), value.toLowerCase()];
    yield* [value.slice(1), value.slice(0, -1), `${value}e\u0301`, value.normalize("NFD")];
    for (const letter of letters) yield* [value + letter, letter + value, value.slice(0, 1) + letter + value.slice(1)];
    for (const size of sizes.map(clamp)) {
      const sized = value.padEnd(size, value.slice(-1) || "a").slice(0, size);
      yield* [sized, ` ${sized}`, `${sized.slice(0, 1)}  ${sized.slice(1)}`];
    }
    const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(time)) for (const by of [-1, 1]) yield new Date(time + by * DAY).toISOString().slice(0, 10);
  }
  if (typeof value === "number") yield* [value + 1, value - 1, value + 0.5, -value, 0];
  if (typeof value === "boolean") yield !value;
  if (Array.isArray(value)) {
    yield* [[], value.slice(0, -1), value.slice(0, 1), value.toReversed()] as Json[];
    if (value.length > 0) yield [...value, value[0]] as Json;
  }
  if (isObject(value)) {
    const entries = Object.entries(value) as [string, Json][];
    yield Object.fromEntries(entries.toReversed());
    yield { ...(value as JsonObject), unheardOf: "text" };
    for (const [name] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== name));
  }
}

export function distinct(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
