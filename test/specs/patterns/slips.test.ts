import { deadPartsOf } from "../../../src/specs/patterns/dead-parts.js";
import { slipsOf } from "../../../src/specs/patterns/habits.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

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
  "^(?:a(?=b)|a)",
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
});

const atom = fc.constantFrom("a", "b", "[ab]", "[a-c]", "a?", "b+", "[^a]", "a{2}", "");
const alternative = fc.array(atom, { maxLength: 3 }).map((atoms) => atoms.join(""));
const words = ["", ..."abcd", ...[..."abcd"].flatMap((one) => [..."abcd"].map((other) => one + other))];
const strings = [...words, ...words.flatMap((word) => words.map((other) => word + other))];

test.each([
  ["^(?:", ")$"],
  ["^(?:", ")"],
  ["^x?(?:", ")b$"],
])("what is called dead between %s and %s makes no difference", (before, after) => {
  fc.assert(
    fc.property(fc.array(alternative, { minLength: 2, maxLength: 4 }), (alternatives) => {
      const patternOf = (parts: readonly string[]) => `${before}${parts.join("|")}${after}`;
      const whole = patternOf(alternatives);
      const dead = [...deadPartsOf(whole)].map((detail) => /^the alternative "(.*?)" makes/.exec(detail)?.[1]);
      const left = alternatives.toReversed();
      for (const raw of dead) left.splice(left.indexOf(raw as string), 1);
      const [all, fewer] = [whole, patternOf(left)].map((pattern) => new RegExp(pattern, "u")) as [RegExp, RegExp];
      expect(strings.filter((string) => fewer.test(string) !== all.test(string))).toEqual([]);
    }),
    runs(40),
  );
});

test("of many alternatives, none is dead", () => {
  const codes = Array.from({ length: 200 }, (_, at) => String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26)));
  expect(slipsOf(`^(?:${codes.join("|")})$`)).toEqual([]);
});
