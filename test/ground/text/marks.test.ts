import { hasLongMarkRun } from "../../../src/ground/text/marks.js";
import fc from "../../support/fast-check.js";

const LONG_RUN = /\p{M}{31}/u;

/** Letters, marks, and characters that normalization makes several marks of. */
const characters = fc.constantFrom(
  "a",
  "\u00e9",
  "\ufb01",
  "\u0301",
  "\u0344",
  "\u0f73",
  "\u{1d160}",
  "\u{1d167}",
);
const repeated = fc
  .tuple(characters, fc.nat(40))
  .map(([character, count]) => character.repeat(count));

test("a run is found where the text has it, or its normalized form", () => {
  fc.assert(
    fc.property(fc.array(repeated, { maxLength: 4 }), (parts) => {
      const text = parts.join("");
      expect(hasLongMarkRun(text)).toBe(
        LONG_RUN.test(text) || LONG_RUN.test(text.normalize("NFC")),
      );
    }),
  );
});

test.each([
  [10, "\u{1d160}", false],
  [15, "\u0344", false],
  [16, "\u0344", true],
  [16, "\u{1d160}", false],
])("%i times %j", (count, character, isFound) => {
  expect(hasLongMarkRun(character.repeat(count))).toBe(isFound);
});
