import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { findCursor } from "../../../src/ground/json/cursor.js";
import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import {
  type DescribedSpec,
  emptyValue,
  findProperties,
  listValues,
  lookUpPlace,
} from "../../../src/specs/explain/describe-place.js";
import { MAX_TEXT_LENGTH } from "../limits.js";

/** Describes the document in the editor. */
export interface DocumentInfo {
  /** Undefined while the spec package is loading. */
  spec(): DescribedSpec | undefined;
  /** The last candidate that could be read. */
  candidate(): unknown;
}

/**
 * Completes keys from the shape and from what the candidate declares, and values from vocabularies.
 */
export function complete(
  documentInfo: DocumentInfo,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state: { doc }, pos }) => {
    const spec = documentInfo.spec();
    const text = doc.length > MAX_TEXT_LENGTH ? "" : doc.toString();
    const cursor = findCursor(text, pos);
    if (spec === undefined || cursor === undefined) return null;
    const { kind, tokens, keys, from, to } = cursor;
    if (kind === "value") {
      const { schema = {} } = lookUpPlace(spec, tokens, documentInfo.candidate()) ?? {};
      return { from, options: listValues(schema).map((value) => valueCompletion(value, to)) };
    }
    const hasValue = /^\s*:/.test(text.slice(to, to + 20));
    const options = [...findProperties(spec, tokens, documentInfo.candidate())]
      .filter(([name]) => !keys.includes(name))
      .map(([name, schema]) => keyCompletion(name, schema, hasValue, to));
    return { from, options };
  };
}

/** Replaces the whole string, also what is behind the cursor: an editor closes quotes by itself. */
function insertText(text: string, to: number): NonNullable<Completion["apply"]> {
  return (view, completion, from) => {
    const annotations = pickedCompletion.of(completion);
    view.dispatch({ ...insertCompletionText(view.state, text, from, to), annotations });
  };
}

function keyCompletion(
  name: string,
  schema: JsonObject,
  hasValue: boolean,
  to: number,
): Completion {
  const key = JSON.stringify(name);
  return {
    label: key,
    apply: insertText(hasValue ? key : `${key}: ${emptyValue(schema)}`, to),
    type: "property",
    ...(typeof schema.type === "string" && { detail: schema.type }),
    ...(typeof schema.description === "string" && { info: schema.description }),
  };
}

function valueCompletion(value: Json, to: number): Completion {
  const text = JSON.stringify(value);
  return { label: text, apply: insertText(text, to), type: "constant" };
}
