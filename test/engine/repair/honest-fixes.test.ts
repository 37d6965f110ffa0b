import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { casesOf } from "../../support/cases.js";
import { applyFix, baseCandidate, evaluateCandidate } from "../generator-option.js";

const testEach = casesOf(import.meta.url);

const candidateWith = (properties: object): JsonObject => ({
  ...structuredClone(baseCandidate),
  ...properties,
});

async function fixesAt(path: string, candidate: JsonObject) {
  const { diagnostics } = await evaluateCandidate(candidate);
  return diagnostics.filter((one) => one.path === path).flatMap(({ fixes }) => fixes);
}

describe("an unknown property is removed with certainty only where nothing is lost", () => {
  testEach<[string, unknown, boolean]>(
    "an unknown property that is removed: %s: %j",
    async (name, value, isCertain) => {
      const [fix] = await fixesAt(
        `/candidate/${name.replaceAll("/", "~1")}`,
        candidateWith({ [name]: value }),
      );
      expect(fix?.title).toBe(`Remove ${JSON.stringify(name)}`);
      expect(fix?.applicability).toBe(isCertain ? "machine-applicable" : "maybe-incorrect");
    },
  );
});

describe("a value that another system has issued is no id of this candidate", () => {
  const withId = (name: string, value: string) => {
    const { generatorId: _, ...others } = structuredClone(baseCandidate);
    return { ...others, [name]: value };
  };
  testEach<[string, string, string]>(
    "an id under another name: %s: %s",
    async (name, value, applicability) => {
      const [fix] = await fixesAt(`/candidate/${name}`, withId(name, value));
      expect(fix).toMatchObject({ title: 'Rename to "generatorId"', applicability });
    },
  );

  test("a secret is offered to be removed, and nothing else", async () => {
    const secret = `ai_${"Jd83kDq0Zx81LmQv7TtYw2Nn".repeat(2)}`;
    for (const candidate of [
      withId("key", secret),
      candidateWith({ owner: { kind: "human", key: secret } }),
    ]) {
      const { diagnostics, repair } = await evaluateCandidate(candidate);
      expect(JSON.stringify([diagnostics.flatMap(({ fixes }) => fixes), repair])).not.toMatch(
        /"op":"move"/,
      );
    }
  });
});

describe("placeholder-left", () => {
  const left = async (candidate: JsonObject) =>
    (await evaluateCandidate(candidate)).diagnostics
      .filter(({ code }) => code === "placeholder-left")
      .map(({ path, severity }) => `${severity} ${path}`);

  testEach<[string, object, string]>("warns of %s", async (_, properties, path) => {
    expect(await left(candidateWith(properties))).toEqual([`warning /candidate${path}`]);
  });

  testEach<[string, object]>("does not warn of %s", async (_, properties) => {
    expect(await left(candidateWith(properties))).toEqual([]);
  });
});

/** A candidate with one column of these values. */
const withColumn = (name: string, type: string, values: readonly Json[]): JsonObject => ({
  ...baseCandidate,
  outputFields: [{ name, type, description: "What is measured." }],
  sampleRecords: values.map((value) => ({ [name]: value })),
});

const columnOf = ({ sampleRecords }: JsonObject) =>
  (sampleRecords as JsonObject[]).flatMap(Object.values);

/** The candidate after one certain fix, and then after those that are certain first. */
async function fixedInTurn(candidate: JsonObject, start: number): Promise<JsonObject> {
  const { diagnostics } = await evaluateCandidate(candidate);
  const fixes = diagnostics.flatMap((one) => one.fixes ?? []);
  const certain = fixes.filter(({ applicability }) => applicability === "machine-applicable");
  const fix = certain[Math.min(start, certain.length - 1)];
  return fix === undefined ? candidate : fixedInTurn(applyFix(candidate, fix), 0);
}

testEach<[name: string, type: string, sent: Json[], repaired: Json[]]>(
  "%s of type %s: %j becomes %j",
  async (name, type, sent, repaired) => {
    const candidate = withColumn(name, type, sent);
    const { repair } = await evaluateCandidate(candidate);
    expect(columnOf(applyFix(candidate, repair))).toEqual(repaired);
    // One fix after the other gets no further.
    for (const start of sent.keys()) {
      const column = columnOf(await fixedInTurn(candidate, start));
      for (const [at, value] of column.entries())
        expect([sent[at], repaired[at]]).toContainEqual(value);
    }
  },
);
