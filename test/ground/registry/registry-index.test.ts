import { distance } from "fastest-levenshtein";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

function nearByDefinition(ids: readonly string[], id: string): string | undefined {
  const isNear = (other: string) =>
    other !== id && (other.toLowerCase() === id.toLowerCase() || distance(other, id) === 1);
  return ids.filter(isNear).sort()[0];
}

const id = fc.string({
  unit: fc.constantFrom("a", "b", "A", "B", "-", "é", "É", "İ", "😀"),
  minLength: 1,
  maxLength: 7,
});

describe("a registry index", () => {
  test("finds the same near id as a comparison with every id", () => {
    fc.assert(
      fc.property(fc.array(id, { maxLength: 30 }), id, (ids, query) => {
        expect(RegistryIndex.of(ids).near(query)[0]).toBe(nearByDefinition(ids, query));
      }),
      runs(300),
    );
  });

  test("finds every single edit of a long id, and nothing beyond", () => {
    const kebab = fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,12}){1,3}$/);
    const edits = fc.array(fc.tuple(fc.nat(60), fc.constantFrom("", "x", "7", "-"), fc.nat(1)), {
      maxLength: 2,
    });
    fc.assert(
      fc.property(
        fc.array(kebab, { minLength: 1, maxLength: 50 }),
        fc.nat(),
        edits,
        (ids, pick, changes) => {
          let query = ids[pick % ids.length] ?? "";
          for (const [at, text, removed] of changes)
            query = query.slice(0, at) + text + query.slice(at + removed);
          fc.pre(query !== "");
          expect(RegistryIndex.of(ids).near(query)[0]).toBe(nearByDefinition(ids, query));
        },
      ),
      runs(100),
    );
  });

  test("has exactly the ids that it was built from", async () => {
    const ids = Array.from({ length: 5000 }, (_, i) => `generator-${i * 2}`);
    const index = await RegistryIndex.build([...ids, ...ids]);
    expect(index.size).toBe(5000);
    expect(ids.every((each) => index.has(each))).toBe(true);
    expect(index.has("generator-1")).toBe(false);
    expect(index.has("toString")).toBe(false);
  });

  test("returns all ids that are one edit away, in their order", () => {
    expect(RegistryIndex.of(["cap", "cats", "bat", "cats", "dog", "cat"]).near("cat")).toEqual([
      "bat",
      "cap",
      "cats",
    ]);
  });

  test("finds nothing near the empty string, or in an empty registry", () => {
    expect(RegistryIndex.of(["a"]).near("")).toEqual([]);
    expect(RegistryIndex.of([]).near("anything")).toEqual([]);
  });

  const { numRuns: MANY } = runs(20_000, 100_000);
  test(`yields to other work while ${MANY} ids are indexed`, async () => {
    const ids = Array.from({ length: MANY }, (_, i) => `generator-${i.toString(36)}`);
    let turns = 0;
    const count = () => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    const index = await RegistryIndex.build(ids);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThanOrEqual(MANY / 2_000);
    for (const query of [
      "generator-100",
      "generator-zzzz",
      "Generator-100",
      "generator_100",
      "brand-new-thing",
    ]) {
      expect(index.near(query)[0]).toBe(nearByDefinition(ids, query));
    }
  });
});
