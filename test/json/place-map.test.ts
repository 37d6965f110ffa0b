import { isWithin } from "../../src/json/patch.js";
import { PlaceMap } from "../../src/json/place-map.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

const token = fc.constantFrom("a", "b", "ab");
const places = (depth: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.array(token, depth).map((tokens) => `/${tokens.join("/")}`),
    { maxLength: 6 },
  );

test.each([
  ["equally deep", { minLength: 2, maxLength: 2 }],
  ["at any depth", { minLength: 1, maxLength: 4 }],
])("the values around a path are found, the outermost first, where all places are %s", (_, depth) => {
  fc.assert(
    fc.property(places(depth), places({ minLength: 1, maxLength: 4 }), (known, asked) => {
      const map = new PlaceMap<string>();
      for (const place of known) map.set(place, place);
      for (const path of asked) {
        const expected = [...new Set(known)].filter((place) => isWithin(path, place));
        expect(map.valuesAround(path)).toEqual(expected.sort((one, other) => one.length - other.length));
        expect(map.isAround(path)).toBe(known.some((place) => isWithin(place, path)));
      }
    }),
    runs(100),
  );
});
