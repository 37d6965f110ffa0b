import { parentPointer, toTokens, valueAt } from "../../ground/json/pointer.js";
import { compileGetter } from "../../ground/json/selector.js";
import { identityOf, isEqual, type Json } from "../../ground/json/value.js";
import { Meaning } from "../../ground/text/meaning.js";
import type { Subject } from "../memo.js";
import { ORDERS, orderNamed } from "../order.js";
import type { GroupCheckDefinition, PlaceGroup } from "./check.js";
import { toLowerCase } from "./parameters.js";

export const unique: GroupCheckDefinition = {
  group: true,
  name: "unique",
  summary:
    "No value of the group occurs twice; the later one is reported. `{first}` points at the earlier one; `{twin}` points at the array item to remove, and is filled only if the whole items are equal. With `by`, items are compared by the values at these pointers into the item, taken together; an item that lacks a value is not compared.",
  value: { const: true },
  options: {
    ignoreCase: { type: "boolean" },
    by: { type: "array", minItems: 1, uniqueItems: true, items: { $ref: "#/$defs/onePlace" } },
  },
  types: ["string", "number", "object", "array"],
  placeholders: () => ["first", "twin"],
  unfilled: ["expected"],
  // Only strings and numbers are compared by JSON Schema as they are here.
  asSchema: ({ options }, _, { type = "any" }) =>
    options.by === undefined && [type].flat().every((one) => IDENTIFYING.includes(String(one)))
      ? { uniqueItems: true }
      : undefined,
  compile({ options }) {
    const toCompared = options.ignoreCase === true ? toLowerCase : (value: unknown) => value;
    const identity = compileIdentity(options.by as string[] | undefined, toCompared);
    return () => (group, context) => {
      const first = new Map<string, number>();
      for (let index = 0; index < group.values.length; index++) {
        const actual = group.values[index];
        const identified = identity(actual);
        if (identified === undefined) continue;
        const before = first.get(identified);
        if (before === undefined) {
          first.set(identified, index);
          continue;
        }
        const fills = {
          first: () => group.path(before),
          twin: () => findTwin(group, before, index, context.subject),
        };
        context.report({ path: group.path(index), actual, fills });
      }
    };
  },
};

const IDENTIFYING = ["string", "integer", "number"];

/**
 * Returns a function of a value: the string by which it is compared, or undefined if it is not
 * compared.
 */
function compileIdentity(
  by: readonly string[] | undefined,
  toCompared: (value: unknown) => unknown,
): (value: unknown) => string | undefined {
  if (by === undefined)
    return (value) => (isIdentifying(value) ? identityOf(toCompared(value)) : undefined);
  const getters = by.map((pointer) => compileGetter(toTokens(pointer)));
  return (item) => {
    const values = getters.map((get) => toCompared(get(item)));
    return values.every((value) => value !== undefined && value !== null)
      ? identityOf(values)
      : undefined;
  };
}

/** Booleans are repeated without being duplicates, and null is the absence of a value. */
function isIdentifying(value: unknown): boolean {
  return typeof value !== "boolean" && value !== null;
}

/**
 * The pointer of the second item, if the whole items around both places are equal. Outside the
 * array of the first one, its place may say something too.
 */
function findTwin(
  group: PlaceGroup,
  first: number,
  second: number,
  subject: Subject,
): Meaning | undefined {
  const [one, other] = [group.itemAt(first), group.itemAt(second)];
  if (one === undefined || other === undefined || !isEqual(one.value, other.value))
    return undefined;
  const holder = parentPointer(other.path);
  return new Meaning(
    other.path,
    parentPointer(one.path) === holder && Array.isArray(valueAt(subject, holder)),
  );
}

const ORDER = { enum: ["ascending", "descending"] };
const AS = { description: "How values are compared.", enum: Object.keys(ORDERS) };

export const sorted: GroupCheckDefinition = {
  group: true,
  name: "sorted",
  summary:
    "The values of the group are in order; the first that is not is reported. Strings are compared by their characters, numbers and dates by their value, or as `as` says. With `by`, items are sorted by the first property listed there, and equal ones by the next. `{previous}` is the value before it; with `by`, `{previous}` and `{actual}` are arrays of the compared values.",
  value: ORDER,
  options: {
    as: AS,
    by: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["at"],
        additionalProperties: false,
        properties: { at: { $ref: "#/$defs/onePlace" }, as: AS, order: ORDER },
      },
    },
  },
  types: ["string", "number", "date"],
  placeholders: () => ["previous"],
  unfilled: ["expected"],
  compile({ value, options }) {
    const by = options.by as unknown as readonly SortKey[] | undefined;
    const keys = (by ?? [{ at: "" }]).map(
      ({ at, as = options.as as string | undefined, order = value as Order }) => ({
        get: compileGetter(toTokens(at)),
        ...orderNamed(as),
        sign: order === "descending" ? -1 : 1,
      }),
    );
    // An item that cannot be ordered is skipped.
    const read = (item: unknown): Sortable | undefined => {
      const values = keys.map(({ get }) => get(item) as Json);
      const compared = keys.map(({ keyOf }, index) => keyOf(values[index]));
      return compared.includes(undefined) ? undefined : { values, compared };
    };
    const shown = ({ values }: Sortable) => (by === undefined ? values[0] : values);
    const isAfter = (one: Sortable, other: Sortable) => {
      for (const [index, { compare, sign }] of keys.entries()) {
        const difference = sign * compare(one.compared[index], other.compared[index]);
        if (difference !== 0) return difference > 0;
      }
      return false;
    };
    return () => (group, context) => {
      let previous: Sortable | undefined;
      for (const [index, value] of group.values.entries()) {
        const actual = read(value);
        if (actual === undefined) continue;
        if (previous !== undefined && isAfter(previous, actual)) {
          context.report({
            path: group.path(index),
            actual: shown(actual),
            fills: { previous: shown(previous) },
          });
          return;
        }
        previous = actual;
      }
    };
  },
};

interface Sortable {
  readonly values: Json[];
  readonly compared: readonly unknown[];
}

type Order = "ascending" | "descending";

interface SortKey {
  readonly at: string;
  readonly as?: string;
  readonly order?: Order;
}
