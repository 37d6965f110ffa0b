import { parse } from "../../json/pointer.js";
import { compileGetter } from "../../json/selector.js";
import type { Json } from "../../json/value.js";
import { ORDERS, orderAs } from "../order.js";
import type { GroupCheckDefinition } from "./check.js";

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
  placeholders: () => ({ previous: {} }),
  unfilled: ["expected"],
  compile({ value, options }) {
    const by = options.by as unknown as readonly SortKey[] | undefined;
    const keys = (by ?? [{ at: "" }]).map(({ at, as = options.as as string | undefined, order = value as Order }) => ({
      get: compileGetter(parse(at)),
      ...orderAs(as),
      sign: order === "descending" ? -1 : 1,
    }));
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
          context.report({ path: group.path(index), actual: shown(actual), fills: { previous: shown(previous) } });
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
