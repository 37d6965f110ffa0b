import { groupBy } from "../../ground/json/group-by.js";
import { Editor } from "../../ground/json/patch.js";
import { compileVisitor } from "../../ground/json/selector.js";
import type { JsonObject } from "../../ground/json/value.js";
import { hasLongMarkRun } from "../../ground/text/marks.js";
import { countCodePoints } from "../../schema/keywords.js";
import { allows, findMaxLength, walkSchemas } from "../../schema/schemas-in.js";
import type { NormalizeStep } from "../grammar.js";
import type { Memo } from "../memo.js";

/** Only white space and invisible characters; counts as empty. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

function isInvisible(text: string): boolean {
  // Most texts begin with a visible ASCII character, which rules this out at once.
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && INVISIBLE.test(text);
}

/**
 * The steps in the order of their application: those that shorten a string come first, and are
 * linear.
 */
export const TEXT_STEPS = {
  trim: (text: string) => (isInvisible(text) ? "" : text.trim()),
  "single-space": (text: string, _: number, memo: Memo) =>
    /\s\s|[^\S ]/.test(text) ? memo.ofString(text, toSingleSpaces) : text,
  // Testing first takes a fraction of the time. Latin-1 text is always in NFC.
  nfc: (text: string, maxLength: number, memo: Memo) =>
    /[^\0-\xff]/.test(text) && isBounded(text, maxLength, memo) ? memo.ofString(text, toNfc) : text,
};

type TextStep = (text: string, maxLength: number, memo: Memo) => string;

/** The steps that packages declare, and that of `filledTexts`. */
const ALL_STEPS = {
  ...TEXT_STEPS,
  // White space alone is left to the rules, which say more about it.
  filled: (text: string) => (isInvisible(text) && /\S/.test(text) ? "" : text),
};

/** Places that require text: invisible text counts as missing there. */
function filledTexts(shape: JsonObject) {
  return [...walkSchemas(shape)]
    .filter(({ schema }) => allows(schema, "string") && Number(schema.minLength ?? 0) > 0)
    .map(({ at }) => ({ place: at, step: "filled" }));
}

function toSingleSpaces(text: string): string {
  return text.replace(/\s+/g, " ");
}

function toNfc(text: string): string {
  return text.normalize("NFC");
}

/**
 * Whether a string can be normalized in bounded time. One that is too long, or has too many marks
 * in a row, is an error anyway. Normalizing makes one character of at most four, so a string of
 * more than four times the maximum length stays too long.
 */
function isBounded(text: string, maxLength: number, memo: Memo): boolean {
  const isTooLong = text.length > 4 * maxLength && countCodePoints(text) > 4 * maxLength;
  return !isTooLong && !memo.ofString(text, hasLongMarkRun);
}

export type NormalizeText = (candidate: unknown, memo: Memo) => unknown;

/** Compiles the steps that normalize strings. */
export function compileTextSteps(
  steps: readonly NormalizeStep[],
  shape: JsonObject,
): NormalizeText {
  const textSteps = steps.filter(({ step }) => Object.hasOwn(TEXT_STEPS, step));
  const stepsAt = groupBy(
    [
      ...textSteps.flatMap(({ step, at }) => [at].flat().map((place) => ({ place, step }))),
      ...filledTexts(shape),
    ],
    ({ place }) => place,
  );
  const normalize = compileVisitor<Run>(
    [...stepsAt].map(([at, stepsHere]) => {
      const maxLength = findMaxLength(shape, at);
      const names = new Set(stepsHere.map(({ step }) => step));
      // Trimming does the same, and more.
      if (names.has("trim")) names.delete("filled");
      // One function of functions: V8 knows what each of them calls, and forgets it in a loop over
      // a list.
      const makeNormal = Object.entries(ALL_STEPS)
        .flatMap(([name, step]): TextStep[] => (names.has(name) ? [step] : []))
        .reduce(
          (before, step) => (text, length, memo) => step(before(text, length, memo), length, memo),
        );
      return {
        at,
        visit(value, trail, _, { memo, editor }) {
          if (typeof value !== "string") return;
          const text = makeNormal(value, maxLength, memo);
          if (text !== value) editor.set(trail, text);
        },
      };
    }),
  );
  return (candidate, memo) => {
    const editor = new Editor(candidate);
    normalize(candidate, { memo, editor });
    return editor.document;
  };
}

interface Run {
  readonly memo: Memo;
  readonly editor: Editor;
}
