import { applyPatch, type Operation } from "rfc6902";
import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { JsonObject } from "../../../src/json/value.js";
import { RegistryIndex } from "../../../src/registry/registry-index.js";
import { compiledSpecs } from "../../support/compiled-specs.js";

const registry = RegistryIndex.of([]);
let spec: CompiledSpec;
let base: JsonObject;

beforeAll(() => {
  spec = compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;
  base = spec.source.examples["city-weather"]?.candidate as JsonObject;
});

const candidateWith = (properties: object): JsonObject => ({ ...structuredClone(base), ...properties });
const fieldsWith = (properties: object) =>
  (base.outputFields as JsonObject[]).map((field, at) => (at === 0 ? { ...field, ...properties } : field));

async function fixesAt(path: string, candidate: JsonObject) {
  const { diagnostics } = await evaluate(spec, candidate, registry);
  return diagnostics.filter((one) => one.path === path).flatMap(({ fixes }) => fixes);
}

function patched(candidate: JsonObject, patch: readonly unknown[]): JsonObject {
  const request = { candidate: structuredClone(candidate) };
  expect(applyPatch(request, patch as Operation[]).filter((failure) => failure !== null)).toEqual([]);
  return request.candidate;
}

describe("an unknown property is removed with certainty only where nothing is lost", () => {
  test.each<[string, unknown, boolean]>([
    ["$schema", "https://example.com/x.json", true],
    ["$comment", "by hand", true],
    ["_comment", "by hand", true],
    ["//", "by hand", true],
    ["parent", null, true],
    ["keywords", [], true],
    ["title", "City weather", true],
    ["specVersion", "v1", true],
    ["specVersion", "v2", false],
    ["confidential", true, false],
    ["visibility", "private", false],
    ["license", "MIT", false],
    ["maxPerMinute", 60, false],
  ])("%s: %j", async (name, value, isCertain) => {
    const [fix] = await fixesAt(`/candidate/${name.replaceAll("/", "~1")}`, candidateWith({ [name]: value }));
    expect(fix?.title).toBe(`Remove ${JSON.stringify(name)}`);
    expect(fix?.applicability).toBe(isCertain ? "machine-applicable" : "maybe-incorrect");
  });

  test("the first of several offers to remove all of them, in the candidate and in its fields", async () => {
    const candidate = candidateWith({ confidential: true, license: "MIT", outputFields: fieldsWith({ unit: "m" }) });
    const { repair } = await evaluate(spec, candidate, registry);
    expect(repair).toBeUndefined();
    const all = (await fixesAt("/candidate/confidential", candidate)).at(-1);
    expect(all?.applicability).toBe("maybe-incorrect");
    expect(all?.title).toBe('Remove all 3 unknown properties: "confidential", "license", "unit"');
    expect(patched(candidate, all?.patch ?? [])).toEqual(base);
    expect((await fixesAt("/candidate/license", candidate)).map(({ title }) => title)).toEqual(['Remove "license"']);
  });
});

describe("a value that another system has issued is no id of this candidate", () => {
  const withId = (name: string, value: string) => {
    const { generatorId: _, ...others } = structuredClone(base);
    return { ...others, [name]: value };
  };
  test.each([
    ["id", "city-weather", "machine-applicable"],
    ["id", "weather-in-cities", "machine-applicable"],
    ["generatorKey", "meteo", "machine-applicable"],
    ["genratorId", "meteo", "machine-applicable"],
    ["id", "a3bb189e-8bf9-4888-9912-ace4e6543002", "maybe-incorrect"],
    ["id", "prop-0001", "maybe-incorrect"],
    ["uid", "usr-4821", "maybe-incorrect"],
    ["key", "spring-campaign", "maybe-incorrect"],
    ["generatorKey", "GEN-0042", "maybe-incorrect"],
  ])("%s: %s", async (name, value, applicability) => {
    const [fix] = await fixesAt(`/candidate/${name}`, withId(name, value));
    expect(fix).toMatchObject({ title: 'Rename to "generatorId"', applicability });
  });

  test("a secret is offered to be removed, and nothing else", async () => {
    const secret = `ai_${"Jd83kDq0Zx81LmQv7TtYw2Nn".repeat(2)}`;
    for (const candidate of [withId("key", secret), candidateWith({ owner: { kind: "human", key: secret } })]) {
      const { diagnostics, repair } = await evaluate(spec, candidate, registry);
      expect(JSON.stringify([diagnostics.flatMap(({ fixes }) => fixes), repair])).not.toMatch(/"op":"move"/);
    }
  });
});

test.each([
  [{ kind: "agent", id: "claude-3" }, { kind: "human", id: "user-id" }, "has-placeholders"],
  [{ kind: "agent", id: "user_4821" }, { kind: "human", id: "user_4821" }, "maybe-incorrect"],
])("a person is not made from a program: %j", async (owner, meant, applicability) => {
  const candidate = candidateWith({ owner });
  const [fix] = await fixesAt("/candidate/owner/kind", candidate);
  expect(fix?.applicability).toBe(applicability);
  expect(patched(candidate, fix?.patch ?? []).owner).toEqual(meant);
});

describe("placeholder-left", () => {
  const left = async (candidate: JsonObject) =>
    (await evaluate(spec, candidate, registry)).diagnostics
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
    ["a word like it", { description: "strings of beads" }],
    ["a tag within a text", { description: "Pages with <b> in them." }],
    ["a text in quotes", { description: '"Weather" as people say it' }],
    ["a hyphenated id", { generatorId: "todo-list" }],
    ["a text with a joiner", { description: "\u0e2a\u0e27\u0e31\u200b\u0e2a\u0e14\u0e35" }],
    ["a declared name and its type", { outputFields: fieldsOf("todo"), sampleRecords: [{ todo: "TODO" }] }],
  ])("does not warn of %s", async (_, properties) => {
    expect(await left(candidateWith(properties))).toEqual([]);
  });

  function fieldsOf(name: string) {
    return [{ name, type: "string", description: "What is to be done." }];
  }
});
