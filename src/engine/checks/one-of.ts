import { isObject, type Json } from "../../json/value.js";
import { didYouMean, fold } from "../../text/did-you-mean.js";
import { specData } from "../condition.js";
import { SpecError } from "../spec-error.js";
import type { CheckEnvironment, NodeCheckDefinition } from "./check.js";
import { checkBy, isScalar, type List, listSource } from "./source.js";

export const oneOf: NodeCheckDefinition = {
  name: "one-of",
  summary:
    "The value is in the list. `aliases` maps other common spellings to the value that they mean; `{nearest}` is the value that was probably meant.",
  value: { $ref: "#/$defs/list" },
  options: { ignoreCase: { type: "boolean" }, aliases: { $ref: "#/$defs/specReference" } },
  types: ["string", "number", "boolean"],
  placeholders: () => ["nearest"],
  compile({ value, options }, environment) {
    const known = listSource(value, environment, "/one-of", options.ignoreCase === true);
    const aliases = options.aliases === undefined ? undefined : readAliases(options.aliases, environment);
    return checkBy([known], (list) => (actual, context) => {
      if (!isScalar(actual) || list.has(actual)) return;
      const nearest = () => (typeof actual === "string" ? meantBy(actual, list, aliases) : undefined);
      context.report({ expected: [...list.shown], fills: { nearest } });
    });
  },
};

function meantBy(word: string, { values }: List, aliases: Map<string, string> | undefined): Json | undefined {
  const strings = values.filter((value) => typeof value === "string");
  return didYouMean(word, strings) ?? (word.length <= 64 ? aliases?.get(fold(word)) : undefined);
}

function readAliases(reference: Json, { data }: CheckEnvironment): Map<string, string> {
  const table = specData((reference as { spec: string }).spec, data, "/aliases");
  if (!isObject(table) || !Object.values(table).every((value) => typeof value === "string")) {
    throw new SpecError("aliases must refer to an object that maps spellings to values", "/aliases");
  }
  return new Map(Object.entries(table as Record<string, string>).map(([alias, value]) => [fold(alias), value]));
}
