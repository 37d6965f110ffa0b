import { lastToken } from "../../../json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../../json/value.js";
import { propertiesOf } from "../../../json-schema/schemas-in.js";
import { derivedValue, placeholderOf } from "../derived-value.js";
import { allows, fitting, type Read, type Reading, unsure } from "./reading.js";

/** The other properties of the object are placeholders, which is unsure, unless the id shows their values. */
export const idAsObject: Reading = {
  name: "id-as-object",
  summary: "An id where an object with an id is expected, also with other properties before or after it.",
  from: ["string", "integer", "number"],
  to: ["object"],
  *read(value, schema) {
    if (typeof value !== "string" && typeof value !== "number") return;
    const properties = propertiesOf(schema);
    const required = (schema.required ?? []) as string[];
    const complete = (known: JsonObject, isKnown: boolean): Iterable<Read> => {
      const missing = required.filter((name) => !Object.hasOwn(known, name));
      const derived = missing.map((name) => derivedFrom(properties[name]?.derive, known));
      const values = missing.map((name, at) => [name, derived[at] ?? placeholderOf(properties[name])] as const);
      if (values.some(([, placeholder]) => placeholder === undefined)) return [];
      const object = { ...(Object.fromEntries(values) as JsonObject), ...known };
      return [isKnown && !derived.includes(undefined) ? fitting(object) : unsure(object)];
    };
    const [straight, reversed] = typeof value === "string" ? splitInOrders(value, required) : [];
    const isReversed = reversed !== undefined && hasExample(reversed, properties);
    const known = isReversed && !hasExample(straight as JsonObject, properties) ? reversed : straight;
    if (known !== undefined) yield* complete(known, hasExample(known, properties));
    const name = ["id", "name"].find((key) => allows(properties[key] ?? {}, "string", typeof value));
    if (name === undefined) return;
    const isId = allows(properties[name] as JsonObject, typeof value);
    yield* complete({ [name]: isId ? value : String(value) }, isId && required.length > 1);
  },
};

/** The value that certainly follows from a known property. */
function derivedFrom(derive: Json | undefined, known: JsonObject): string | undefined {
  if (!isObject(derive)) return undefined;
  const { value, sure: isSure } = derivedValue(derive, known[lastToken(String(derive.from))]) ?? {};
  return isSure ? value : undefined;
}

/** Whether a part is an example of its property. */
function hasExample(known: JsonObject, properties: Record<string, JsonObject>): boolean {
  return Object.entries(known).some(([name, part]) =>
    (properties[name]?.examples as Json[] | undefined)?.includes(part),
  );
}

/**
 * Splits `name: type` or `name (type): description` into properties, in the order in which they are required. Two parts
 * are also returned in the reversed order.
 */
function splitInOrders(text: string, required: readonly string[]): JsonObject[] {
  if (text.length > MAX_TEXT_LENGTH) return [];
  const [, before = "", inner = "", after = ""] = /^([^()]+)\(([^()]+)\)(.*)$/s.exec(text) ?? [];
  const parts =
    before === ""
      ? text.split(/[:|/]\s*|(?<!\s)\s+[-\u2013]\s*/)
      : [before, inner, after.replace(/^[-:\u2013\s]+/, "")];
  const values = parts.map((part) => part.trim()).filter((part) => part !== "");
  if (values.length < 2 || values.length > required.length) return [];
  const orders = values.length === 2 ? [values, values.toReversed()] : [values];
  return orders.map((order) => Object.fromEntries(order.map((part, at) => [required[at] as string, part as Json])));
}

const MAX_TEXT_LENGTH = 200;
