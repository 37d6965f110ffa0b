import type { CheckSource, RuleSource, SpecSource } from "../../../src/engine/grammar.js";
import { lintNumbers } from "../../../src/workshop/lint/lint-numbers.js";
import { PackageView } from "../../../src/workshop/view/package-view.js";

const shape = {
  type: "object",
  properties: {
    paidInvoices: { type: "array", minItems: 1, maxItems: 500, items: { type: "object" } },
    title: { type: "string", maxLength: 80 },
    validHours: { type: "integer" },
    rate: { type: "number" },
  },
};
const view = new PackageView({
  settings: { data: { longest: 48 }, declarations: {} },
  shape,
  rules: {},
} as unknown as SpecSource);

const INVOICES = { at: "/paidInvoices/*", count: { min: 10 } };
const TITLE = { at: "/title", length: { min: 20 } };
const HOURS = { at: "/validHours", range: { max: { spec: "/longest" } } };
const RATE = { at: "/rate", range: { above: 0.5 } };

function wrongIn(check: CheckSource, words: Partial<RuleSource>): string[] {
  const rule = { check, message: "wrong", summary: "Right.", rationale: "", severity: "error", examples: [], ...words };
  return [...lintNumbers(rule as RuleSource, view)].map(({ detail }) => detail);
}

test.each<[CheckSource, string]>([
  [INVOICES, "needs at least 10 paid invoices"],
  [INVOICES, "needs ten invoices"],
  [INVOICES, "has fewer than 10 invoices; more than 9 are needed"],
  [INVOICES, "at least 10 and at most 500 invoices"],
  [INVOICES, "needs at least {min} invoices, at most 3 pages each"],
  [INVOICES, "see ISO 3166, RFC 6901, v12 or 2026-01-31"],
  [INVOICES, 'invoices such as "12 invoices" are no invoices'],
  [TITLE, "say in at least two sentences why"],
  [TITLE, "write 20 to 80 characters"],
  [HOURS, "valid for at most two days"],
  [HOURS, "valid for at most 2 days"],
  [HOURS, "valid for more than 48"],
  [RATE, "the rate is not above 0.5"],
  [{ at: "/rate", range: { max: 0.9 } }, "at most 90 %"],
  [{ at: "/rate", range: { max: 10_000 } }, "more than 10 000"],
  [{ at: "/title", pattern: "^a" }, "at least 3 characters"],
  [{ at: "/validHours", range: { max: { candidate: "/rate" } } }, "at most 3 hours"],
])("%j: %s", (check, message) => {
  expect(wrongIn(check, { message, summary: message })).toEqual([]);
});

test.each<[CheckSource, string, claim: string, placeholder: string]>([
  [INVOICES, "needs at least 12 paid invoices", "at least 12", "{min}"],
  [INVOICES, "show twelve invoices", "twelve", "{min}"],
  [TITLE, "write between 20 and 90 characters", "90", "{min}"],
  [HOURS, "valid for up to 1,000 hours", "up to 1,000", "{max}"],
  [HOURS, "valid for 47 hours at most", "47", "{max}"],
  [RATE, "the rate is not above 0.6", "above 0.6", "{above}"],
])("%j is not: %s", (check, message, claim, placeholder) => {
  const [detail] = wrongIn(check, { message });
  expect(detail).toMatch(new RegExp(`^says "${claim}", but .*; write \\${placeholder}$`));
  expect(wrongIn(check, { summary: message })).toHaveLength(1);
});

test.each([
  ["Keep it for {max} hours", { "{path}": "{max}" }, 0],
  ["Keep it for 48 hours", { "{path}": "{max}" }, 0],
  ["Keep it for 30 hours", { "{path}": "{max}" }, 1],
  ["Keep it for 24 hours", { "{path}": 24 }, 0],
  ["Keep it for 12 hours", { "{path}": 24 }, 1],
  ["Keep it for a day", { "{path}": 24 }, 0],
])("a fix with the title %s that puts in %j", (title, set, wrong) => {
  const fixes: RuleSource["fixes"] = [{ title, applicability: "maybe-incorrect", set }];
  expect(wrongIn(HOURS, { fixes })).toHaveLength(wrong);
});
