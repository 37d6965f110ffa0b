import type { Check } from "../check.js";
import { isObject, type JsonObject } from "../json.js";
import { fold, nearest } from "../nearest.js";
import { compileValues, specData, VALUES_SCHEMA } from "../values.js";

export const inCheck: Check = {
  name: "in",
  summary:
    "Finds texts that are not among `values`. `aliases` maps other common spellings to the value that they mean.",
  params: {
    required: ["values"],
    properties: { values: VALUES_SCHEMA, aliases: { $ref: "#/$defs/specReference" } },
  },
  fills: ["nearest"],
  compile(params, data) {
    const valuesOf = compileValues(params.values, data);
    const aliases = new Map<string, string>();
    if (params.aliases !== undefined) {
      const table = specData(params.aliases, data);
      for (const [alias, value] of Object.entries(isObject(table) ? (table as JsonObject) : {}))
        aliases.set(fold(alias), String(value));
    }
    return (evaluation) => {
      const values = valuesOf(evaluation);
      return (value, report) => {
        if (typeof value !== "string" || values.has(value)) return;
        const meant = () => nearest(value, values.list) ?? (value.length <= 64 ? aliases.get(fold(value)) : undefined);
        report({ expected: [...values.list], fills: { nearest: meant } });
      };
    };
  },
};
