import { isObject } from "../../ground/json/value.js";
import { compileKeptSchema, reachableFrom } from "../../ground/json-schema/kept-schema.js";
import { specData } from "../reference.js";
import { SpecError } from "../spec-error.js";
import type { NodeCheckDefinition } from "./check.js";

export const fits: NodeCheckDefinition = {
  name: "fits",
  summary:
    "The value fits a JSON Schema (2020-12) in the data of the package, which is kept as it is and decided by AJV: for what shapes and other checks cannot say. A `$ref` in it is a pointer into the data: `#/schemas/step`. `{reason}` says what is wrong, and where inside the value.",
  value: { $ref: "#/$defs/specReference" },
  kind: "schema",
  types: ["any"],
  placeholders: () => ({ reason: {} }),
  unfilled: ["expected"],
  compile({ value }, { data }) {
    const schema = specData((value as { spec: string }).spec, data, "/fits");
    if (!isObject(schema)) throw new SpecError("there is no JSON Schema in the data; write an object there", "/fits");
    for (const [ref, target] of reachableFrom(schema, data))
      if (target === undefined)
        throw new SpecError(`the schema refers to "${ref}", and a $ref is a pointer into the data`, "/fits");
    const judgeFor = compileKeptSchema(schema, data);
    return ({ memo }) => {
      const judge = judgeFor();
      return (node, context) => {
        // Trials of fixes have most objects in common, and most strings.
        const reason = memo.derive(["fits", judgeFor, node], () => judge(node));
        if (reason !== undefined) context.report({ fills: { reason } });
      };
    };
  },
};
