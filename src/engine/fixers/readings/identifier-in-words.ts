import { type Reading, unsure } from "./reading.js";

const MAX_TEXT_LENGTH = 400;
// From the start of a word only: to try at each of its characters takes quadratic time.
const ADDRESSES = /(?<![^\s<>@,;:"'()[\]])[^\s<>@,;:"'()[\]]+@[^\s<>@,;:"'()[\]]+\.[^\s<>@,;:"'()[\].]+/g;
const URLS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi;
const UUIDS = /[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/gi;
const DATES = /\d{4}-\d\d-\d\d/g;
/** Each with a sign that it always has, and its least length: to look at these costs next to nothing. */
const PATTERNS = [
  ["@", 5, ADDRESSES],
  ["://", 8, URLS],
  ["-", 36, UUIDS],
  ["-", 10, DATES],
] as const;
/** Further ones are not offered. */
const MAX_OFFERED = 2;

export const identifierInWords: Reading = {
  name: "identifier-in-words",
  summary: "An email address, a URL, a uuid or a date among other words, which would be lost.",
  from: ["string"],
  to: ["string"],
  *read(value) {
    if (typeof value !== "string" || value.length > MAX_TEXT_LENGTH) return;
    for (const [sign, least, pattern] of PATTERNS) {
      // A string of the minimum length has no other words.
      if (value.length <= least || !value.includes(sign)) continue;
      const found = (value.match(pattern) ?? []).filter((one) => one !== value);
      for (const one of found.slice(0, MAX_OFFERED)) yield unsure(one);
    }
  },
};
