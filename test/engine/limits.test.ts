import { evaluate } from "../../src/engine/evaluate.js";
import type { Operation } from "../../src/ground/json/patch.js";
import { UNKNOWN_REGISTRY } from "../../src/ground/registry/registry.js";
import fc from "../support/fast-check.js";
import type { Json } from "../support/json.js";
import { repetitions, runs } from "../support/runs.js";
import { mutatedCandidate, registryIds } from "./candidates.js";
import { baseCandidate, evaluateCandidate } from "./generator-option.js";
import { specOf } from "./spec-of.js";

const answerTo = (candidate: unknown) => evaluateCandidate(candidate, registryIds);
const field = (name: string, type = "string") => ({ name, type, description: "Told." });
const candidateWith = (change: object): Record<string, unknown> => ({
  ...baseCandidate,
  outputFields: [field("city")],
  sampleRecords: [{ city: "Oslo" }],
  ...change,
});

/** The longest run of one marked character: how much of a marked value an answer repeats. */
const MARK = "\u00a7";
const echoed = (value: unknown) =>
  Math.max(0, ...(JSON.stringify(value) ?? "").split(/[^\u00a7]+/).map((run) => run.length));

/**
 * All that a diagnostic says, without its pointers, which must name the place whatever it is
 * called.
 */
function words({
  message,
  actual,
  expected,
  fixes,
}: Awaited<ReturnType<typeof answerTo>>["diagnostics"][number]) {
  const values = ({ patch }: { patch: Operation[] }) =>
    patch.map((operation) => ("value" in operation ? operation.value : null));
  return { message, actual, expected, fixes: fixes.map((fix) => [fix.title, values(fix)]) };
}

const HUGE = MARK.repeat(5000);

describe("no diagnostic echoes more than 200 characters of a value", () => {
  test.each<[string, object]>([
    ["a string that is too long", { generatorName: HUGE }],
    ["an id that is not in kebab-case", { generatorId: HUGE }],
    ["an owner kind", { owner: { kind: HUGE, id: HUGE } }],
    ["a lone string where an array is required", { supportedStrategies: HUGE }],
    ["a field type", { outputFields: [field("city", HUGE)] }],
    ["a declared name that records lack", { outputFields: [field(HUGE)] }],
    ["a key that is not declared", { sampleRecords: [{ city: "", [HUGE]: 1 }] }],
    [
      "a value of the wrong type",
      { outputFields: [field("city", "integer")], sampleRecords: [{ city: HUGE }] },
    ],
    ["an unknown property", { [HUGE]: HUGE }],
    ["a string with half a surrogate pair", { description: `${HUGE}\ud800` }],
    ["white space around a long id", { owner: { kind: "human", id: ` ${HUGE} ` } }],
  ])("%s", async (_, change) => {
    const { diagnostics } = await answerTo(candidateWith(change));
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const diagnostic of diagnostics)
      expect(echoed(words(diagnostic))).toBeLessThanOrEqual(200);
  });

  test("no diagnostic does so, whatever is wrong and wherever a string has grown", async () => {
    const grown = (value: Json, at: { left: number }): Json => {
      if (typeof value === "string") return at.left-- === 0 ? HUGE : value;
      if (Array.isArray(value)) return value.map((item) => grown(item, at));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, below]) => [
          at.left-- === 0 ? HUGE : key,
          grown(below, at),
        ]),
      );
    };
    await fc.assert(
      fc.asyncProperty(mutatedCandidate, fc.nat(40), async (candidate, left) => {
        const { diagnostics } = await answerTo(grown(candidate, { left }));
        for (const diagnostic of diagnostics)
          expect(echoed(words(diagnostic))).toBeLessThanOrEqual(200);
      }),
      runs(25, repetitions(50)),
    );
  });
});

describe("very many violations", () => {
  const records = (length: number) => Array.from({ length }, () => ({ city: 7 }));

  test.each([
    [100, 0, false],
    [150, 2, true],
    [99, 2, true],
  ])(
    "of %i errors and %i warnings a hundred are shown, errors first",
    async (errors, warnings, truncated) => {
      const { rationaleNotes, ...others } = candidateWith({ sampleRecords: records(errors) });
      const candidate =
        warnings > 0 ? { ...others, generatorId: "person-nam" } : { ...others, rationaleNotes };
      const { diagnostics, summary } = await answerTo(candidate);
      expect(summary).toMatchObject({ errors, warnings, truncated });
      expect(diagnostics).toHaveLength(100);
      const shown = diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ path }) => path);
      expect(shown).toEqual(
        Array.from(
          { length: Math.min(100, errors) },
          (_, n) => `/candidate/sampleRecords/${n}/city`,
        ),
      );
    },
  );

  test.each([
    [100, 0, false],
    [101, 0, true],
    [100, 60, true],
  ])(
    "of %i infos and %i warnings after them, warnings are shown first",
    async (infos, warnings, truncated) => {
      const spec = specOf({
        rules: {
          "notes-are-short": { severity: "info", check: { at: "/notes/*", length: { max: 1 } } },
          "words-are-short": { severity: "warning", check: { at: "/words/*", length: { max: 1 } } },
        },
      });
      const texts = (length: number) => Array.from({ length }, () => "long");
      const candidate = { notes: texts(infos), words: texts(warnings) };
      const { diagnostics, summary } = await evaluate(spec, candidate, UNKNOWN_REGISTRY);
      expect(summary).toMatchObject({ errors: 0, warnings, truncated });
      expect(diagnostics).toHaveLength(100);
      expect(diagnostics.filter(({ severity }) => severity === "warning")).toHaveLength(warnings);
    },
  );

  test("more than are kept are counted all the same", async () => {
    const outputFields = Array.from({ length: 60 }, (_, n) => field(`field_${n}`));
    const sampleRecords = Array.from({ length: 400 }, () => ({}));
    const { summary, diagnostics } = await answerTo(candidateWith({ outputFields, sampleRecords }));
    expect(summary).toMatchObject({ errors: 24_000, truncated: true });
    expect(diagnostics).toHaveLength(100);
  });

  test("few that are shown because their paths are long are not called all", async () => {
    const candidate = {
      ["k".repeat(45_000)]: Array.from({ length: 10 }, () => "half \ud800 a pair"),
    };
    const { summary, diagnostics } = await evaluate(specOf({}), candidate, UNKNOWN_REGISTRY);
    expect([summary.errors, diagnostics.length, summary.truncated]).toEqual([10, 2, true]);
  });

  test("items beyond an array's limit are not checked: the array is reported once", async () => {
    const { diagnostics, summary } = await answerTo(candidateWith({ sampleRecords: records(600) }));
    expect(summary.errors).toBe(501);
    expect(diagnostics[0]).toMatchObject({ code: "too-many-items", expected: { maxItems: 500 } });
  });

  test("one item too many is reported; what it declares is not called undeclared", async () => {
    const outputFields = Array.from({ length: 65 }, (_, n) => field(`field_${n}`));
    const sampleRecords = [Object.fromEntries(outputFields.map(({ name }) => [name, "x"]))];
    const { diagnostics } = await answerTo(candidateWith({ outputFields, sampleRecords }));
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "too-many-items /candidate/outputFields",
    ]);
  });
});
