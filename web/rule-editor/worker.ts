import type { RuleSource } from "../../src/engine/grammar.js";
import type { Json, JsonObject } from "../../src/json/value.js";
import { formatSpecValue } from "../../src/specs/format-spec-file.js";
import { ruleSchema } from "../../src/specs/meta/rule.js";
import { loadSpec, serve, specOf } from "../playground/serve.js";
import { tryText } from "./try-text.js";

serve({
  load(document) {
    loadSpec(document);
  },
  openRule({ rule, ...version }) {
    return { text: fileOf(specOf(version).source.rules[rule] as RuleSource), schema: ruleSchema };
  },
  tryRule: ({ rule, text, ...version }) => tryText(specOf(version), rule, text),
});

/** A published rule as a file of a rules folder: compiling has sorted its keys, and nobody writes them so. */
function fileOf(rule: RuleSource): string {
  const { fix, example } = ruleSchema.$defs as Record<string, JsonObject>;
  const { fixes, examples, ...rest } = rule as unknown as JsonObject;
  const all = (items: Json, schema: JsonObject | undefined) =>
    (items as JsonObject[]).map((item) => inOrder(item, schema as JsonObject));
  const parts = { ...rest, ...(fixes && { fixes: all(fixes, fix) }), examples: all(examples as Json, example) };
  return formatSpecValue({ $schema: "../../../rule.schema.json", ...inOrder(parts, ruleSchema) });
}

/** The properties of an object in the order in which a schema describes them. */
function inOrder(value: JsonObject, { properties }: JsonObject): JsonObject {
  const names = Object.keys(properties as JsonObject).filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(names.map((name) => [name, value[name] as Json]));
}
