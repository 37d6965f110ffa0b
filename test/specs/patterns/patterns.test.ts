import { findSlowness, looksFarAndOften } from "../../../src/specs/patterns/find-slowness.js";
import { timePattern } from "../../../src/specs/patterns/time-pattern.js";
import { lintSlips } from "../../../src/workshop/lint/lint-patterns.js";

const LETTER = "\\p{L}";

/** Patterns that rules need. */
const SAFE = [
  "^\\p{L}+( \\p{L}+)*$",
  "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
  "^\\S+$",
  "^https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?([/?#][\\w.~%!$&'()*+,;=:@/?#\\[\\]-]*)?$",
  `^${LETTER}[${LETTER}\\p{M}\\p{N}'’ -]*$`,
  "^v?\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?$",
  "^#(?:[0-9a-f]{3}|[0-9a-f]{6})$",
  "^[^@\\s]+@[^@\\s.]+(?:\\.[^@\\s.]+)+$",
  "^(?:a|b|cd)+$",
  "^(?=.*[0-9])[a-z0-9]+$",
  "^(?!con$)[a-z]+$",
  "^[a-z]{1,20}[0-9]{0,20}$",
  "[0-9]+",
  "^(?:[0-9]+|[a-z]+)(?:, (?:[0-9]+|[a-z]+))*$",
  "^(?:\\d{1,4}-?){1,4}$",
  "^(?:(?:[a-f0-9]{1,4}:){1,4}[a-f0-9]{1,4},){1,4}$",
  "^[a-z]{1,40} ?[a-z]{1,40}$",
  `^(?:${threeLetters(60).join("|")})*$`,
];

/** Words whose letters differ, so that no two of them can be read as others. */
function threeLetters(count: number): string[] {
  const letter = (index: number) => String.fromCharCode(0x4e00 + index);
  return Array.from({ length: count }, (_, index) => letter(index) + letter(index + 100) + letter(index + 200));
}

/** The classics of denial of service by regular expression, and some of our own. */
const SLOW: [string, string][] = [
  ["^(\\w+\\s?)+$", "exponentially"],
  ["^(a+)+$", "exponentially"],
  ["^(a|a)*$", "exponentially"],
  ["^(a|aa)+$", "exponentially"],
  ["^(.*a){12}$", "exponentially"],
  ["^(a?){30}a{30}$", "exponentially"],
  [
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
    "exponentially",
  ],
  ["^(\\p{L}+\\p{L}?)+$", "exponentially"],
  ["^(?:\\p{Lu}|\\p{L})+$", "exponentially"],
  ["^(?:ab|a|b)+$", "exponentially"],
  ["^((a{1,9}){1,9}){1,9}$", "exponentially"],
  ["^((a{1,4}){1,4}){1,4}$", "exponentially"],
  ["^(?:a+)+(?=b)", "exponentially"],
  ["^(?:a+)+(?<=b)", "exponentially"],
  ["^(?:(?:a+)+$)", "exponentially"],
  [`^(?:${threeLetters(40).join("|")})*#(?:sun|day|sunday)*$`, "exponentially"],
  ["^(?:[A-Za-z]+ ?){1,4}$", "faster than the square of its length"],
  ["^a*a*xb*b*$", "faster than the square of its length"],
  ["^[a-z]{0,300} ?[a-z]{0,300} ?[a-z]{0,300}$", "faster than the square of its length"],
  [`^${"a?".repeat(18)}${"a".repeat(18)}$`, "faster than the square of its length"],
  ["^a*a*$", "with the square of its length"],
  ["^\\s+|\\s+$", "with the square of its length"],
  ["[a-z]+[0-9]+$", "with the square of its length"],
  ["^\\p{L}*[a-z]*$", "with the square of its length"],
];

/** A look-around is tried at every place. */
const FAR = ["(?=a*b)", "^.*(?=a*b)", "^(?:a(?!a*b))*$", "^a*(?<=ba*)c$", "^a|(?=.*a)b"];

test.each(SAFE)("%s is safe", (pattern) => {
  expect([findSlowness(pattern), looksFarAndOften(pattern)]).toEqual([undefined, false]);
});

test.each(SLOW)("%s is slow", (pattern, growth) => {
  expect(findSlowness(pattern)).toMatchObject({ growth });
});

test.each(FAR)("%s looks too far too often", (pattern) => {
  expect(findSlowness(pattern) !== undefined || looksFarAndOften(pattern)).toBe(true);
});

test.each(["^(a)\\1*$", `^(?:${"a?b?c?d?e?f?".repeat(80)})$`, "^(?:(?:[A-Z]{0,4} ?){4}\\n?){4}$"])(
  "%s is not known to be safe",
  (pattern) => {
    expect(findSlowness(pattern)).toBe("unknown");
  },
);

test("what is feared is a string, and running the pattern on it proves the fear", async () => {
  const found = findSlowness("^(\\w+\\s?)+$");
  if (found === undefined || found === "unknown") throw new Error("nothing was found");
  const { prefix, pump } = found;
  expect(await timePattern({ pattern: "^(\\w+\\s?)+$", prefix, pump, end: "\u0000!" })).toMatch(
    /^\d+ characters take over 1 s$/,
  );
});

test("running a safe pattern proves nothing", async () => {
  expect(await timePattern({ pattern: "^[a-z]+$", prefix: "a", pump: "a", end: "\u0000!" })).toBeUndefined();
});

test.each([
  "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
  "^\\p{L}+( \\p{L}+)*$",
  "^(?:[0-9]{5}|[0-9]{8})$",
  "^(?:\\u0100|\\u0101)$",
  "^(?=.*[0-9])(?=.*[a-z]).{8,}$",
  "^(?:a|b|c|ab)$",
  "^(?:ab|abc)d",
  "^(?:|a)$",
  "^(?!.*TODO)",
  "^(?!(?:con|prn|aux|nul)$)[a-z]+$",
  "^(?=.{3,10}$)(?:[a-z]+|[0-9]+)$",
  "(?:degrees|\\[.+\\])$",
  "^[\\p{L}\\p{M}\\p{Script=Greek}\\d]+$",
  "^[\\s\\S]*\\S[\\s\\S]*$",
  "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)$",
  "^(?<!x)y",
  "\\bTODO\\b|\\bFIXME\\b",
  "^(?:[1-9]\\d*|0)(?:\\.\\d+)?$",
  "^(?!-)(?!.*--)[a-z-]+(?<!-)$",
  "^[ -~]+$",
  "^[!-~]+$",
  "^\\d{4,}",
  "^[\\^a]+$",
  "^[\\p{Lu}\\p{Ll}]+$",
  "^[+]",
])("%s is written as it is meant", (pattern) => {
  expect([...lintSlips(pattern, "")]).toEqual([]);
});
