import { compileValues, judgeBy, VALUES_SCHEMA } from "../values.js";
import type { Check } from "./check.js";

export const notInCheck: Check = {
  name: "not-in",
  summary: "Finds texts that are among `values`, such as reserved words.",
  params: { required: ["values"], properties: { values: VALUES_SCHEMA } },
  fills: [],
  compile(params, data) {
    return judgeBy(compileValues(params.values, data, "/values"), (values) => ({
      judge(value, here) {
        if (typeof value === "string" && values.has(value)) here.report();
      },
    }));
  },
};
