import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { SyntaxNode } from "@lezer/common";
import { type DescribedSpec, placeInfo, propertiesAt } from "../../../src/explain/place-info.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { indexIn, jsonPath, keysOf, pathOf } from "./json-path.js";

/** Describes the document in the editor. */
export interface Words {
  /** Undefined while the spec package is loading. */
  spec(): DescribedSpec | undefined;
  /** The last candidate that could be read. */
  candidate(): unknown;
}

/** The characters that may come before a key, a value and an item, by the node that contains them. */
const OPENERS = new Map([
  ["Object", "{,"],
  ["Property", ":"],
  ["Array", "[,"],
]);
/** Enough for a deep indentation. */
const MAX_GAP_LENGTH = 200;

/** Completes keys from the shape and from what the candidate declares, and values from vocabularies. */
export function complete(words: Words): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const spec = words.spec();
    if (spec === undefined) return null;
    const { state, pos } = context;
    const { node, isKey } = jsonPath(state, pos, -1);
    const isInString = isKey || node.name === "String";
    const from = isInString ? node.from : (context.matchBefore(/[\w."-]+/)?.from ?? pos);
    const container = enclosing(isKey ? node.parent?.parent : isInString ? node.parent : node);
    const [opener] = /[{[:,](?=\s*$)/.exec(state.sliceDoc(Math.max(0, from - MAX_GAP_LENGTH), from)) ?? [];
    if (container === null || opener === undefined || !OPENERS.get(container.name)?.includes(opener)) return null;
    const at = pathOf(state, container);
    if (container.name === "Object") {
      const present = new Set(keysOf(state, container));
      const hasValue = isKey && /^\s*:/.test(state.sliceDoc(node.to, node.to + 20));
      const options = [...propertiesAt(spec, at, words.candidate())]
        .filter(([name]) => !present.has(name))
        .map(([name, schema]) => keyCompletion(name, schema, hasValue));
      return { from, options };
    }
    const tokens = container.name === "Array" ? [...at, String(indexIn(container, from))] : at;
    const info = placeInfo(spec, tokens, words.candidate());
    return info === undefined ? null : { from, options: values(info.schema).map(valueCompletion) };
  };
}

function enclosing(node: SyntaxNode | null | undefined): SyntaxNode | null {
  let at = node ?? null;
  while (at !== null && !OPENERS.has(at.name)) at = at.parent;
  return at;
}

/** Replaces the whole string, also what is behind the cursor: an editor closes quotes by itself. */
function inserting(text: string): NonNullable<Completion["apply"]> {
  return (view, completion, from, to) => {
    const { node, isKey } = jsonPath(view.state, to, -1);
    const end = isKey || node.name === "String" ? node.to : to;
    const annotations = pickedCompletion.of(completion);
    view.dispatch({ ...insertCompletionText(view.state, text, from, end), annotations });
  };
}

function keyCompletion(name: string, schema: JsonObject, hasValue: boolean): Completion {
  const key = JSON.stringify(name);
  return {
    label: key,
    apply: inserting(hasValue ? key : `${key}: ${emptyValue(schema)}`),
    type: "property",
    ...(typeof schema.type === "string" && { detail: schema.type }),
    ...(typeof schema.description === "string" && { info: schema.description }),
  };
}

function valueCompletion(value: Json): Completion {
  const text = JSON.stringify(value);
  return { label: text, apply: inserting(text), type: "constant" };
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
