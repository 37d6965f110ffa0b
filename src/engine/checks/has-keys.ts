import { isObject } from "../../json/value.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkRecords, missingKeys } from "./declared-record.js";
import { checkBy, listSource } from "./source.js";

export const hasKeys: NodeCheckDefinition = {
  name: "has-keys",
  summary:
    "The object has all these properties. With `declared`, a property that a misspelt one stands for is left to `only-keys`, and `{placeholder}` is that of the declared type and `{spare}` points at an empty object beside others.",
  value: { $ref: "#/$defs/list" },
  options: {},
  types: ["object"],
  placeholders: (value) => (isObject(value) && "declared" in value ? ["key", "placeholder", "spare"] : ["key"]),
  unfilled: ["actual"],
  compile({ value }, environment) {
    const known = listSource(value, environment, "/has-keys");
    const declaration = isObject(value) ? environment.declarations.get(String(value.declared)) : undefined;
    if (declaration !== undefined) return checkRecords(missingKeys, declaration);
    return checkBy([known], ({ values }) => (actual: unknown, context) => {
      if (!isObject(actual)) return;
      for (const key of values) {
        if (typeof key === "string" && !Object.hasOwn(actual, key))
          context.report({ key, actual: undefined, expected: key });
      }
    });
  },
};
