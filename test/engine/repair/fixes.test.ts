import { RESULT_LIMIT } from "../../../src/engine/bounds.js";
import { evaluate, fitInto } from "../../../src/engine/evaluate.js";
import type { Json } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { casesOf } from "../../support/cases.js";
import fc from "../../support/fast-check.js";
import { patched } from "../../support/patched.js";
import { runs, someOf } from "../../support/runs.js";
import { mutatedCandidate } from "../candidates.js";
import { applyFix, baseCandidate, evaluateCandidate } from "../generator-option.js";
import { specOf } from "../spec-of.js";

const testEach = casesOf(import.meta.url);

const answerTo = (candidate: unknown) =>
  evaluateCandidate(candidate, ["person-name", "person-name-2"]);

const put = (path: string, value: unknown) => ({ op: "add", path, value });
const take = (path: string) => ({ op: "remove", path });
const rename = (from: string, path: string) => ({ op: "move", from, path });

const mistaken = (...mistakes: object[]) => patched(baseCandidate, mistakes);
/** Fields of one type, in place of those of the base. */
const fields = (names: readonly string[], type: string) =>
  put(
    "/outputFields",
    names.map((name) => ({ name, type, description: "Some." })),
  );
const list = <T>(length: number, make: (at: number) => T) =>
  Array.from({ length }, (_, at) => make(at));

describe("what is repaired without the author", () => {
  test.each([[], ["sampleRecords~"], ["sampleRecords~", "sampleRecords~~"]])(
    "a long value is put into an array without being repeated, and loses nothing beside it: %s %s",
    async (...names: string[]) => {
      const record = {
        city: "x".repeat(1000),
        temperature: 1,
        rainyDays: 1,
        measuredOn: "2026-03-01",
      };
      const remarks = Object.fromEntries(
        names.map((name) => [name, `${"a long remark, ".repeat(8)}${name}`]),
      );
      const candidate = { ...(mistaken(put("/sampleRecords", record)) as object), ...remarks };
      const { repair } = await answerTo(candidate);
      expect(JSON.stringify(repair).length).toBeLessThan(1000);
      expect(applyFix(candidate, repair)).toMatchObject({ sampleRecords: [record], ...remarks });
    },
  );

  test("what is left open are errors, no warnings", async () => {
    const candidate = mistaken(
      put("/supportedStrategies", ["Realistic"]),
      put("/owner/kind", "agent"),
      put("/rationaleNotes", ""),
    );
    const { summary, repair } = await answerTo(candidate);
    expect(summary.warnings).toBe(1);
    expect(repair?.open.map(({ path }) => path)).toEqual(["/candidate/owner/kind"]);
  });

  test("several mistakes at once, in one patch", async () => {
    const candidate = mistaken(
      put("/owner/kind", "Human"),
      put("/generatorId", "City Weather"),
      rename("/description", "/desription"),
      put("/supportedStrategies", ["fast", "fast", "Realistic"]),
      put("/sampleRecords/0/rainyDays", "6"),
      rename("/sampleRecords/1/city", "/sampleRecords/1/City"),
      put("/extra", null),
    );
    const { diagnostics, summary, repair } = await answerTo(candidate);
    expect(diagnostics).toHaveLength(8);
    expect(summary).toEqual({ errors: 8, warnings: 0, fixable: 8, truncated: false });
    expect(repair?.remaining).toBe(0);
    expect((await answerTo(applyFix(candidate, repair))).valid).toBe(true);
  });
});

describe("what is only proposed, because it changes the meaning", () => {
  testEach<[title: string, mistake: object, code: string, applicability: (string | undefined)[]]>(
    "proposes, but does not repair: %s",
    async (_, mistake, code, applicability) => {
      const candidate = mistaken(mistake);
      const { diagnostics } = await answerTo(candidate);
      const fixes = diagnostics.find((diagnostic) => diagnostic.code === code)?.fixes;
      expect(fixes?.map((fix) => fix.applicability)).toEqual(applicability);
      for (const fix of fixes ?? []) {
        const after = await answerTo(applyFix(candidate, fix));
        expect(after.diagnostics.map((diagnostic) => diagnostic.code)).not.toContain(code);
      }
    },
  );
});

test("every fix applies, and one with placeholders is valid in form: what it is for is gone", async () => {
  await fc.assert(
    fc.asyncProperty(mutatedCandidate, async (candidate) => {
      const { diagnostics } = await answerTo(candidate);
      for (const { code, path, expected, fixes } of diagnostics.slice(0, 10)) {
        for (const fix of fixes.filter(
          ({ applicability }) => applicability !== "machine-applicable",
        )) {
          const after = await answerTo(applyFix(candidate, fix));
          if (fix.applicability !== "has-placeholders" || after.summary.truncated) continue;
          expect(after.diagnostics).not.toContainEqual(
            expect.objectContaining({ code, path, expected }),
          );
        }
      }
    }),
    runs(20),
  );
});

test.each([
  ["removes the whole candidate", { remove: "{path}" }],
  ["puts a string in its place", { set: { "{path}": "" } }],
])("a fix that %s is no fix", async (_, change) => {
  const fix = { title: "Change it", applicability: "machine-applicable" as const, ...change };
  const spec = specOf({
    rules: { "has-a": { check: { at: "", "has-keys": ["a"] }, fixes: [fix] } },
  });
  const { diagnostics, repair } = await evaluate(spec, {}, RegistryIndex.of([]));
  expect([diagnostics[0]?.fixes, repair]).toEqual([[], undefined]);
});

test("of two names that misspell one, neither is taken or dropped without the author", async () => {
  const candidate = mistaken(
    rename("/generatorName", "/generatorNam"),
    put("/generatorNme", "Other"),
  );
  const { diagnostics } = await answerTo(candidate);
  expect(
    diagnostics.map(({ path, fixes }) => [path, fixes.map(({ applicability }) => applicability)]),
  ).toEqual([
    ["/candidate/generatorNam", ["maybe-incorrect", "maybe-incorrect"]],
    ["/candidate/generatorNme", ["maybe-incorrect", "maybe-incorrect"]],
  ]);
});

test("a value that is not right under the name that it may stand for is not moved there unasked", async () => {
  const candidate = mistaken(
    put("/output", {}),
    rename("/outputFields", "/output/fields"),
    rename("/sampleRecords", "/output/samples"),
  );
  const { diagnostics, repair } = await answerTo(candidate);
  expect(repair).toBeUndefined();
  const fixes = diagnostics.flatMap(({ path, fixes: own }) =>
    path === "/candidate/output" ? own : [],
  );
  expect(fixes.filter((fix) => "mustFitAt" in fix)).toEqual([]);
});

testEach<[name: string, at: string, expected: object[]]>(
  "an id that is made from the name %j at %s is offered",
  async (name, at, expected) => {
    const { diagnostics } = await answerTo(
      mistaken(take("/generatorId"), take("/generatorName"), put(at, name)),
    );
    const fixes = diagnostics.flatMap(({ code, fixes: own }) =>
      code === "missing-property" ? own : [],
    );
    expect(fixes.filter(({ applicability }) => applicability === "maybe-incorrect")).toMatchObject(
      expected,
    );
  },
);

describe("two fixes that are both proven", () => {
  const tags = { type: "array", maxItems: 1000, items: { type: "string" } };
  const free = specOf({
    shape: {
      type: "object",
      properties: { tags, lists: { type: "array", maxItems: 1000, items: tags } },
    },
  });

  test("are not certain", async () => {
    const { diagnostics, repair } = await evaluate(free, { tags: "a, b" }, RegistryIndex.of([]));
    expect(diagnostics[0]?.fixes).toMatchObject([
      { applicability: "maybe-incorrect", patch: [{ value: ["a", "b"] }] },
      { applicability: "maybe-incorrect", patch: [{ value: ["a, b"] }] },
    ]);
    expect(repair).toBeUndefined();
  });

  test("are not certain either where one of them could not be tried", async () => {
    const candidate = { lists: Array(90).fill("x, y"), tags: Array(900).fill("t".repeat(60)) };
    const { summary } = await evaluate(free, candidate, RegistryIndex.of([]));
    expect(summary).toMatchObject({ errors: 90, fixable: 0 });
  });
});

describe("fixes that are proven together", () => {
  const record = (more: object) => ({
    city: "Oslo",
    temperature: 1.5,
    rainyDays: 3,
    measuredOn: "2026-01-01",
    ...more,
  });
  const records = (count: number, make: (at: number) => unknown) =>
    put("/sampleRecords", list(count, make));
  const different = (at: number) => record({ temperature: `${at}.5`, measuredOn: day(at) });
  const SLIPS = { temperature: "1.5", measuredOn: "2026/01/01" };
  const day = (at: number) => `${2000 + at}/01/31`;

  /**
   * Sends a candidate and what its repairs make of it, each with fewer errors, until it is valid.
   */
  async function expectSettled(sent: unknown, answers = 3) {
    let candidate = sent;
    let left = Number.POSITIVE_INFINITY;
    for (let asked = 0; asked < answers && left > 0; asked++) {
      const { repair } = await answerTo(candidate);
      expect(repair?.remaining).toBeLessThan(left);
      left = repair?.remaining ?? 0;
      expect(repair?.complete).toBe(left === 0);
      candidate = applyFix(candidate, repair);
    }
    expect(await answerTo(candidate)).toMatchObject({ valid: true, diagnostics: [] });
  }

  test.each<[string, object, errors: number]>([
    ["two slips in each of 400 records", records(400, () => record(SLIPS)), 800],
    [
      "three slips in each of 400 records",
      records(400, (at) => record({ ...SLIPS, rainyDays: `${at % 9}` })),
      1_200,
    ],
    ["two slips in each of 320 different records", records(320, different), 640],
    [
      "records that are JSON in strings, with slips in them",
      records(150, () => JSON.stringify(record(SLIPS))),
      150,
    ],
  ])("%s are fixed in three answers at most", async (_, mistake, errors) => {
    const candidate = mistaken(mistake);
    expect((await answerTo(candidate)).summary.errors).toBe(errors);
    await expectSettled(candidate);
  });

  describe.each(someOf([49, 50, 51, 120, 400], 3))(
    "three columns under other names in each of %i records",
    (count) => {
      const { city, temperature, rainyDays, measuredOn } = record({});
      test.each<[string, (at: number) => object]>([
        [
          "in other case",
          () => ({ City: city, TEMPERATURE: temperature, RainyDays: rainyDays, measuredOn }),
        ],
        [
          "in other notations",
          () => ({
            city,
            temp_erature: temperature,
            "rainy days": rainyDays,
            measured_on: measuredOn,
          }),
        ],
        [
          "beside wrong values",
          () => ({ City: city, temperature: "1.5", rainyDays, MeasuredOn: measuredOn }),
        ],
        [
          "beside the right ones",
          (at) =>
            at % 2 === 0
              ? record({})
              : { Citty: city, temprature: temperature, rainyDay: rainyDays, measuredOn },
        ],
      ])("%s are fixed in three answers at most", async (_, make) => {
        const candidate = mistaken(records(count, make));
        await expectSettled(candidate);
      });
    },
  );

  test.each<[string, object]>([
    ["values", record({ ...SLIPS, rainyDays: "3" })],
    ["names", { City: "Oslo", " temperature": 1.5, "rainy days": 3, measuredOn: "2026-01-01" }],
  ])("%s of several columns are certain one by one, too", async (_, slips) => {
    const { summary, diagnostics } = await answerTo(mistaken(records(100, () => slips)));
    expect(summary).toMatchObject({ errors: 300, fixable: 300 });
    const best = new Set(diagnostics.map(({ fixes: [fix] }) => fix?.applicability));
    expect(best).toEqual(new Set(["machine-applicable"]));
  });

  test("the operations of one column come one after the other", async () => {
    const { repair } = await answerTo(mistaken(records(3, () => record(SLIPS))));
    const columns = repair?.patch.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
    expect(columns).toEqual([
      "measuredOn",
      "measuredOn",
      "measuredOn",
      "temperature",
      "temperature",
      "temperature",
    ]);
  });

  test("fixes that a response has no room for are left out, and the summary says so", async () => {
    const names = list(60, (at) => `${"ä".repeat(30)}${at}`);
    const candidate = mistaken(
      fields(names, "String"),
      records(40, () => Object.fromEntries(names.map((name) => [name, "x"]))),
    );
    const { diagnostics, summary, repair } = await answerTo(candidate);
    const of = (code: string) => diagnostics.filter((one) => one.code === code);
    const named = of("output-field-names-are-identifiers").map(({ fixes }) => fixes.length > 0);
    expect(named[0]).toBe(true);
    expect(named.at(-1)).toBe(false);
    expect(summary).toMatchObject({ fixable: repair?.patch.length, omitted: ["fixes"] });
    expect(summary.errors - (repair?.remaining ?? 0)).toBe(summary.fixable);
  });

  test("a repair is no longer than a response can be", async () => {
    const names = list(2, (at) => `${"\u00e4".repeat(90)}${at}`);
    const of = (spelled: (name: string) => string) =>
      Object.fromEntries(names.map((name) => [spelled(name), "Some words."]));
    const candidate = mistaken(
      fields(names, "string"),
      records(200, (at) => of((name) => (at === 0 ? name : name.replace(/.$/, "_$&")))),
    );
    const answer = fitInto(await answerTo(candidate), RESULT_LIMIT);
    const { repair } = answer;
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(RESULT_LIMIT);
    expect(repair?.complete).toBe(false);
    expect(repair?.patch.length).toBeGreaterThan(200);
  });

  const strategies = put("/supportedStrategies", ["FAST", "realistic"]);
  /** With a property before all others that is removed. */
  const behind = (name: string, ...mistakes: object[]) => ({
    [name]: null,
    ...(mistaken(...mistakes) as object),
  });

  test("a fix or a value that is too long for a repair does not keep others out of it", async () => {
    const names = ["a", "b", "c", "d", "e", "f"].map((letter) => letter + "n".repeat(60));
    const one = Object.fromEntries(names.map((name) => [name, "abc"]));
    const inText = JSON.stringify(Array.from({ length: 400 }, () => one));
    for (const candidate of [
      behind("~".repeat(82_000), strategies),
      mistaken(fields(names, "string"), put("/sampleRecords", inText), strategies),
    ])
      expect((await answerTo(candidate)).repair).toMatchObject({
        patch: [{ op: "replace", path: "/candidate/supportedStrategies/0", value: "fast" }],
        remaining: 1,
        complete: false,
      });
  });

  test("fixes are said to be left out only where there are some", async () => {
    const name = "x".repeat(300);
    const candidate = behind("~".repeat(26_000), put("/outputFields/0/name", name));
    const { diagnostics, summary } = await answerTo(candidate);
    expect(diagnostics[0]?.fixes).toHaveLength(1);
    expect(summary.omitted).toBeUndefined();
  });

  test("of more fixes than can be proven, a repair takes what can be, and the next ones the rest", async () => {
    const slips = (at: number) => ({
      City: "Oslo",
      temperature: `${at},5`,
      rainyDays: `${at}`,
      measuredOn: day(at),
    });
    // The fewest fixes that a repair proves and applies.
    const minFixed = 400;
    let remaining = 4 * 300;
    let candidate = mistaken(records(301, (at) => (at === 0 ? record({}) : slips(at))));
    for (let round = 0; round < 3 && remaining > 0; round++) {
      const { repair } = await answerTo(candidate);
      expect(repair?.remaining).toBeLessThan(Math.max(1, remaining - minFixed));
      remaining = repair?.remaining ?? Number.NaN;
      expect(repair?.complete).toBe(remaining === 0);
      candidate = applyFix(candidate, repair);
    }
    expect(remaining).toBe(0);
  });

  test("fixes that uncover more errors than are kept are not certain", async () => {
    const names = list(64, (at) => `flag${at}`);
    const values = Object.fromEntries(names.map((name) => [name, "false"]));
    const candidate = mistaken(
      fields(names, "Boolean"),
      records(50, () => values),
    );
    const { summary, repair } = await answerTo(candidate);
    expect(summary).toMatchObject({ errors: 64, fixable: 0 });
    expect(repair).toBeUndefined();
  });

  test("a fix that does not hold keeps no other from the repair", async () => {
    const candidate = mistaken(
      records(100, () => record({ temperature: "1.5" })),
      put("/generatorId", "Person Name"),
      put("/owner/kind", "Human"),
    );
    const { diagnostics, repair } = await answerTo(candidate);
    expect(repair).toMatchObject({ remaining: 1, complete: true });
    expect(
      diagnostics.find(({ path }) => path === "/candidate/generatorId")?.fixes[0]?.applicability,
    ).toBe("maybe-incorrect");
  });

  test("what one fix makes wrong does not count as uncovered by another", async () => {
    const candidate = mistaken(
      put("/outputFields/1/type", "numbr"),
      put("/outputFields/0/name", "naïve city"),
    );
    const { diagnostics, repair } = await answerTo(candidate);
    expect(diagnostics.map(({ path, fixes }) => [path, fixes[0]?.applicability])).toContainEqual([
      "/candidate/outputFields/0/name",
      "maybe-incorrect",
    ]);
    expect(repair?.patch).toEqual([
      { op: "replace", path: "/candidate/outputFields/1/type", value: "number" },
    ]);
  });

  test("a fix that needs another one afterwards is offered with it", async () => {
    const candidate = mistaken(
      put("/supportedStrategies", ["Fast", "fast"]),
      put("/owner/kind", "Human"),
    );
    const { diagnostics, repair } = await answerTo(candidate);
    expect(repair).toMatchObject({ remaining: 0, complete: true });
    const fix = diagnostics.find(({ path }) => path === "/candidate/supportedStrategies/0")
      ?.fixes[0];
    expect(fix).toMatchObject({
      applicability: "machine-applicable",
      patch: [{ op: "replace" }, { op: "remove" }],
    });
    const alone = await answerTo(applyFix(candidate, fix));
    expect(alone.diagnostics.map(({ path }) => path)).toEqual(["/candidate/owner/kind"]);
  });
});

test("from nothing, every fix in turn leads to a valid candidate", async () => {
  let candidate: Json = {};
  for (let turn = 0; turn < 5; turn++) {
    const { valid, diagnostics } = await answerTo(candidate);
    if (valid) return;
    candidate = patched(
      { candidate },
      diagnostics.flatMap(({ fixes }) => fixes[0]?.patch ?? []),
    ).candidate;
  }
  expect(await answerTo(candidate)).toMatchObject({ valid: true });
});

test("a fix of the repair that takes the place of a placeholder is listed with its diagnostic", async () => {
  const placeholder = "What the generator produces and for whom.";
  const candidate = mistaken(
    put("/about", baseCandidate.description),
    put("/description", placeholder),
  );
  const { diagnostics, repair } = await answerTo(candidate);
  expect(applyFix(candidate, repair)).toEqual(baseCandidate);
  expect(diagnostics.find(({ path }) => path === "/candidate/about")?.fixes).toMatchObject([
    {
      applicability: "machine-applicable",
      patch: [rename("/candidate/about", "/candidate/description")],
    },
  ]);
});
