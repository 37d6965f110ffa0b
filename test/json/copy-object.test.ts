import { copyObject } from "../../src/json/copy-object.js";

const objectOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, [at]]));

describe.each([0, 1, 128, 129, 2000])("an object of %i properties", (count) => {
  const object = objectOf(count);

  test("is copied with its values and in its order", () => {
    const copy = copyObject(object);
    expect(copy).not.toBe(object);
    expect(Object.entries(copy)).toEqual(Object.entries(object));
    for (const key in object) expect(copy[key]).toBe(object[key]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  test("is copied without one property", () => {
    const { key0, ...others } = object;
    expect(Object.entries(copyObject(object, "key0"))).toEqual(Object.entries(others));
  });

  test("is copied with a property that is named like its prototype", () => {
    const named = JSON.parse(JSON.stringify(object).replace("{", `{"__proto__":1${count === 0 ? "" : ","}`));
    for (const copy of [copyObject(named), copyObject(named, "key0")]) {
      expect(Object.getOwnPropertyDescriptor(copy, "__proto__")?.value).toBe(1);
      expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    }
  });
});
