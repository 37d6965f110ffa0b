import { readFileSync } from "node:fs";
import { ajv, compileSchema } from "../../src/schema/ajv.js";
import { FORMATS } from "../../src/schema/formats.js";
import { countCodePoints } from "../../src/schema/keywords.js";
import fc from "../support/fast-check.js";
import { runs } from "../support/runs.js";

const CASES: Readonly<Record<string, { right: string[]; wrong: string[] }>> = {
  date: { right: ["2026-01-31", "2024-02-29"], wrong: ["2026-02-29", "2026-1-31", "31.01.2026"] },
  "date-time": {
    right: ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.25+02:00"],
    wrong: ["2026-01-31 09:30:00", "2026-01-31T09:30:00", "2026-01-31T25:00:00Z"],
  },
  time: { right: ["09:30:00Z", "09:30:00.5+01:00"], wrong: ["09:30", "24:30:00Z"] },
  duration: {
    right: ["P3DT4H", "PT0.5S", "PT0,5S", "P1.5D", "P2W", "P1Y2M3DT4H5M6.789S", "PT1.25H"],
    wrong: ["P", "PT", "P1.5DT1H", "PT1.5H30M", "3 days", "P1S", "P-1D", "PT.5S"],
  },
  email: { right: ["name@example.com"], wrong: ["name", "name@", "a b@example.com"] },
  uri: { right: ["https://example.com/a?b#c", "urn:isbn:1"], wrong: ["example", "/a/b"] },
  uuid: {
    right: ["00000000-0000-4000-8000-000000000000"],
    wrong: ["00000000", "0000000g-0000-4000-8000-000000000000"],
  },
  ipv4: { right: ["192.0.2.1"], wrong: ["192.0.2.256", "192.0.2"] },
  ipv6: { right: ["2001:db8::1", "::"], wrong: ["2001:db8:::1", "192.0.2.1"] },
  hostname: { right: ["example.com", "localhost"], wrong: ["-a.example", "a_b!"] },
};

test.each(Object.entries(CASES))("%s", (format, { right, wrong }) => {
  const accepts = compileSchema({ type: "string", format });
  expect(right.filter((value) => !accepts(value))).toEqual([]);
  expect(wrong.filter((value) => accepts(value))).toEqual([]);
});

test("these are all formats of a shape, and the documentation lists each", () => {
  expect(Object.keys(CASES).sort()).toEqual([...FORMATS.keys()].sort());
  const [, listed = ""] =
    /\nFormats: ([\s\S]*?)\n\n/.exec(readFileSync("docs/rules-reference.md", "utf8")) ?? [];
  expect([...listed.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name).sort()).toEqual(
    [...FORMATS.keys()].sort(),
  );
});

// Code units of all kinds, including surrogate pairs, lone surrogates and swapped surrogates.
const text = fc
  .array(fc.constantFrom("a", "é", "\ud83d", "\ude00", "😀", "\udbff", "\udc00"), { maxLength: 12 })
  .map((units) => units.join(""));

test("characters are counted as code points", () => {
  fc.assert(fc.property(text, (value) => expect(countCodePoints(value)).toBe([...value].length)));
});

test("minLength and maxLength count characters, not code units", () => {
  fc.assert(
    fc.property(text, fc.nat(13), fc.nat(13), (value, minLength, maxLength) => {
      const validate = ajv.compile({ type: "string", minLength, maxLength });
      const size = [...value].length;
      expect(validate(value)).toBe(size >= minLength && size <= maxLength);
    }),
    runs(200),
  );
});

test("a union beside patterns of names throws nothing, though all errors are collected", () => {
  const schema = {
    patternProperties: { "^a": { type: "number" } },
    anyOf: [{ additionalProperties: false }, { required: ["b"] }],
  };
  expect([{ a: 1 }, { ab: 1, b: 2 }, {}].map((value) => compileSchema(schema)(value))).toEqual([
    false,
    true,
    true,
  ]);
});
