import { allows, type Reading, sure, unsure } from "./reading.js";

const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  y: true,
  n: false,
  on: true,
  off: false,
};

export const booleanWord: Reading = {
  name: "boolean-word",
  summary: "Yes or no, on or off, 1 or 0 for a boolean.",
  *read(value, schema) {
    if (!allows(schema, "boolean")) return;
    const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
    if (word !== undefined && Object.hasOwn(WORDS, word)) yield sure(WORDS[word] as boolean);
    if (value === 1 || value === 0 || word === "1" || word === "0") yield unsure(Number(value) === 1);
  },
  examples: [
    ["Yes", { type: "boolean" }, sure(true)],
    ["off", { type: "boolean" }, sure(false)],
    [1, { type: "boolean" }, unsure(true)],
    ["0", { type: "boolean" }, unsure(false)],
    ["maybe", { type: "boolean" }],
  ],
};
