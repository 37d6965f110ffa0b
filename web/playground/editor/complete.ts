import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { placeInfo, propertiesAt } from "../schema-at.js";
import { jsonPath, keysOf } from "./json-path.js";
import type { Words } from "./words.js";

/** Completes keys from the shape and from what the candidate declares, and values from vocabularies. */
export function complete(words: Words): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const spec = words.spec();
    if (spec === undefined) return null;
    const { state, pos } = context;
    const { tokens, node, isKey } = jsonPath(state, pos, -1);
    const isInString = isKey || node.name === "String";
    const typed = isInString ? undefined : context.matchBefore(/[\w."-]+/);
    if (!isInString && !typed && !context.explicit && !/[{[:,]\s*$/.test(state.sliceDoc(Math.max(0, pos - 40), pos)))
      return null;
    const from = isInString ? node.from : (typed?.from ?? pos);
    const to = isInString ? node.to : pos;
    const object = isKey ? node.parent?.parent : enclosing(node);
    if (object?.name === "Object" && (isKey || expectsKey(state.sliceDoc(object.from, from)))) {
      const at = isKey ? tokens.slice(0, -1) : tokens;
      const present = new Set(keysOf(state, object));
      const properties = Object.entries(propertiesAt(spec, at, words.candidate()));
      const hasValue = isKey && /^\s*:/.test(state.sliceDoc(to, to + 20));
      const options = properties
        .filter(([name]) => !present.has(name))
        .map(([name, schema]) => keyCompletion(name, schema, hasValue));
      return { from, to, options, filter: true };
    }
    const info = placeInfo(spec, tokens, words.candidate());
    return info === undefined ? null : { from, to, options: values(info.schema).map(valueCompletion) };
  };
}

function enclosing(node: ReturnType<typeof jsonPath>["node"]): typeof node | null {
  let at: typeof node | null = node;
  while (at !== null && at.name !== "Object" && at.name !== "Array" && at.name !== "Property") at = at.parent;
  return at;
}

/** After a brace or a comma comes a key. */
function expectsKey(before: string): boolean {
  return /[{,]\s*$/.test(before);
}

function keyCompletion(name: string, schema: JsonObject, hasValue: boolean): Completion {
  const key = JSON.stringify(name);
  return {
    label: key,
    apply: hasValue ? key : `${key}: ${emptyValue(schema)}`,
    type: "property",
    ...(typeof schema.type === "string" && { detail: schema.type }),
    ...(typeof schema.description === "string" && { info: schema.description }),
  };
}

function valueCompletion(value: Json): Completion {
  return { label: JSON.stringify(value), type: "constant" };
}

function values({ enum: allowed, examples, type }: JsonObject): Json[] {
  if (Array.isArray(allowed)) return allowed;
  if (type === "boolean") return [true, false];
  return Array.isArray(examples) ? examples : [];
}

function emptyValue({ type, enum: allowed }: JsonObject): string {
  if (Array.isArray(allowed) && allowed.length === 1) return JSON.stringify(allowed[0]);
  return { string: '""', object: "{}", array: "[]", boolean: "false" }[type as string] ?? "";
}
