import { distinguishingWords } from "../../../src/specs/diff/pattern-words.js";

test.each<[string, string | undefined, string, string[]]>([
  ["fewer repetitions of a group", "^[a-z]+(_[a-z]+)*$", "^[a-z]+(_[a-z]+){0,3}$", []],
  ["repetitions of a group that were not limited", "^[a-z]+(-[a-z]+)*$", "^[a-z]+(-[a-z]+){0,7}$", []],
  ["one repetition less of many", "^a{1,200}$", "^a{1,199}$", []],
  ["a letter less in the middle of a class", "^[A-Z]{2}$", "^[A-WYZ][A-Z]$", []],
  ["a word that a look-ahead excludes", "^[a-z-]+$", "^(?!legacy)[a-z-]+$", []],
  ["a word that a look-behind excludes", "^[a-z_]+$", "^[a-z_]+(?<!_old)$", []],
  ["an alternative less", "^(red|green|blue)$", "^(red|blue)$", []],
  ["a category of Unicode less", "^[\\p{L}\\p{N}]+$", "^\\p{L}+$", []],
  ["a pattern where there was none", undefined, "^[^<>]*$", []],
  ["a pattern beside another", undefined, "^(?!tmp_)", ["^[a-z][a-z0-9]*(_[a-z0-9]+)*$"]],
])("%s: there are words, and all of them are true", (_, before, after, peers) => {
  const words = distinguishingWords(before, after, peers);
  const accepts = (pattern: string | undefined, word: string) => new RegExp(pattern ?? "", "u").test(word);
  expect(words.filter((word) => accepts(before, word) && !accepts(after, word))).not.toEqual([]);
  expect(words.filter((word) => accepts(before, word) === accepts(after, word))).toEqual([]);
  expect(words.filter((word) => !peers.every((peer) => accepts(peer, word)))).toEqual([]);
  expect(words.length).toBeLessThanOrEqual(16);
});

test("patterns that accept the same have no words", () => {
  expect(distinguishingWords("^[a-z]+$", "^[a-z][a-z]*$", [])).toEqual([]);
});
