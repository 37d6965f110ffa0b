import { PlaceSet } from "../../src/json/place-set.js";
import { isWithin } from "../../src/json/pointer.js";
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
])("the places around and inside a path are found where all places are %s", (_, depth) => {
  fc.assert(
    fc.property(places(depth), places({ minLength: 1, maxLength: 4 }), (known, asked) => {
      const set = new PlaceSet(known);
      for (const path of asked) {
        expect(set.has(path)).toBe(known.some((place) => isWithin(path, place)));
        expect(set.isAround(path)).toBe(known.some((place) => isWithin(place, path)));
      }
    }),
    runs(100),
  );
});
