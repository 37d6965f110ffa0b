import formats from "ajv-formats";
import type { JsonObject } from "../../src/ground/json/value.js";
import { compileLinearMatcher } from "../../src/ground/patterns/automaton.js";
import { compileSchema, InvalidSchema, validate } from "../../src/library.js";
import { Random } from "../support/random.js";
import { repetitions } from "../support/runs.js";
import { SEED } from "../support/seed.js";
import { DRAFTS, makeSchema, makeValue } from "./random-schemas.js";

test.each(DRAFTS)("the verdict of %s is that of AJV", async (_, $schema, Stock, keywords) => {
  const random = new Random(SEED);
  const differences: string[] = [];
  const verdicts = { true: 0, false: 0 };
  const rounds = repetitions(8);
  for (let round = 0; round < rounds; round++) {
    const value = makeSchema(random, keywords);
    const definitions = { one: makeSchema(random, keywords, 2) };
    const schema: JsonObject = { $schema, type: "object", properties: { value }, definitions };
    let catalog: ReturnType<typeof compileSchema>;
    try {
      catalog = compileSchema(schema);
    } catch (error) {
      // Only a definition that refers to itself is refused.
      if (
        error instanceof InvalidSchema &&
        error.message.includes("refers to itself without an end")
      )
        continue;
      throw error;
    }
    const stocks = [false, true].map((allErrors) =>
      formats
        .default(new Stock({ strict: false, logger: false, ownProperties: true, allErrors }))
        .compile(schema),
    );
    for (let tried = 0; tried < 12; tried++) {
      const candidate = { value: makeValue(random) };
      const { valid } = await validate(catalog, {
        targetProduct: "any",
        domainId: "schema",
        candidate,
      });
      verdicts[`${valid}`]++;
      const expected = verdictOf(stocks, candidate);
      if (expected !== undefined && valid !== expected)
        differences.push(JSON.stringify({ schema, candidate, valid }));
    }
  }
  expect(differences).toEqual([]);
  expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(1.5 * rounds);
});

/**
 * Undefined where AJV has none. It compares objects by calling `toString` and `valueOf`, also if
 * they are no functions. With `allErrors`, it throws for some `unevaluatedProperties`; without it,
 * it leaves out the keywords that follow `prefixItems` for an empty array.
 */
function verdictOf(stocks: readonly ((value: unknown) => unknown)[], candidate: unknown): unknown {
  try {
    const [verdict, ...others] = stocks.map((stock) => stock(candidate));
    return others.every((other) => other === verdict) ? verdict : undefined;
  } catch (error) {
    if (
      /\.(toString|valueOf) is not a function|Cannot set properties of undefined/.test(
        (error as Error).message,
      )
    )
      return undefined;
    throw error;
  }
}

test("an automaton accepts what the regular expression accepts", () => {
  const random = new Random(54);
  const patterns = [
    "^(a+)+$",
    "(a|b)*c{2,3}",
    "^\\w+@[^@\\s]+\\.com$",
    "\\bab\\b",
    "^a?b+$|^$",
    ".é",
    "^(?:a{0,2}b){2}",
  ];
  for (const pattern of patterns) {
    const steady = compileLinearMatcher(pattern);
    for (let tried = 0; tried < 300; tried++) {
      const text = Array.from({ length: random.below(9) }, () =>
        random.of([..."aabbc@. \né", ".com"]),
      ).join("");
      expect([pattern, text, steady?.(text)]).toEqual([
        pattern,
        text,
        new RegExp(pattern, "u").test(text),
      ]);
    }
  }
});

test("an automaton takes as long as a string is, and knows no look-around", () => {
  expect(compileLinearMatcher("^(a+)+$")?.(`${"a".repeat(10_000)}!`)).toBe(false);
  expect(compileLinearMatcher("^(?=a)")).toBeUndefined();
  expect(compileLinearMatcher("^(a)\\1$")).toBeUndefined();
});
