import { DistinctStrings } from "../../src/json/distinct-strings.js";
import fc from "../support/fast-check.js";

test("strings, few or many, have the index of their insertion", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 40, size: "max" }), fc.string(), (strings, other) => {
      const distinct = new DistinctStrings();
      for (const [index, string] of strings.entries()) {
        expect(distinct.indexOf(string)).toBe(-1);
        distinct.push(string);
        expect(distinct.indexOf(string)).toBe(index);
      }
      expect(strings.map((string) => distinct.indexOf(string))).toEqual([...strings.keys()]);
      expect(distinct.indexOf(other)).toBe(strings.indexOf(other));
      expect(distinct.list).toEqual(strings);
    }),
  );
});
