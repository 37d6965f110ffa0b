import type { Json, JsonObject } from "../../../src/ground/json/value.js";
import { applyFix, baseCandidate, evaluateCandidate } from "../generator-option.js";

const candidateWith = (properties: object): JsonObject => ({
  ...structuredClone(baseCandidate),
  ...properties,
});

async function fixesAt(path: string, candidate: JsonObject) {
  const { diagnostics } = await evaluateCandidate(candidate);
  return diagnostics.filter((one) => one.path === path).flatMap(({ fixes }) => fixes);
}

describe("an unknown property is removed with certainty only where nothing is lost", () => {
  test.each<[string, unknown, boolean]>([
    ["$schema", "https://example.com/x.json", true],
    ["$comment", "by hand", true],
    ["//", "by hand", true],
    ["parent", null, true],
    ["keywords", [], true],
    ["title", "City weather", true],
    ["specVersion", "v1", true],
    ["specVersion", "v2", false],
    ["confidential", true, false],
    ["visibility", "private", false],
  ])("%s: %j", async (name, value, isCertain) => {
    const [fix] = await fixesAt(
      `/candidate/${name.replaceAll("/", "~1")}`,
      candidateWith({ [name]: value }),
    );
    expect(fix?.title).toBe(`Remove ${JSON.stringify(name)}`);
    expect(fix?.applicability).toBe(isCertain ? "machine-applicable" : "maybe-incorrect");
  });
});

describe("a value that another system has issued is no id of this candidate", () => {
  const withId = (name: string, value: string) => {
    const { generatorId: _, ...others } = structuredClone(baseCandidate);
    return { ...others, [name]: value };
  };
  test.each([
    ["id", "city-weather", "machine-applicable"],
    ["id", "weather-in-cities", "machine-applicable"],
    ["generatorKey", "meteo", "maybe-incorrect"],
    ["id", "a3bb189e-8bf9-4888-9912-ace4e6543002", "maybe-incorrect"],
    ["id", "prop-0001", "maybe-incorrect"],
    ["key", "spring-campaign", "maybe-incorrect"],
    ["generatorKey", "GEN-0042", "maybe-incorrect"],
  ])("%s: %s", async (name, value, applicability) => {
    const [fix] = await fixesAt(`/candidate/${name}`, withId(name, value));
    expect(fix).toMatchObject({ title: 'Rename to "generatorId"', applicability });
  });

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
  const owner = (id: string) => ({ owner: { kind: "human", id } });

  test.each<[string, object, string]>([
    ["TODO", { description: "TODO" }, "/description"],
    ["TBD with a full stop", { description: "TBD." }, "/description"],
    ["a type as a text", { generatorName: "string" }, "/generatorName"],
    ["angle brackets", { description: "<what it produces>" }, "/description"],
    ["double braces", { rationaleNotes: "{{notes}}" }, "/rationaleNotes"],
    ["lorem ipsum", { description: "Lorem ipsum dolor sit amet." }, "/description"],
    ["an id in quotes", owner("'user_4821'"), "/owner/id"],
    ["an id with a character that nobody sees", owner("user_48\u200b21"), "/owner/id"],
    ["an id with a template in it", owner("user_{{id}}"), "/owner/id"],
  ])("warns of %s", async (_, properties, path) => {
    expect(await left(candidateWith(properties))).toEqual([`warning /candidate${path}`]);
  });

  test.each<[string, object]>([
    ["a text about it", { description: "TODO lists as teams keep them." }],
    ["another letter case", { generatorName: "Todo" }],
    ["a tag within a text", { description: "Pages with <b> in them." }],
    ["a text in quotes", { description: '"Weather" as people say it' }],
    ["a hyphenated id", { generatorId: "todo-list" }],
    ["a text with a joiner", { description: "\u0e2a\u0e27\u0e31\u200b\u0e2a\u0e14\u0e35" }],
    [
      "a declared name and its type",
      { outputFields: fieldsOf("todo"), sampleRecords: [{ todo: "TODO" }] },
    ],
  ])("does not warn of %s", async (_, properties) => {
    expect(await left(candidateWith(properties))).toEqual([]);
  });

  function fieldsOf(name: string) {
    return [{ name, type: "string", description: "What is to be done." }];
  }
});

/** A candidate with one column of these values. */
const withColumn = (name: string, type: string, values: readonly Json[]): JsonObject => ({
  ...baseCandidate,
  outputFields: [{ name, type, description: "What is measured." }],
  sampleRecords: values.map((value) => ({ [name]: value })),
});

const columnOf = ({ sampleRecords }: JsonObject) =>
  (sampleRecords as JsonObject[]).flatMap(Object.values);

const rows: [name: string, type: string, sent: Json[], repaired: Json[]][] = [
  // A literal in quotes is meant as one, where no other value shows that strings are meant.
  ["v", "integer", ["12", "14"], [12, 14]],
  ["v", "integer", ["12", "x", "14"], [12, "x", 14]],
  ["v", "boolean", ["true", "false", "n/a"], [true, false, "n/a"]],
  ["v", "integer", ["12", "red", "blue"], ["12", "red", "blue"]],
  // Codes are strings, all of them.
  ["v", "integer", ["01234", "90210", 10115], ["01234", "90210", 10115]],
  ["v", "integer", ["12", "12a", 14], ["12", "12a", 14]],
  // What is written otherwise is certain only where all of it is.
  ["v", "number", ["1,5", "2,5", 3], [1.5, 2.5, 3]],
  // Where a comma stands before fractions, a point may stand for thousands.
  ["v", "number", ["12,5", "1.234", 3], ["12,5", "1.234", 3]],
  ["v", "number", ["1.234,50", "2.100", "980,00", 12], ["1.234,50", "2.100", "980,00", 12]],
  ["v", "number", ["1.234,50", "980,00", 12], [1234.5, "980,00", 12]],
  ["v", "boolean", ["yes", "no", true], [true, false, true]],
  ["v", "boolean", [1, 0, true], [true, false, true]],
  ["priceUsd", "number", ["$5", "$6", 7], [5, 6, 7]],
  ["v", "number", ["$5", "$6", 7], ["$5", "$6", 7]],
  ["v", "number", ["$5", "free", 7], ["$5", "free", 7]],
  // One currency, and that of the name.
  ["v", "number", ["$5", "\u20ac6", 7], ["$5", "\u20ac6", 7]],
  ["priceUsd", "number", ["\u20ac5", 7], ["\u20ac5", 7]],
  ["priceEur", "number", ["\u20ac5", 7], [5, 7]],
  ["distanceKm", "number", ["5 km", "6 km", 7], [5, 6, 7]],
  ["distanceKm", "number", ["5 km", "6 mi", 7], ["5 km", "6 mi", 7]],
  // What one date shows says nothing of another.
  ["v", "date", ["1/2/2025", "31/12/2025"], ["1/2/2025", "2025-12-31"]],
  ["v", "date", ["1/2/2025", "12/31/2025"], ["1/2/2025", "2025-12-31"]],
  ["v", "date", ["1/2/2025", "12/31/2025", "31/12/2025"], ["1/2/2025", "2025-12-31", "2025-12-31"]],
  ["v", "date", ["1.2.2025", "2025-02-03"], ["2025-02-01", "2025-02-03"]],
  ["v", "date", ["1/2/2025", "2.3.2025"], ["1/2/2025", "2025-03-02"]],
  ["v", "date", ["1.2.2025", "12/31/2025"], ["2025-02-01", "2025-12-31"]],
  [
    "v",
    "datetime",
    ["2025-03-01 09:30 UTC", "2025-03-01 10:30 GMT"],
    ["2025-03-01T09:30:00Z", "2025-03-01T10:30:00Z"],
  ],
];

test.each(rows)("%s of type %s: %j becomes %j", async (name, type, sent, repaired) => {
  const candidate = withColumn(name, type, sent);
  expect(columnOf(applyFix(candidate, (await evaluateCandidate(candidate)).repair))).toEqual(
    repaired,
  );
});

/** The candidate after one certain fix, and then after those that are certain first. */
async function fixedInTurn(candidate: JsonObject, start: number): Promise<JsonObject> {
  const { diagnostics } = await evaluateCandidate(candidate);
  const fixes = diagnostics.flatMap((one) => one.fixes ?? []);
  const certain = fixes.filter(({ applicability }) => applicability === "machine-applicable");
  const fix = certain[Math.min(start, certain.length - 1)];
  return fix === undefined ? candidate : fixedInTurn(applyFix(candidate, fix), 0);
}

test.each(rows)(
  "%s of type %s: %j gets no further by one fix after the other",
  async (name, type, sent, repaired) => {
    for (const start of sent.keys()) {
      const column = columnOf(await fixedInTurn(withColumn(name, type, sent), start));
      for (const [at, value] of column.entries())
        expect([sent[at], repaired[at]]).toContainEqual(value);
    }
  },
);
