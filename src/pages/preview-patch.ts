import { Editor, type Operation } from "../ground/json/patch.js";
import { isWithin, parentPointer, toTokens, valueAt } from "../ground/json/pointer.js";

/** A change as short JSON. Without `before` something is new, without `after` it is gone. */
export interface Change {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

const MAX_PREVIEW_LENGTH = 120;

interface Entry {
  readonly before: string | undefined;
  /** Where the value is now; undefined if it was removed. */
  path: string | undefined;
  after: string | undefined;
}

/** Previews a patch. Several operations on one place are one change. */
export function previewPatch(document: unknown, patch: readonly Operation[]): Change[] {
  const editor = new Editor(document);
  const entries: Entry[] = [];
  for (const operation of patch) {
    const { path } = operation;
    const source = operation.op === "move" ? operation.from : path;
    let entry = entries.findLast((one) => one.path !== undefined && isWithin(source, one.path));
    if (entry === undefined) {
      const isThere = operation.op !== "add" || hasProperty(editor.document, path);
      entry = {
        before: isThere ? show(editor.document, source) : undefined,
        path: undefined,
        after: undefined,
      };
      entries.push(entry);
    }
    // An operation inside an earlier change alters the value of that change, not its place.
    const isInside = entry.path !== undefined && entry.path !== source;
    editor.apply(operation);
    if (!isInside) entry.path = operation.op === "remove" ? undefined : path;
    entry.after = entry.path === undefined ? undefined : show(editor.document, entry.path);
  }
  return entries
    .map(({ before, after }) => ({ before, after }))
    .filter(({ before, after }) => before !== undefined || after !== undefined);
}

function hasProperty(document: unknown, path: string): boolean {
  return (
    !Array.isArray(valueAt(document, parentPointer(path))) && valueAt(document, path) !== undefined
  );
}

/** A property with its key, an item of an array alone. */
function show(document: unknown, path: string): string {
  const container = valueAt(document, parentPointer(path));
  const token = toTokens(path).at(-1);
  const isItem = Array.isArray(container);
  const value = isItem && token === "-" ? container.at(-1) : valueAt(document, path);
  const text =
    isItem || token === undefined ? brief(value) : `${JSON.stringify(token)}: ${brief(value)}`;
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH - 1)}…` : text;
}

function brief(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, " ");
}
