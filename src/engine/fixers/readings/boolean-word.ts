import { type Reading, sure, unsure } from "./reading.js";

const YES = "yes ja oui s\u00ed si sim wahr vrai on y t 1";
const NO = "no nein nee non n\u00e3o falsch faux off n f 0";
/** Marks and states that probably mean yes or no. An empty string is the contrary of a mark. */
const LIKE_YES = "x ok enabled active included checked available always \u2713 \u2714 \u2705";
const LIKE_NO = "disabled inactive excluded unchecked unavailable none never - \u2717 \u2718 \u274c";

const WORDS = meanings(YES, NO);
const MARKS = meanings(LIKE_YES, LIKE_NO).set("", false);

function meanings(yes: string, no: string): Map<string, boolean> {
  return new Map([
    ...yes.split(" ").map((word) => [word, true] as const),
    ...no.split(" ").map((word) => [word, false] as const),
  ]);
}

export const booleanWord: Reading = {
  name: "boolean-word",
  summary: "Yes or no, on or off, a letter or a digit for a boolean; a mark or a state is a guess.",
  from: ["string", "integer", "number"],
  to: ["boolean"],
  *read(value) {
    if (typeof value !== "string" && typeof value !== "number") return;
    const word = String(value).trim().toLowerCase();
    const [meant, guess] = [WORDS.get(word), MARKS.get(word)];
    if (meant !== undefined) yield sure(meant);
    if (guess !== undefined) yield unsure(guess);
  },
};
