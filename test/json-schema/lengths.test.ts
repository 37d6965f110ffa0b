import { ajv } from "../../src/json-schema/ajv.js";
import { codePoints } from "../../src/json-schema/lengths.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

// Code units of all kinds, including surrogate pairs, lone surrogates and swapped surrogates.
const text = fc
  .array(fc.constantFrom("a", "é", "\ud83d", "\ude00", "😀", "\udbff", "\udc00"), { maxLength: 12 })
  .map((units) => units.join(""));

test("characters are counted as code points", () => {
  fc.assert(fc.property(text, (value) => expect(codePoints(value)).toBe([...value].length)));
});

test("minLength and maxLength count characters, not code units", () => {
  fc.assert(
    fc.property(text, fc.nat(13), fc.nat(13), (value, minLength, maxLength) => {
      const validate = ajv.compile({ type: "string", minLength, maxLength });
      const size = [...value].length;
      expect(validate(value)).toBe(size >= minLength && size <= maxLength);
    }),
    runs(200),
  );
});
