import { JsonSource } from "../../src/json/source.js";
import fc from "../support/fast-check.js";

function read(text: string): JsonSource {
  const read = JsonSource.read(text);
  if ("error" in read) throw new Error(read.error.detail);
  return read.source;
}

function* pointersOf(value: unknown, pointer = ""): Iterable<[string, unknown]> {
  yield [pointer, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield* pointersOf(child, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

describe("the source of a JSON document", () => {
  test("knows the line and column of a value and of its key", () => {
    const source = read('{\r\n  "a": [\n    10, {"b/c":\n true} ]\n}');
    expect(source.at("")).toEqual({ offset: 0, line: 1, column: 1 });
    expect(source.at("/a")).toEqual({ offset: 10, line: 2, column: 8, key: { offset: 5, line: 2, column: 3 } });
    expect(source.at("/a/0")).toEqual({ offset: 16, line: 3, column: 5 });
    expect(source.at("/a/1/b~1c")).toMatchObject({ line: 4, column: 2, key: { line: 3, column: 10 } });
  });

  test("finds the position of every value", () => {
    const plain = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (generated) => {
        const text = JSON.stringify(generated);
        const source = read(text);
        for (const [pointer, value] of pointersOf(JSON.parse(text))) {
          const { offset, key } = source.at(pointer) ?? { offset: -1 };
          expect(text.startsWith(JSON.stringify(value), offset)).toBe(true);
          if (key) expect(text.slice(key.offset, offset)).toMatch(/^".*":$/s);
        }
      }),
    );
  });

  test("returns undefined for a pointer to nothing", () => {
    const source = read('{"a":[1],"b":"text"}');
    for (const pointer of ["/c", "/a/1", "/a/-", "/a/0/x", "/b/0", "/b/length", "/", "/toString"]) {
      expect(source.at(pointer)).toBeUndefined();
    }
  });

  test("reports the position of the second occurrence of a repeated key", () => {
    expect(JsonSource.read('{\n "a": 1,\n "a": 2\n}')).toEqual({
      error: {
        code: "unacceptable-json",
        pointer: "/a",
        position: { offset: 12, line: 3, column: 2 },
        detail: 'Line 3, column 2: the key "a" is repeated in the same object.',
      },
    });
  });
});
