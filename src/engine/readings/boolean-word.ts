import { allows, type Reading, sure, unsure } from "./reading.js";

const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  on: true,
  off: false,
};
const LETTERS: Readonly<Record<string, boolean>> = { y: true, n: false, t: true, f: false, 1: true, 0: false };

export const booleanWord: Reading = {
  name: "boolean-word",
  summary: "Yes or no, on or off for a boolean; a letter or a digit is a guess.",
  *read(value, schema) {
    if (!allows(schema, "boolean")) return;
    const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
    if (word !== undefined && Object.hasOwn(WORDS, word)) yield sure(WORDS[word] as boolean);
    const letter = word ?? String(value);
    if (Object.hasOwn(LETTERS, letter)) yield unsure(LETTERS[letter] as boolean);
  },
  examples: [
    ["Yes", { type: "boolean" }, sure(true)],
    ["off", { type: "boolean" }, sure(false)],
    [1, { type: "boolean" }, unsure(true)],
    ["0", { type: "boolean" }, unsure(false)],
    ["y", { type: "boolean" }, unsure(true)],
    ["maybe", { type: "boolean" }],
  ],
};
