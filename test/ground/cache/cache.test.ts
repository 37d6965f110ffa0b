import { BoundedMap, cacheByString } from "../../../src/ground/cache/bounded-map.js";
import { cacheByContent } from "../../../src/ground/cache/cache-by-object.js";

const SIZE = 10;

test("the entries that were used last are kept, whether set or read, and most others are dropped", () => {
  const map = new BoundedMap<number>(SIZE);
  for (let n = 0; n < 100; n++) {
    map.set(`${n}`, n);
    expect(map.get("0")).toBe(0);
  }
  const kept = Array.from({ length: 100 }, (_, n) => n).filter(
    (n) => map.get(`${n}`) !== undefined,
  );
  expect(kept.slice(1 - SIZE)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99]);
  expect(kept.length).toBeLessThanOrEqual(2 * SIZE);
});

test("a deleted entry does not come back", () => {
  const map = new BoundedMap<string>(1);
  for (const key of ["a", "b", "a"]) map.set(key, key);
  map.delete("a");
  expect([map.get("a"), map.get("b")]).toEqual([undefined, "b"]);
});

test("a function is called once for a string, even if its result is undefined", () => {
  let calls = 0;
  const nothing = cacheByString(() => {
    calls++;
  });
  for (let n = 0; n < 3; n++) expect(nothing("a")).toBeUndefined();
  expect(calls).toBe(1);
});

test("what is made is kept with its content, and a failure is not kept", async () => {
  const once = cacheByContent<Promise<number>>();
  const content = {};
  let calls = 0;
  const make = async () => {
    calls++;
    if (calls === 1) throw new Error("no memory");
    return calls;
  };
  await expect(once(content, "page", make)).rejects.toThrow("no memory");
  expect(await once(content, "page", make)).toBe(2);
  expect(await once(content, "page", make)).toBe(2);
  expect(await once({}, "page", make)).toBe(3);
});
