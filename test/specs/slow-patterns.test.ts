import { toAutomaton } from "../../src/ground/patterns/automaton.js";
import { countSteps } from "../../src/ground/patterns/count-steps.js";
import { findSlowness } from "../../src/ground/patterns/find-slowness.js";
import { lintPatternMistakes } from "../../src/workshop/lint/patterns.js";
import { someOf } from "../support/runs.js";

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
  // Two parts share characters, but no string makes much work of it.
  "^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
  "(?:[0-9a-f]{1,4}:){1,7}",
  "^(?:[a-z]{1,3};){10}$",
  "^(?:[0-9]{3,5}){3,5}$",
  ".{2}(?:[ab]{2}){3,5}b?$",
  "(?:foo|bar)[a-z]{2,10}(?:-[0-9]{1,4}){0,3}$",
  "^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#(.*))?$",
  "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,}$",
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$",
  "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?)?$",
  "^P(?!$)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?$",
  "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  '^(?:[^"\\\\]|\\\\.)*$',
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
  "^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$",
];

/** Words whose letters differ, so that no two of them can be read as others. */
function threeLetters(count: number): string[] {
  const letter = (index: number) => String.fromCharCode(0x4e00 + index);
  return Array.from(
    { length: count },
    (_, index) => letter(index) + letter(index + 100) + letter(index + 200),
  );
}

/** The classics of denial of service by regular expression, and some of our own. */
const SLOW = [
  "^(\\w+\\s?)+$",
  "^(a+)+$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(.*a){12}$",
  "^(a?){30}a{30}$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
  "^(\\p{L}+\\p{L}?)+$",
  "^(?:\\p{Lu}|\\p{L})+$",
  "^(?:ab|a|b)+$",
  "^((a{1,9}){1,9}){1,9}$",
  "^((a{1,4}){1,4}){1,4}$",
  "^(?:a+)+(?=b)",
  "^(?:a+)+(?<=b)",
  "^(?:(?:a+)+$)",
  `^(?:${threeLetters(40).join("|")})*#(?:sun|day|sunday)*$`,
  `^(?:${"a?b?c?d?e?f?".repeat(80)})$`,
  "^(?:[A-Za-z]+ ?){1,4}$",
  "^a*a*xb*b*$",
  "^[a-z]{0,300} ?[a-z]{0,300} ?[a-z]{0,300}$",
  `^${"a?".repeat(18)}${"a".repeat(18)}$`,
  // Slow only on strings that are too long for it, end with a line break, or have what the
  // look-around demands.
  "^(?:[^,]{1,300}){3,5}$",
  "^(?:[0-9]*(?:[a-z]{1,3}\\p{L}*?)+).{3,5}$",
  "^(?=.*[0-9])(?:[a-z]+ ?)+$",
  "^a(?:[^,]+|(?:x*\\s*?)*)?$",
];

/** Quick on short strings. */
const QUADRATIC = [
  "^a*a*$",
  "^\\s+|\\s+$",
  "[a-z]+[0-9]+$",
  "^\\p{L}*[a-z]*$",
  "^\\d+1337\\d+$",
  "^(?:.|\\n)*\\S*$",
];

/** A look-around is tried at every place. */
const FAR = ["(?=a*b)", "^.*(?=a*b)", "^(?:a(?!a*b))*$", "^a*(?<=ba*)c$", "^a|(?=.*a)b"];

test.each(someOf(SAFE, 3))("%s is safe", (pattern) => {
  expect(findSlowness(pattern)).toBeUndefined();
});

test.each(SLOW)("%s is slow, even on short strings", (pattern) => {
  expect(findSlowness(pattern, { isShort: true })).toHaveProperty("pump");
});

test.each(QUADRATIC)("%s is slow only on long strings", (pattern) => {
  expect(findSlowness(pattern, { isShort: true })).toBeUndefined();
});

test.each(FAR)("%s looks too far too often", (pattern) => {
  expect(findSlowness(pattern)).toBeDefined();
});

test.each(["^(a)\\1*$", "^(?:(?:a{1,300}b?){1,300}c?){1,9}$"])(
  "%s is not known to be safe",
  (pattern) => {
    expect(findSlowness(pattern)).toBe("unknown");
  },
);

test.each(someOf([...SLOW, ...QUADRATIC], 2))(
  "the string that is named for %s takes the steps that are named",
  (pattern) => {
    const found = findSlowness(pattern);
    if (found === undefined || found === "unknown") throw new Error("nothing was found");
    const { prefix, pump, end, length, steps } = found;
    const text = prefix + pump.repeat((length - prefix.length - end.length) / pump.length) + end;
    const bare = pattern.replace("(?=.*[0-9])", "");
    const automaton = toAutomaton(bare, 20_000, { looks: true });
    expect(automaton && countSteps(automaton, text, steps + 1).steps).toBeGreaterThanOrEqual(steps);
    expect(steps).toBeGreaterThan(100_000);
  },
);

test.each([
  ["^a*b$", "aaa", 24],
  ["^(?:a?){3}$", "aaab", 38],
  ["^(?<=^a*)b", "b", 10],
  ["^(?:a*)*$", "aa!", 60],
] as const)("the steps of %s on %s are few", (pattern, text, most) => {
  const automaton = toAutomaton(pattern, 100, { looks: true });
  const counted = automaton && countSteps(automaton, text, 1_000);
  expect(counted?.isMatch).toBe(new RegExp(pattern, "u").test(text));
  expect(counted?.steps).toBeLessThanOrEqual(most);
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
  expect([...lintPatternMistakes(pattern, "")]).toEqual([]);
});
