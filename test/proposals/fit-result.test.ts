import { fitResult } from "../../src/proposals/fit-result.js";
import type { ValidationResult } from "../../src/proposals/results.js";
import fc from "../support/fast-check.js";

const fix = (length: number) => ({
  title: "Replace it",
  applicability: "machine-applicable" as const,
  patch: [{ op: "replace" as const, path: `/${"p".repeat(length)}`, value: 1 }],
});

function result(diagnostics: number, pathLength: number, repairLength: number): ValidationResult {
  return {
    valid: false,
    targetProduct: "product",
    domainId: "domain",
    specPackage: { version: "v1", digest: "sha256:0", url: "http://x" },
    summary: { errors: diagnostics, warnings: 0, fixable: diagnostics, truncated: false },
    diagnostics: Array.from({ length: diagnostics }, (_, at) => ({
      code: "code",
      severity: "error" as const,
      path: `/${at}${"\u00e9".repeat(pathLength)}`,
      message: "message",
      fixes: [fix(pathLength)],
      helpUrl: "http://x#code",
    })),
    repair: { patch: fix(repairLength).patch, remaining: 0, complete: true, open: [] },
  };
}

const withoutFixes = (whole: ValidationResult) => ({
  ...whole,
  diagnostics: whole.diagnostics.map((one) => ({ ...one, fixes: [] })),
});
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("a result that fits is returned unchanged", () => {
  const small = result(3, 10, 10);
  expect(fitResult(small)).toBe(small);
});

test("the last fixes are dropped first, then the repair, then the last diagnostics", () => {
  const whole = result(4, 100, 100);
  const withoutLastFix = fitResult(whole, bytes(whole) - 1);
  expect(withoutLastFix.diagnostics.map(({ fixes }) => fixes.length)).toEqual([1, 1, 1, 0]);
  expect(withoutLastFix.repair).toBeDefined();
  expect(withoutLastFix.summary.truncated).toBe(false);

  const bare = withoutFixes(whole);
  const withoutRepair = fitResult(whole, bytes(bare) - 1);
  expect(withoutRepair.summary.omitted).toEqual(["fixes", "repair"]);
  expect(withoutRepair.diagnostics).toEqual(bare.diagnostics);
  expect(withoutRepair.repair).toBeUndefined();

  const short = fitResult(whole, bytes(withoutRepair) - 1);
  expect(short.diagnostics).toEqual(bare.diagnostics.slice(0, 3));
  expect(short.summary).toEqual({ ...whole.summary, truncated: true, omitted: ["fixes", "repair"] });
});

test("diagnostics after the twentieth are dropped before the repair", () => {
  const whole = result(30, 100, 100);
  const bare = withoutFixes(whole);
  const shortened = fitResult(whole, bytes(bare) - 100);
  expect(shortened.repair).toEqual(whole.repair);
  expect(shortened.diagnostics).toEqual(bare.diagnostics.slice(0, 29));
  expect(shortened.summary).toMatchObject({ truncated: true, omitted: ["fixes"] });
  const { repair, ...rest } = { ...bare, diagnostics: bare.diagnostics.slice(0, 20) };
  const withoutRepair = fitResult(whole, bytes(rest) + 100);
  expect([withoutRepair.repair, withoutRepair.diagnostics.length]).toEqual([undefined, 20]);
});

test("the repaired candidate is dropped after the repair and before diagnostics", () => {
  const whole = { ...result(4, 100, 100), repaired: { text: "x".repeat(500) } };
  const { repair, ...bare } = withoutFixes(whole);
  const withoutRepair = fitResult(whole, bytes(bare) + 100);
  expect([withoutRepair.repair, withoutRepair.repaired]).toEqual([undefined, whole.repaired]);
  const without = fitResult(whole, bytes(bare) - 1);
  expect(without).toMatchObject({
    diagnostics: bare.diagnostics,
    summary: { omitted: ["fixes", "repair", "repaired"] },
  });
  expect(without.repaired).toBeUndefined();
});

test("a result with several diagnostics always fits, unless the first alone does not", () => {
  const [count, limit] = [fc.integer({ min: 1, max: 30 }), fc.integer({ min: 4_500, max: 50_000 })];
  fc.assert(
    fc.property(count, fc.nat(2_000), fc.nat(20_000), limit, (diagnostics, pathLength, repairLength, most) => {
      expect(bytes(fitResult(result(diagnostics, pathLength, repairLength), most))).toBeLessThanOrEqual(most);
    }),
  );
});
