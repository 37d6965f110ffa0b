import { type Answer, fitInto } from "../../src/engine/evaluate.js";
import type { Json } from "../../src/ground/json/value.js";
import fc from "../support/fast-check.js";

const fix = (length: number) => ({
  title: "Replace it",
  applicability: "machine-applicable" as const,
  patch: [{ op: "replace" as const, path: `/${"p".repeat(length)}`, value: 1 }],
});

/** What asks for room: so many diagnostics, each with a fix, and a repair. */
const evaluationOf = (count: number, pathLength: number, repairLength: number): Answer => ({
  valid: false,
  summary: { errors: count, warnings: 0, fixable: count, truncated: false },
  diagnostics: Array.from({ length: count }, (_, at) => ({
    code: "code",
    severity: "error" as const,
    path: `/${at}${"\u00e9".repeat(pathLength)}`,
    message: "message",
    fixes: [fix(pathLength)],
  })),
  repair: { patch: fix(repairLength).patch, remaining: 0, complete: true, open: [] },
});

const fill = async (evaluation: Answer, bytes: number, repaired?: Json) =>
  fitInto({ ...evaluation, ...(repaired !== undefined && { repaired }) }, bytes);
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const ENOUGH = 1_000_000;
/** More than what is counted for names and commas of parts that are not there in the end. */
const MARGIN = 150;

const whole = await fill(evaluationOf(4, 1_000, 1_000), ENOUGH);
const withoutFixes = (result: Answer) => ({
  ...result,
  diagnostics: result.diagnostics.map((one) => ({ ...one, fixes: [] })),
});
const bare = withoutFixes(whole);

test("with enough room, nothing is left out", () => {
  expect(whole.summary).toEqual({ errors: 4, warnings: 0, fixable: 4, truncated: false });
  expect(whole.diagnostics.map(({ fixes }) => fixes)).toEqual(Array(4).fill([fix(1_000)]));
  expect(whole.repair?.patch).toEqual(fix(1_000).patch);
});

test("the last fixes are left out first, then the repair, then the last diagnostics", async () => {
  const withoutLastFix = await fill(evaluationOf(4, 1_000, 1_000), bytes(whole) - 1);
  expect(withoutLastFix.diagnostics.map(({ fixes }) => fixes.length)).toEqual([1, 1, 1, 0]);
  expect(withoutLastFix.repair).toEqual(whole.repair);
  expect(withoutLastFix.summary).toMatchObject({ truncated: false, omitted: ["fixes"] });

  const withoutRepair = await fill(evaluationOf(4, 1_000, 1_000), bytes(bare) - 1);
  expect(withoutRepair).toMatchObject({
    diagnostics: bare.diagnostics,
    summary: { omitted: ["fixes", "repair"] },
  });
  expect(withoutRepair.repair).toBeUndefined();

  const short = await fill(evaluationOf(4, 1_000, 3_000), bytes(withoutRepair) - MARGIN);
  expect(short.diagnostics).toEqual(bare.diagnostics.slice(0, 3));
  expect(short.summary).toMatchObject({ truncated: true, omitted: ["fixes", "repair"] });
});

test("diagnostics after the twentieth are left out before the repair", async () => {
  const all = withoutFixes(await fill(evaluationOf(30, 1_000, 1_000), ENOUGH));
  const shortened = await fill(evaluationOf(30, 1_000, 1_000), bytes(all) - MARGIN);
  expect(shortened).toMatchObject({
    repair: whole.repair,
    summary: { truncated: true, omitted: ["fixes"] },
  });
  expect(shortened.diagnostics).toEqual(all.diagnostics.slice(0, 29));
});

test("a repaired candidate comes before the repair, and after diagnostics", async () => {
  const repaired = { text: "x".repeat(5_000) };
  const { repair, ...rest } = { ...bare, repaired };
  const withoutRepair = await fill(evaluationOf(4, 1_000, 1_000), bytes(rest) + MARGIN, repaired);
  expect(withoutRepair).toMatchObject({
    diagnostics: bare.diagnostics,
    repaired,
    summary: { omitted: ["fixes", "repair"] },
  });
  const withoutRepaired = await fill(evaluationOf(4, 1_000, 1_000), bytes(rest) - 1, repaired);
  expect(withoutRepaired).toMatchObject({
    repair: whole.repair,
    summary: { omitted: ["fixes", "repaired"] },
  });
  expect(withoutRepaired.repaired).toBeUndefined();
});

test("a result never has more bytes than its room, unless the first diagnostic alone does", async () => {
  const [count, limit] = [fc.integer({ min: 1, max: 30 }), fc.integer({ min: 4_500, max: 50_000 })];
  await fc.assert(
    fc.asyncProperty(
      count,
      fc.nat(2_000),
      fc.nat(20_000),
      limit,
      async (diagnostics, pathLength, repairLength, most) => {
        expect(
          bytes(await fill(evaluationOf(diagnostics, pathLength, repairLength), most)),
        ).toBeLessThanOrEqual(most);
      },
    ),
  );
});
