import { type CompletionItem, CompletionItemKind } from "vscode-languageserver/node";
import type { Cursor } from "../../ground/json/cursor.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { emptyValue } from "../../specs/explain/describe-place.js";
import { toRange } from "./open-document.js";

/** Something that can be written at a cursor. */
export interface Suggestion extends Pick<CompletionItem, "label" | "detail" | "documentation"> {
  /** JSON. */
  readonly insert: string;
  readonly kind: "key" | "value";
}

export function suggestKey(name: string, schema: JsonObject): Suggestion {
  const { type, description } = schema;
  return {
    label: name,
    insert: `${JSON.stringify(name)}: ${emptyValue(schema)}`,
    kind: "key",
    ...(typeof type === "string" && { detail: type }),
    ...(typeof description === "string" && { documentation: description }),
  };
}

export function suggestValue(value: Json): Suggestion {
  const text = JSON.stringify(value);
  return { label: text, insert: text, kind: "value" };
}

/** A suggestion as editors expect it. It replaces the text from `from` to `to`. */
export function toCompletionItem(
  { insert, kind, ...item }: Suggestion,
  text: string,
  { from, to }: Pick<Cursor, "from" | "to">,
): CompletionItem {
  const hasValue = kind === "key" && /^\s*:/.test(text.slice(to, to + 20));
  const newText = hasValue ? JSON.stringify(item.label) : insert;
  return {
    ...item,
    kind: kind === "key" ? CompletionItemKind.Property : CompletionItemKind.Value,
    // Editors compare this with the typed text, which includes the quotes.
    filterText: text[from] === '"' ? newText : item.label,
    textEdit: { range: toRange(text, from, to), newText },
  };
}
