import { type Reading, unsure } from "./reading.js";

const MAX_TEXT_LENGTH = 400;
// Matches from the start of a word only: trying at each of its characters would take quadratic time.
const ADDRESSES = /(?<![^\s<>@,;:"'()[\]])[^\s<>@,;:"'()[\]]+@[^\s<>@,;:"'()[\]]+\.[^\s<>@,;:"'()[\].]+/g;
const URLS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi;
const UUIDS = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/gi;
const DATES = /\d{4}-\d\d-\d\d/g;
/** Each pattern with a sign that its matches contain and their minimum length, which rule out most strings quickly. */
const PATTERNS = [
  ["@", 5, ADDRESSES],
  ["://", 8, URLS],
  ["-", 36, UUIDS],
  ["-", 10, DATES],
] as const;
/** The number of matches of a pattern that are offered. */
const MAX_OFFERED = 2;

export const identifierInWords: Reading = {
  name: "identifier-in-words",
  summary: "An email address, a URL, a uuid or a date among other words, which would be lost.",
  from: ["string"],
  to: ["string"],
  *read(value) {
    if (typeof value !== "string" || value.length > MAX_TEXT_LENGTH) return;
    for (const [sign, minLength, pattern] of PATTERNS) {
      // A string of the minimum length has no other words.
      if (value.length <= minLength || !value.includes(sign)) continue;
      const matches = (value.match(pattern) ?? []).filter((match) => match !== value);
      for (const match of matches.slice(0, MAX_OFFERED)) yield unsure(match);
    }
  },
};
