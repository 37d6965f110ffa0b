import type { Json } from "../../ground/json/value.js";
import { compileEntry } from "../reference.js";
import { SpecError } from "../spec-error.js";
import type { NodeCheckDefinition } from "./check.js";
import { makeCheckFrom } from "./parameters.js";

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

export const noWords: NodeCheckDefinition = {
  name: "no-words",
  summary:
    "The string contains none of these words, in any case. An entry of several words stands for these words in a row. `{word}` is the first entry that the string contains, as the list spells it.",
  value: { $ref: "#/$defs/wordList" },
  types: ["string"],
  placeholders: () => ["word"],
  unfilled: ["expected"],
  compile({ value }, environment) {
    return makeCheckFrom(
      compileEntry(value, environment.data, "/no-words", readPhrases),
      (phrases) => (actual, context) => {
        if (typeof actual !== "string") return;
        const words = context.subject.memo.ofString(actual, wordsOf);
        const word = findFirst(words, phrases);
        if (word !== undefined) context.report({ fills: { word } });
      },
    );
  },
};

interface Phrase {
  readonly written: string;
  readonly words: readonly string[];
}

type Phrases = ReadonlyMap<string, readonly Phrase[]>;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/**
 * Phrases by their first words: each word of a string is looked up once, however long the list is.
 */
function readPhrases(list: Json, pointer: string): Phrases {
  const phrases = new Map<string, Phrase[]>();
  for (const written of Array.isArray(list) ? list : [list]) {
    const words = typeof written === "string" ? wordsOf(written) : [];
    const [first] = words;
    // `C++` would be looked for as the word `c`.
    if (
      typeof written !== "string" ||
      first === undefined ||
      words.join(" ") !== written.toLowerCase()
    )
      throw new SpecError(
        `${JSON.stringify(written)} is not made of words with single spaces; correct it`,
        pointer,
      );
    phrases.set(first, [...(phrases.get(first) ?? []), { written, words }]);
  }
  return phrases;
}

function findFirst(words: readonly string[], phrases: Phrases): string | undefined {
  for (let index = 0; index < words.length; index++) {
    const phrase = phrases
      .get(words[index] as string)
      ?.find(({ words: own }) => own.every((word, next) => words[index + next] === word));
    if (phrase !== undefined) return phrase.written;
  }
  return undefined;
}
