import { isObject, type Json } from "../../json/value.js";
import { fold, meantBy } from "../../text/did-you-mean.js";
import { specData } from "../condition.js";
import { SpecError } from "../spec-error.js";
import { type CheckEnvironment, type NodeCheckDefinition, Unsure } from "./check.js";
import { checkBy, isScalar, type List, listSource } from "./source.js";

const LONGEST_WORD = 64;

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
      const nearest = () => (typeof actual === "string" ? nearestTo(actual, list, aliases) : undefined);
      context.report({ expected: [...list.shown], fills: { nearest } });
    });
  },
};

function nearestTo(
  word: string,
  { values }: List,
  aliases: Map<string, string> | undefined,
): Json | Unsure | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const strings = values.filter((value) => typeof value === "string");
  const meant = meantBy(word, strings);
  if (meant?.sure) return meant.value;
  const spellings = aliases && new Map([...aliases, ...strings.map((value) => [fold(value), value] as const)]);
  const alias =
    spellings && [...namesIn(word)].map((name) => spellings.get(fold(name))).find((value) => value !== undefined);
  return alias ?? (meant && new Unsure(meant.value));
}

/** The name of a type without what languages put around it: `varchar(20)`, `integer | null`, `string[]`, `Map<String, Int>`. */
function* namesIn(word: string): Generator<string> {
  yield word;
  const bare = word.replace(/\s*\([^()]*\)\s*$/, "").replace(/^(?:[&*]|\w+(?:::|\.))+/, "");
  if (/\[\]$/.test(bare)) return yield "[]";
  const parts = bare.split("|").map((part) => part.trim());
  const present = parts.filter((part) => !/^(null|undefined|none)$/i.test(part));
  const [one = ""] = present.length === 1 ? present : [];
  yield one.replace(/[?!]$/, "");
  const [, name = "", inner = ""] = /^(\w+)\s*[<[(](.+)[>\])]$/.exec(one) ?? [];
  if (/^(option|optional|maybe|nullable)$/i.test(name)) yield inner;
  yield name;
}

function readAliases(reference: Json, { data }: CheckEnvironment): Map<string, string> {
  const table = specData((reference as { spec: string }).spec, data, "/aliases");
  if (!isObject(table) || !Object.values(table).every((value) => typeof value === "string")) {
    throw new SpecError("aliases must refer to an object that maps spellings to values", "/aliases");
  }
  return new Map(Object.entries(table as Record<string, string>).map(([alias, value]) => [fold(alias), value]));
}
