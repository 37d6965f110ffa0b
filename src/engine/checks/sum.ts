import { add, compare, type Decimal, toDecimal, toNumber } from "../../json/decimal.js";
import type { Json } from "../../json/value.js";
import type { GroupCheckDefinition } from "./check.js";
import { HOLDS } from "./range.js";
import { checkByCounts } from "./source.js";

const ZERO: Decimal = { digits: 0n, scale: 0 };

export const sum: GroupCheckDefinition = {
  group: true,
  name: "sum",
  summary:
    "The numbers of the group add up to a sum within the limits, exactly: 0.1 and 0.2 are 0.3. `{sum}` is what they add up to.",
  value: { $ref: "#/$defs/numbers" },
  options: {},
  types: ["number"],
  placeholders: (value) => ["sum", ...Object.keys(value as object)],
  compile: ({ value }, environment) =>
    checkByCounts(value, environment, "/sum", (known) => {
      const tests = Object.entries(known).flatMap(([name, limit]) => {
        const [holds, decimal] = [HOLDS[name], toDecimal(limit)];
        return holds === undefined || decimal === undefined ? [] : [{ holds, limit: decimal }];
      });
      return ({ values }: { readonly values: readonly unknown[] }, context) => {
        const total = totalOf(values);
        if (total === undefined || tests.every(({ holds, limit }) => holds(compare(total, limit), 0))) return;
        context.report({ expected: known, fills: { sum: shown(total), ...known } });
      };
    }),
};

/** The sum as a number or, if it is larger than any number, as a string: "2e+308". */
function shown(total: Decimal): Json {
  const number = toNumber(total);
  if (Number.isFinite(number)) return number;
  const [, sign = "", first = "", rest = ""] = /^(-?)(\d)(\d*)/.exec(String(total.digits)) ?? [];
  const fraction = rest.slice(0, MAX_SHOWN_DIGITS).replace(/0+$/, "");
  return `${sign}${first}${fraction && `.${fraction}`}e+${rest.length - total.scale}`;
}

/** About as many digits as a number can have. */
const MAX_SHOWN_DIGITS = 15;

/** The sum of the values; undefined if one is not a number, which is left to the shape. */
function totalOf(values: readonly unknown[]): Decimal | undefined {
  let total = ZERO;
  for (const value of values) {
    const decimal = toDecimal(value);
    if (decimal === undefined) return undefined;
    total = add(total, decimal);
  }
  return total;
}
