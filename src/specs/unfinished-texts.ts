import type { Flaw } from "../ground/files/file-error.js";
import { walkValues } from "./walk-values.js";

/** Texts that `rules new` writes for the maintainer to replace. */
export const SCAFFOLD_TEXTS = {
  title: "A title for people",
  description: "What is proposed here, in a sentence for authors.",
  rationale: "Why that matters: authors read it when they ask what went wrong.",
} as const;

const PROSE = /\/(title|summary|rationale|message|description)$/;
const NOTE = /\b(TODO|FIXME|TBD|XXX)\b|lorem ipsum/i;

/** Finds scaffold texts and notes such as TODO, which must not be released. */
export function* findUnfinishedTexts(
  file: unknown,
  refused: ReadonlySet<string> = new Set(),
): Generator<Flaw> {
  for (const { value, pointer } of walkValues(file)) {
    if (typeof value !== "string") continue;
    if (Object.values(SCAFFOLD_TEXTS).includes(value as never))
      yield { pointer, detail: "is still the text of a new package; write your own" };
    // Only texts for people are checked, because a rule may be about such notes.
    const note = PROSE.test(pointer) ? NOTE.exec(value)?.[0] : undefined;
    if (note !== undefined && !refused.has(note.toLowerCase()))
      yield {
        pointer,
        detail: `still contains the note "${note}"; finish the text before the release`,
      };
  }
}
