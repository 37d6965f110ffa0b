import fc from "fast-check";
import { DistinctStrings } from "../../src/json/distinct-strings.js";

test("few or many, texts have the numbers in which they came", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 40, size: "max" }), fc.string(), (texts, other) => {
      const distinct = new DistinctStrings();
      for (const [number, text] of texts.entries()) {
        expect(distinct.indexOf(text)).toBe(-1);
        distinct.push(text);
        expect(distinct.indexOf(text)).toBe(number);
      }
      expect(texts.map((text) => distinct.indexOf(text))).toEqual([...texts.keys()]);
      expect(distinct.indexOf(other)).toBe(texts.indexOf(other));
      expect(distinct.list).toEqual(texts);
    }),
  );
});
