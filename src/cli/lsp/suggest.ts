import { type CompletionItem, CompletionItemKind } from "vscode-languageserver/node";
import type { Json, JsonObject } from "../../json/value.js";
import { rangeOf } from "./positions.js";

/** Something that can be written at a cursor. */
export interface Suggestion {
  readonly label: string;
  /** The JSON text that is inserted. */
  readonly insert: string;
  readonly kind: "key" | "value";
  readonly detail?: string;
  readonly documentation?: string;
}

export function suggestKey(name: string, { type, enum: allowed, description }: JsonObject): Suggestion {
  const start: unknown = { string: '""', object: "{}", array: "[]", boolean: "false" }[type as string] ?? "";
  const only = Array.isArray(allowed) && allowed.length === 1 ? JSON.stringify(allowed[0]) : start;
  return {
    label: name,
    insert: `${JSON.stringify(name)}: ${only}`,
    kind: "key",
    ...(typeof type === "string" && { detail: type }),
    ...(typeof description === "string" && { documentation: description }),
  };
}

export function suggestValue(value: Json): Suggestion {
  const text = JSON.stringify(value);
  return { label: text, insert: text, kind: "value" };
}

export function valuesOf({ enum: allowed, examples, type }: JsonObject): Json[] {
  if (Array.isArray(allowed)) return allowed;
  if (type === "boolean") return [true, false];
  return Array.isArray(examples) ? examples : [];
}

/** A suggestion as the editor expects it; it replaces the text from `from` to `to`. */
export function toCompletion(
  { label, insert, kind, detail, documentation }: Suggestion,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): CompletionItem {
  const hasValue = kind === "key" && /^\s*:/.test(text.slice(to, to + 20));
  const newText = hasValue ? JSON.stringify(label) : insert;
  return {
    label,
    kind: kind === "key" ? CompletionItemKind.Property : CompletionItemKind.Value,
    // Editors compare this with the typed text, which includes the quotes.
    filterText: text[from] === '"' ? newText : label,
    textEdit: { range: rangeOf(text, from, to), newText },
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
  };
}
