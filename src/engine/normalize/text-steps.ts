import { Editor } from "../../json/patch.js";
import { format, parse } from "../../json/pointer.js";
import { compileSelector, compileVisitor, updateSelected } from "../../json/selector.js";
import type { JsonObject } from "../../json/value.js";
import { codePoints } from "../../json-schema/lengths.js";
import { schemaAt } from "../../json-schema/schemas-in.js";
import { hasLongMarkRun } from "../../text/marks.js";
import type { NormalizeStep } from "../grammar.js";
import type { Memo } from "../memo.js";

/** The steps in the order of their application: those that shorten a string come first, and are linear. */
export const TEXT_STEPS = {
  trim: (text: string) => text.trim(),
  "single-space": (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text),
  // Testing first takes a fraction of the time. Latin-1 text is always in NFC.
  nfc: (text: string, maxLength: number, memo: Memo) =>
    /[^\0-\xff]/.test(text) && isBounded(text, maxLength, memo) ? memo.ofString(text, toNfc) : text,
};

function toNfc(text: string): string {
  return text.normalize("NFC");
}

type TextStep = keyof typeof TEXT_STEPS;

/**
 * Whether a string can be normalized in bounded time. One that is too long, or has too many marks in a row, is an error
 * anyway. At most four characters are composed into one, so that four times the maximum length stays too long.
 */
function isBounded(text: string, maxLength: number, memo: Memo): boolean {
  const isTooLong = text.length > 4 * maxLength && codePoints(text) > 4 * maxLength;
  return !isTooLong && !memo.ofString(text, hasLongMarkRun);
}

interface TextChange {
  readonly steps: Set<string>;
  /** The length above which a string is an error, in characters. */
  readonly maxLength: number;
}

export type NormalizeText = (candidate: unknown, memo: Memo) => unknown;

/** Compiles the steps that normalize strings. */
export function compileTextSteps(steps: readonly NormalizeStep[], shape: JsonObject): NormalizeText {
  const changes = new Map<string, TextChange>();
  for (const { step, at } of steps) {
    if (!Object.hasOwn(TEXT_STEPS, step)) continue;
    for (const place of [at].flat()) {
      const change = changes.get(place) ?? {
        steps: new Set(),
        maxLength: Number(schemaAt(shape, place)?.maxLength ?? Number.POSITIVE_INFINITY),
      };
      change.steps.add(step);
      changes.set(place, change);
    }
  }
  const updates = [...changes].map(([at, change]) => compileTextChange(at, change));
  const isNormal = compileIsNormal(changes);
  return (candidate, memo) => {
    if (isNormal(candidate, TEXT_STEPS, memo)) return candidate;
    // All changes share one copy, because an object may have thousands of properties.
    const editor = new Editor(candidate);
    for (const update of updates) update(editor, memo);
    return editor.document;
  };
}

function stepsInOrder({ steps }: TextChange): TextStep[] {
  return (Object.keys(TEXT_STEPS) as TextStep[]).filter((step) => steps.has(step));
}

/** Returns a test: whether all strings are normal, as in most candidates. It takes a fraction of changing them. */
function compileIsNormal(changes: ReadonlyMap<string, TextChange>) {
  const visits = [...changes].map(([at, change]) => ({
    at,
    visit: (value: string) => {
      const normal = stepsInOrder(change).reduce(
        (text, step) => `STEPS[${JSON.stringify(step)}](${text}, ${change.maxLength}, memo)`,
        value,
      );
      return `if (typeof ${value} === "string" && ${normal} !== ${value}) return false;`;
    },
  }));
  return compileVisitor<(candidate: unknown, steps: typeof TEXT_STEPS, memo: Memo) => boolean>(visits, [
    "STEPS",
    "memo",
  ]);
}

function compileTextChange(at: string, textChange: TextChange): (editor: Editor, memo: Memo) => void {
  const steps = stepsInOrder(textChange);
  const changeWith = (memo: Memo) => (value: unknown) =>
    typeof value === "string"
      ? steps.reduce((text, step) => TEXT_STEPS[step](text, textChange.maxLength, memo), value)
      : value;
  const tokens = parse(at);
  const star = tokens.indexOf("*");
  if (star === -1) {
    const select = compileSelector(at);
    return (editor, memo) => updateSelected(editor, select, changeWith(memo));
  }
  const select = compileSelector(format(tokens.slice(0, star)));
  const selectItems = compileSelector(format(tokens.slice(star)));
  // The same array must always become the same object, because the memo knows values by identity.
  return (editor, memo) =>
    updateSelected(editor, select, (array) =>
      memo.derive(["text steps", at, array], () => updateSelected(new Editor(array), selectItems, changeWith(memo))),
    );
}
