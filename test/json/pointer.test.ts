import { format, isIndex, join, parent, parse, valueAt } from "../../src/json/pointer.js";

/** The examples of RFC 6901, section 5. */
const DOCUMENT = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

test.each<[string, unknown]>([
  ["", DOCUMENT],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
])("%j of RFC 6901 finds its value", (pointer, value) => {
  expect(valueAt(DOCUMENT, pointer)).toEqual(value);
  expect(format(parse(pointer))).toBe(pointer);
});

test.each([
  ["beyond the array", "/foo/2"],
  ["after the last item", "/foo/-"],
  ["with a leading zero", "/foo/00"],
  ["with a sign", "/foo/+0"],
  ["at a name that every array inherits", "/foo/length"],
  ["at a name that every object inherits", "/toString"],
  ["below a string", "/foo/0/0"],
])("there is no value %s", (_, pointer) => {
  expect(valueAt(DOCUMENT, pointer)).toBeUndefined();
});

test("a tilde is escaped before a slash and unescaped after it", () => {
  expect(join("/x", "~1/")).toBe("/x/~01~1");
  expect(parse("/x/~01~1")).toEqual(["x", "~1/"]);
  expect(format(["a/b", 0, "~"])).toBe("/a~1b/0/~0");
});

test("the parent of a pointer is the pointer without its last token", () => {
  expect(parent("/a/b~1c/0")).toBe("/a/b~1c");
  expect(parent("/a")).toBe("");
});

test.each([
  ["0", true],
  ["10", true],
  ["01", false],
  ["-1", false],
  ["1.0", false],
  ["", false],
  ["-", false],
])("%j is an index: %s", (token, expected) => {
  expect(isIndex(token)).toBe(expected);
});
