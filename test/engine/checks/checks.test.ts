import { CHECKS } from "../../../src/engine/checks/index.js";
import type { CheckSource } from "../../../src/engine/grammar.js";
import { SpecError } from "../../../src/engine/spec-error.js";
import type { Json } from "../../../src/ground/json/value.js";
import { checkCases, compiled, found, inArray, isInGrammar } from "./found.js";

checkCases("value-checks.json");
checkCases("group-checks.json");

test("shows some of what the candidate itself lists", () => {
  const l = Array.from({ length: 90 }, (_, n) => `long${n}`);
  const check = { at: "/c", "one-of": { candidate: "/l/*" } };
  expect(found(check, { c: "x", l })).toMatchObject([{ expected: [...l.slice(0, 26), "…"] }]);
});

test("matches no key that is very long", () => {
  const check = { at: "/c", "only-keys": { pattern: "^[a-z]+(-[a-z]+)*$" } };
  const [long, longer] = ["a".repeat(1_000), "a".repeat(1_001)];
  expect(found(check, { c: { [long]: 1, [longer]: 2 } })).toMatchObject([{ path: `/c/${longer}` }]);
});

test("suggests a respelling for a pattern only", () => {
  expect(() => compiled({ at: "/c", "only-keys": ["a"], suggest: "kebab-case" })).toThrow(
    "only a pattern of keys",
  );
});

test("takes a chain that is longer than the call stack", () => {
  const s = Array.from({ length: 20_000 }, (_, n) => ({
    id: `n${n}`,
    after: [`n${(n + 1) % 20_000}`],
  }));
  const acyclic = {
    at: "/s/*/after/*",
    "refers-to": { names: { candidate: "/s/*/id" }, order: "acyclic" },
  };
  expect(found(acyclic, { s }).map(({ path }) => path)).toEqual(["/s/19999/after/0"]);
});

describe("checksum", () => {
  const form = (isForm: boolean) => (isForm ? /two are swapped/ : /digits/);
  const tried = (title: string, checksum: string, fitting: Json[], wrong: [string, boolean][]) =>
    inArray(
      title,
      { checksum },
      [...fitting, "", 18, null, ...wrong.map(([text]) => text)],
      Object.fromEntries(
        wrong.map(([, isForm], index) => [
          fitting.length + 3 + index,
          { form: expect.stringMatching(form(isForm)) },
        ]),
      ),
    );
  tried(
    "knows card numbers and IMEIs",
    "luhn",
    ["4111 1111-1111 1111", "490154203237518", "18", "00"],
    [
      ["4111111111111112", true],
      ["4111111111111x11", false],
      ["8", false],
      ["４１１１", false],
    ],
  );
  const ibans = [
    "GB82 WEST 1234 5698 7654 32",
    "DE89370400440532013000",
    "NO9386011117947",
    "MT84MALT011000012345MTLCAST001S",
  ];
  tried("knows IBANs", "iban", ibans, [
    ["GB82WEST12345698765423", true],
    ["gb82WEST12345698765432", false],
    ["GB82WEST123456", false],
    // 98 and 01 leave the same remainder; only 98 is written.
    ["NO0100000000022", true],
  ]);
  tried(
    "knows ISBNs",
    "isbn",
    ["978-3-16-148410-0", "9791090636071", "0-306-40615-2", "080442957X", "0000000000"],
    [
      ["978-3-16-148410-1", true],
      ["0804429571", true],
      ["08044X9570", false],
      ["9773161484100", false],
      ["080442957x", false],
    ],
  );
});

test("has a list of words, which are those of the package: a candidate could list too many", () => {
  expect(() => compiled({ at: "/a", "no-words": ["C++"] })).toThrow('"C++" is not made of words');
  expect(isInGrammar({ at: "/a", "no-words": { candidate: "/l/*" } })).toBe(false);
});

describe("a check refuses parameters that make no sense for the package", () => {
  const types = { at: "/rows/*/{names}", "declared-type": true };
  test.each<[string, CheckSource, message: RegExp, pointer: string]>([
    [
      "an unknown check",
      { at: "/c", nope: 1 },
      /no check is named; checks: one-of, none-of, pattern/,
      "",
    ],
    [
      "data that is not there",
      { at: "/c", "one-of": { spec: "/nope" } },
      /no data at \/nope/,
      "/one-of",
    ],
    [
      "data that is no limit",
      { at: "/c", range: { max: { spec: "/kinds" } } },
      /must be a number/,
      "/range/max",
    ],
    [
      "an unknown declaration",
      { at: "/c", "one-of": { declared: "no" } },
      /no declaration "no"/,
      "/one-of/declared",
    ],
    ["a declaration without types", types, /"names" has no types/, "/at"],
    [
      "aliases that are no table",
      { at: "/c", "one-of": ["a"], aliases: { spec: "/colours" } },
      /maps/,
      "/aliases",
    ],
    [
      "an unknown operator",
      { at: "/c", pattern: "a", where: { operator: "is" } as never },
      /"is"/,
      "/where/operator",
    ],
    ["a pattern that does not compile", { at: "/c", pattern: "[" }, /does not compile/, "/pattern"],
  ])("%s", (_, check, message, pointer) => {
    expect(() => compiled(check)).toThrow(
      expect.objectContaining({
        constructor: SpecError,
        message: expect.stringMatching(message),
        pointer,
      }),
    );
  });
});

test("every check is in the index under its own name, and says what must hold", () => {
  for (const [name, check] of CHECKS) {
    expect(check.name).toBe(name);
    expect(check.summary).toMatch(/^(The|No|At least) /);
  }
});
