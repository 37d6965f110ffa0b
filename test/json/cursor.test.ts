import { cursorAt } from "../../src/json/cursor.js";

/** `|` is the cursor. */
test.each([
  ["{ | }", "key", "", [], "||"],
  ['{ "a": 1, "|', "key", "", ["a"], '|"|'],
  ['{ "a": { "b|": 1, "c": 2 }, "d": 3 }', "key", "a", ["c"], '|"b"|'],
  ['{ "a": 1, bc|, "d": [{ "e": 4 }] }', "key", "", ["a", "d"], "|bc|"],
  ['{ "a": |, "b": 2 }', "value", "a", ["a", "b"], "||"],
  ['{ "a": "x|y" }', "value", "a", ["a"], '|"xy"|'],
  ['{ "a": [1, | ] }', "value", "a/1", [], "||"],
  ['{ "a": [{ "b": tr|', "value", "a/0/b", ["b"], "|tr|"],
])("the place of a cursor is found in JSON that may be incomplete: %s", (marked, kind, path, keys, around) => {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { from, to, tokens, ...found } = cursorAt(text, offset) ?? { from: 0, to: 0, tokens: [] };
  expect([found, tokens.join("/"), `|${text.slice(from, to)}|`]).toEqual([{ kind, keys }, path, around]);
});

test.each(["|", '{ "a": 1 | }', '{ "a": "x"| }', '{ "a" | }', "{} |"])("nothing can be written at %s", (marked) => {
  expect(cursorAt(marked.replace("|", ""), marked.indexOf("|"))).toBeUndefined();
});
