import { excerpt, isQuotable, quote } from "../../../src/ground/text/quote.js";
import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";

const LONG = "x".repeat(201);

test.each<[string, unknown, unknown]>([
  ["a short text", "x".repeat(200), "x".repeat(200)],
  ["a long text", LONG, `${"x".repeat(199)}…`],
  ["a short object", { a: [1] }, { a: [1] }],
  ["a long object, as text", { a: LONG }, `{"a":"${"x".repeat(193)}…`],
  ["a number", 5, 5],
  ["null", null, null],
  [
    "a long text of characters beyond the BMP, none of them cut in half",
    "😀".repeat(200),
    `${"😀".repeat(99)}…`,
  ],
])("the excerpt of %s", (_, value, expected) => {
  expect(excerpt(value)).toEqual(expected);
});

test.each<[unknown, string]>([
  ["x", '"x"'],
  ['"\n', '"\\"\\n"'],
  [5, "5"],
  [null, "null"],
  [undefined, "undefined"],
  [{ a: 1 }, '{"a":1}'],
])("%j is quoted as JSON", (value, expected) => {
  expect(quote(value)).toBe(expected);
});

test.each([LONG, "\u0001".repeat(200), "😀".repeat(200), { a: LONG }, [LONG]])(
  "a quote has at most 200 characters (%#)",
  (value) => {
    expect(quote(value).length).toBeLessThanOrEqual(200);
    expect(quote(value).isWellFormed()).toBe(true);
  },
);

/** More nodes than are written at once. */
const large = fc
  .array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 5 })
  .map((items) => ({ items: Array.from({ length: 40 }, () => items), last: items }));

test("a long value is cut as if all of it were written", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue({ maxDepth: 4 }), large), (value) => {
      const written = JSON.stringify(value);
      const text = typeof value === "string" ? value : written;
      expect(isQuotable(value)).toBe(text.length <= 200);
      if (text.length <= 200) expect(excerpt(value)).toBe(value);
      else expect(text.startsWith(String(excerpt(value)).slice(0, -2))).toBe(true);
      if (typeof value !== "string")
        expect(written.startsWith(quote(value).slice(0, -2))).toBe(true);
    }),
    runs(500),
  );
});
