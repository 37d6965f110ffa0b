import { join } from "../../json/pointer.js";
import { isObject } from "../../json/value.js";
import { matchNames } from "../../text/match-names.js";
import { someOf } from "../../text/quote.js";
import { Unsure } from "../fixers/readings/reading.js";
import { redundantIn } from "../fixers/redundant.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkRecords, hintOf, unknownKeys } from "./declared-record.js";
import { checkBy, listSource } from "./source.js";

export const onlyKeys: NodeCheckDefinition = {
  name: "only-keys",
  summary:
    "The object has no other properties than these. `{nearest}` is the one that is missing and was probably meant; `{hint}` asks for it in a message; `{spare}` points at a property that holds nothing, or nothing new. With `declared`, nothing is reported while a declaration has no usable name; `{nearest}` may also be a name whose value is empty, or one that another key matches better; `{declaration}` points at its declaration where at least two records have `{key}`, and more than have the declared name; `{fitting}` is the type that the values under `{key}` have, unless it is the best match for a name; `{wrapped}` is an object under `{key}` that has the declared properties instead.",
  value: { $ref: "#/$defs/list" },
  options: {},
  types: ["object"],
  placeholders: (value) =>
    isObject(value) && "declared" in value
      ? ["key", "nearest", "hint", "spare", "wrapped", "declaration", "fitting"]
      : ["key", "nearest", "hint", "spare"],
  compile({ value }, environment) {
    const known = listSource(value, environment, "/only-keys");
    const declaration = isObject(value) ? environment.declarations.get(String(value.declared)) : undefined;
    if (declaration !== undefined) return checkRecords(unknownKeys, declaration);
    return checkBy([known], ({ values, has }) => (actual: unknown, context) => {
      if (!isObject(actual)) return;
      const extra = Object.keys(actual).filter((key) => !has(key));
      if (extra.length === 0) return;
      const names = values.filter((name) => typeof name === "string");
      const missing = names.filter((name) => !Object.hasOwn(actual, name));
      const matches = matchNames(extra, missing);
      const isRedundant = redundantIn(actual, has);
      const expected = someOf(names);
      for (const key of extra) {
        const meant = matches.get(key);
        const nearest = meant?.sure ? meant.value : meant && new Unsure(meant.value);
        const at = join(context.path(), key);
        const spare = () => (meant === undefined && isRedundant(actual[key]) ? at : undefined);
        const fills = { nearest, spare, hint: hintOf(meant?.value) };
        context.report({ at, key, actual: actual[key], expected, fills });
      }
    });
  },
};
