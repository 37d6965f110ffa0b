import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { didYouMean, fold } from "../../text/did-you-mean.js";
import { SpecFault } from "../spec-fault.js";
import { compileValues, judgeBy, specData, VALUES_SCHEMA } from "../values.js";
import type { Check } from "./check.js";

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
    const known = compileValues(params.values, data, "/values");
    const aliases = params.aliases === undefined ? new Map() : readAliases(params.aliases, data);
    return judgeBy(known, (values) => ({
      judge(value, here) {
        if (typeof value !== "string" || values.has(value)) return;
        const meant = () =>
          didYouMean(value, values.list) ?? (value.length <= 64 ? aliases.get(fold(value)) : undefined);
        here.report({ expected: [...values.told], fills: { nearest: meant } });
      },
    }));
  },
};

function readAliases(reference: Json, data: JsonObject): Map<string, string> {
  const table = specData(reference, data, "/aliases");
  if (!isObject(table) || !Object.values(table).every((value) => typeof value === "string")) {
    throw new SpecFault("aliases must refer to an object that maps spellings to values", "/aliases");
  }
  return new Map(Object.entries(table as Record<string, string>).map(([alias, value]) => [fold(alias), value]));
}
