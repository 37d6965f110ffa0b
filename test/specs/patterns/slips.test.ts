import { idleAlternatives } from "../../../src/specs/check/idle-patterns.js";
import { idleCharacters } from "../../../src/specs/patterns/pattern-parts.js";
import { slipsOf } from "../../../src/specs/patterns/pattern-slips.js";

test.each([
  "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
  "^\\p{L}+( \\p{L}+)*$",
  "^(?:[a-z]+-)*[a-z]+$",
  "^(?:[0-9]{5}|[0-9]{8})$",
  "^(?:\\d{4}-\\d{2}|\\d{4})$",
  "^(?:\\u0100|\\u0101)$",
  "^[\\u4e00-\\u9fff\\u3040-\\u30ff]+$",
  "^(?=.*[0-9])(?=.*[a-z]).{8,}$",
  "^(?:a|b|c|ab)$",
  "^(?:a{3}|a{5})$",
  "^(?:ab|abc)d",
  "^(?:|a)$",
  "^(?!.*TODO)",
  "^(?!flag)",
  "^(?![\\s\\S]*\\bTODO\\b)",
  "^(?!(?:con|prn|aux|nul)$)[a-z]+$",
  "^(?=.{3,10}$)(?:[a-z]+|[0-9]+)$",
  "^(?:[A-Z]{2}|[A-Z]{3}-[0-9]+)$",
  "(?:degrees|\\[.+\\])$",
  "^\\d{4,}",
  "^(?:https?|ftp)://[^\\s/]+$",
  "^[\\p{L}\\p{M}\\p{Script=Greek}\\d]+$",
  "^[^\\s,;]+$",
  "^[\\s\\S]*\\S[\\s\\S]*$",
  "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)$",
  "^(?<!x)y",
  "\\bTODO\\b|\\bFIXME\\b",
  "^(?:\\+\\d{1,3} )?\\d+$",
  "^(?:[1-9]\\d*|0)(?:\\.\\d+)?$",
  "^(?!-)(?!.*--)[a-z-]+(?<!-)$",
  "^[ -~]+$",
  "^[!-~]+$",
  "^[\\^a]+$",
  "^[\\p{Lu}\\p{Ll}]+$",
  "^(?:0|[1-9][0-9]*)$",
  "foo|bar",
  "^[+]",
  "@",
])("%s is written as it is meant", (pattern) => {
  expect(slipsOf(pattern)).toEqual([]);
  expect(idleAlternatives(pattern, [])).toEqual([]);
  expect([...idleCharacters(pattern)]).toEqual([]);
});

test("of many alternatives, none is idle", () => {
  const codes = Array.from({ length: 200 }, (_, at) => String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26)));
  expect(idleAlternatives(`^(?:${codes.join("|")})$`, [])).toEqual([]);
});

test("an example shows what an alternative is for, where no string that is tried does", () => {
  const pattern = "^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[#])(?:[a-zA-Z0-9#]{12}|[a-zA-Z0-9#!]{16,})$";
  expect(idleAlternatives(pattern, ["abcdefgH1234567#", "abcdefgH123#"])).toEqual([]);
});
