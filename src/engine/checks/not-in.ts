import type { Check } from "../check.js";
import { compileValues, VALUES_SCHEMA } from "../values.js";

export const notInCheck: Check = {
  name: "not-in",
  summary: "Finds texts that are among `values`, such as reserved words.",
  params: { required: ["values"], properties: { values: VALUES_SCHEMA } },
  fills: [],
  compile(params, data) {
    const valuesOf = compileValues(params.values, data, "/values");
    return (evaluation) => {
      const values = valuesOf(evaluation);
      return (value, report) => {
        if (typeof value === "string" && values.has(value)) report();
      };
    };
  },
};
