import { type Reading, sure, unsure } from "./reading.js";

const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  ja: true,
  nein: false,
  nee: false,
  oui: true,
  non: false,
  "s\u00ed": true,
  si: true,
  sim: true,
  "n\u00e3o": false,
  wahr: true,
  falsch: false,
  vrai: true,
  faux: false,
  on: true,
  off: false,
  y: true,
  n: false,
  t: true,
  f: false,
  1: true,
  0: false,
};
/** These say as much, and may mean more; an empty string stands beside a mark for the contrary. */
const MARKS: Readonly<Record<string, boolean>> = {
  x: true,
  ok: true,
  enabled: true,
  disabled: false,
  active: true,
  inactive: false,
  included: true,
  excluded: false,
  checked: true,
  unchecked: false,
  available: true,
  unavailable: false,
  none: false,
  never: false,
  always: true,
  "-": false,
  "": false,
  "\u2713": true,
  "\u2714": true,
  "\u2705": true,
  "\u2717": false,
  "\u2718": false,
  "\u274c": false,
};

export const booleanWord: Reading = {
  name: "boolean-word",
  summary: "Yes or no, on or off, a letter or a digit for a boolean; a mark or a state is a guess.",
  from: ["string", "integer", "number"],
  to: ["boolean"],
  *read(value) {
    if (typeof value !== "string" && typeof value !== "number") return;
    const word = String(value).trim().toLowerCase();
    if (Object.hasOwn(WORDS, word)) yield sure(WORDS[word] as boolean);
    if (Object.hasOwn(MARKS, word)) yield unsure(MARKS[word] as boolean);
  },
};
