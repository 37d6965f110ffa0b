import { type Fault, FaultySpecs } from "../../src/specs/faults.js";
import { loadSpecs } from "../../src/specs/load-specs.js";
import { RulesFolder } from "./rules-folder.js";

const VERSION = "generator-option/v1";
const SPEC = `${VERSION}/spec.json`;
const SCHEMA = `${VERSION}/candidate.schema.json`;
const BASE = `${VERSION}/examples/city-weather.json`;
const FREE = `${VERSION}/rules/generator-id-is-free.json`;
const OWNER_ID = `${VERSION}/rules/owner-id-has-no-white-space.json`;
const OWNER_KIND = `${VERSION}/rules/owner-kind-is-allowed.json`;
const STRATEGIES = `${VERSION}/rules/supported-strategies-are-known.json`;
const CONDITION = "/conditions/all/0";
const PARAMS = `${CONDITION}/params`;
const UNSAFE = "^(\\w+\\s?)+$";

const add = (path: string, value: unknown) => [{ op: "add" as const, path, value }];
const replace = (path: string, value: unknown) => [{ op: "replace" as const, path, value }];
const remove = (path: string) => [{ op: "remove" as const, path }];
const native = (condition: object) => ({
  fact: "candidate",
  path: "/generatorId",
  operator: "equal",
  value: "x",
  ...condition,
});

async function faultsOf(breakRules: (rules: RulesFolder) => void): Promise<readonly Fault[]> {
  const rules = new RulesFolder();
  try {
    breakRules(rules);
    await loadSpecs(rules.dir);
    return [];
  } catch (error) {
    if (error instanceof FaultySpecs) return error.faults;
    throw error;
  } finally {
    rules.remove();
  }
}

const fault = (file: string, pointer: string, detail: RegExp) => ({
  file,
  pointer,
  detail: expect.stringMatching(detail),
});

type Row = [mistake: string, breakRules: (rules: RulesFolder) => void, file: string, pointer: string, detail: RegExp];

describe("a mistake in a file is reported with the file, the pointer and what to do", () => {
  test.each<Row>([
    // Files and folders
    ["bad JSON", (rules) => rules.write(FREE, "{"), FREE, "", /^not JSON: .+/],
    ["a missing file", (rules) => rules.remove(SCHEMA), SCHEMA, "", /missing; add it/],
    [
      "a missing domain.json",
      (rules) => rules.remove("generator-option/domain.json"),
      "generator-option/domain.json",
      "",
      /missing; add it/,
    ],
    [
      "a missing folder",
      (rules) => rules.remove(`${VERSION}/rules`),
      `${VERSION}/rules`,
      "",
      /folder is missing; add it/,
    ],
    ["no domain at all", (rules) => rules.remove("generator-option"), ".", "", /no domain folder .* add one/],
    ["a domain without a version", (rules) => rules.remove(VERSION), "generator-option", "", /no version.*add/],
    [
      "a file that is no JSON file",
      (rules) => rules.write(`${VERSION}/rules/notes.txt`, ""),
      `${VERSION}/rules/notes.txt`,
      "",
      /only .json files/,
    ],
    [
      "a folder that is not named like a version",
      (rules) => rules.rename(VERSION, "generator-option/version1"),
      "generator-option/version1",
      "",
      /named v1, v2 .* rename it/,
    ],
    [
      "a version that is not its folder's name",
      (rules) => rules.rename(VERSION, "generator-option/v2"),
      "generator-option/v2/spec.json",
      "/version",
      /"v1" must be "v2"/,
    ],
    [
      "a rule copied under another file name",
      (rules) => rules.copy(FREE, `${VERSION}/rules/generator-id-is-free-too.json`),
      `${VERSION}/rules/generator-id-is-free-too.json`,
      "/name",
      /"generator-id-is-free" must be "generator-id-is-free-too"/,
    ],
    // The grammar of a rule
    [
      "an unknown key",
      (rules) => rules.patch(FREE, add("/sumary", "x")),
      FREE,
      "",
      /unknown key "sumary"; did you mean "summary"\?/,
    ],
    [
      "a parameter that the check has not",
      (rules) => rules.patch(FREE, add(`${PARAMS}/values`, ["x"])),
      FREE,
      PARAMS,
      /unknown key "values"; allowed: at, check/,
    ],
    [
      "an unknown check",
      (rules) => rules.patch(FREE, replace(`${PARAMS}/check`, "registred")),
      FREE,
      `${PARAMS}/check`,
      /did you mean "registered"\?/,
    ],
    [
      "an unknown operator",
      (rules) => rules.patch(FREE, replace(CONDITION, native({ operator: "equals" }))),
      FREE,
      `${CONDITION}/operator`,
      /did you mean "equal"\?/,
    ],
    [
      "another operator than found on findings",
      (rules) => rules.patch(FREE, replace(`${CONDITION}/operator`, "equal")),
      FREE,
      `${CONDITION}/operator`,
      /"equal" must be "found"/,
    ],
    [
      "an unknown fact",
      (rules) => rules.patch(FREE, replace(CONDITION, native({ fact: "candidat" }))),
      FREE,
      `${CONDITION}/fact`,
      /did you mean "candidate"\?/,
    ],
    [
      "an operator whose value is of the wrong kind",
      (rules) => rules.patch(FREE, add("/conditions/all/-", native({ operator: "in", value: 5 }))),
      FREE,
      "/conditions/all/1/value",
      /array/,
    ],
    [
      "a value that refers to a fact",
      (rules) => rules.patch(FREE, add("/conditions/all/-", native({ value: { fact: "nope" } }))),
      FREE,
      "/conditions/all/1/value/fact",
      /./,
    ],
    [
      "an empty all",
      (rules) => rules.patch(FREE, replace("/conditions/all", [])),
      FREE,
      "/conditions/all",
      /at least 1 item/,
    ],
    [
      "an empty any further down",
      (rules) => rules.patch(FREE, add("/conditions/all/-", { any: [] })),
      FREE,
      "/conditions/all/1/any",
      /at least 1 item/,
    ],
    [
      "any beside all",
      (rules) => rules.patch(FREE, add("/conditions/any", [native({})])),
      FREE,
      "/conditions",
      /unknown key "any"; allowed: all/,
    ],
    [
      "no conditions",
      (rules) => rules.patch(FREE, replace("/conditions", {})),
      FREE,
      "/conditions",
      /"all" is missing/,
    ],
    ["one example only", (rules) => rules.patch(FREE, remove("/examples/0")), FREE, "/examples", /at least 2 items/],
    // The grammar of a candidate schema
    [
      "a list without a limit",
      (rules) => rules.patch(SCHEMA, remove("/properties/sampleRecords/maxItems")),
      SCHEMA,
      "/properties/sampleRecords",
      /"maxItems" is missing/,
    ],
    [
      "anyOf in the candidate schema",
      (rules) => rules.patch(SCHEMA, add("/properties/owner/anyOf", [{ type: "object" }])),
      SCHEMA,
      "/properties/owner",
      /unknown key "anyOf"/,
    ],
    // References between files
    [
      "an unknown data reference in a check",
      (rules) => rules.patch(OWNER_KIND, replace(`${PARAMS}/values/spec`, "/ownerKind")),
      OWNER_KIND,
      `${PARAMS}/values`,
      /no data at \/ownerKind; add it there or correct the reference/,
    ],
    [
      "an unknown data reference in a condition",
      (rules) =>
        rules.patch(FREE, add("/conditions/all/-", native({ fact: "spec", path: "/nope", operator: "notEqual" }))),
      FREE,
      "/conditions/all/1/path",
      /no data at \/nope/,
    ],
    [
      "an unknown data reference in a normalizing step",
      (rules) => rules.patch(SPEC, replace("/normalize/4/by/spec", "/nope")),
      SPEC,
      "/normalize/4/by",
      /no data at \/nope/,
    ],
    [
      "a missing base",
      (rules) => rules.patch(SPEC, replace("/base", "nope")),
      SPEC,
      "/base",
      /add examples\/nope.json/,
    ],
    [
      "a field type that is no JSON Schema",
      (rules) => rules.patch(SPEC, replace("/data/fieldTypes/uuid", { type: "strin" })),
      SPEC,
      "/data/fieldTypes/uuid",
      /not a JSON Schema/,
    ],
    // Patterns
    [
      "an unsafe pattern in a rule",
      (rules) => rules.patch(OWNER_ID, replace(`${PARAMS}/pattern`, UNSAFE)),
      OWNER_ID,
      `${PARAMS}/pattern`,
      /unsafe.*anchor/,
    ],
    [
      "a pattern that does not compile",
      (rules) => rules.patch(OWNER_ID, replace(`${PARAMS}/pattern`, "^(")),
      OWNER_ID,
      `${PARAMS}/pattern`,
      /does not compile/,
    ],
    [
      "an unsafe pattern in a field type",
      (rules) => rules.patch(SPEC, replace("/data/fieldTypes/uuid/pattern", UNSAFE)),
      SPEC,
      "/data/fieldTypes/uuid/pattern",
      /unsafe/,
    ],
    // What only running the examples shows
    [
      "a normalizing step that selects nothing",
      (rules) => rules.patch(SPEC, replace("/normalize/1/at", "/nope")),
      SPEC,
      "/normalize/1/at",
      /"\/nope" selects nothing in any example/,
    ],
    [
      "a condition that selects nothing",
      (rules) => rules.patch(FREE, add("/conditions/all/-", native({ path: "/nope", operator: "notEqual" }))),
      FREE,
      "/conditions/all/1",
      /"\/nope" selects nothing in any example/,
    ],
    [
      "no passing example",
      (rules) =>
        rules.patch(FREE, [
          ...replace("/examples/0/patch", [{ op: "replace", path: "/generatorId", value: "street-address" }]),
          ...replace("/examples/0/violations", ["/generatorId"]),
        ]),
      FREE,
      "/examples",
      /no example passes; add one/,
    ],
    [
      "no failing example",
      (rules) => rules.patch(FREE, replace("/examples/1", { title: "x", patch: [], violations: [] })),
      FREE,
      "/examples",
      /no example is violated; add one/,
    ],
    [
      "an example that removes what is not there",
      (rules) => rules.patch(FREE, replace("/examples/0/patch", [{ op: "remove", path: "/nope" }])),
      FREE,
      "/examples/0/patch",
      /does not apply/,
    ],
    [
      "an example that replaces what is not there",
      (rules) => rules.patch(FREE, replace("/examples/0/patch", [{ op: "replace", path: "/generatorID", value: "x" }])),
      FREE,
      "/examples/0/patch",
      /does not apply/,
    ],
    [
      "a wrong place of a violation",
      (rules) => rules.patch(FREE, replace("/examples/1/violations", ["/owner"])),
      FREE,
      "/examples/1/violations",
      /expected \/owner, but found \/generatorId/,
    ],
    [
      "a wrong fix",
      (rules) => rules.patch(FREE, replace("/examples/1/fix", "machine-applicable")),
      FREE,
      "/examples/1/fix",
      /expected machine-applicable, but the first fix is maybe-incorrect/,
    ],
    [
      "wrong diagnostics of a whole example",
      (rules) => {
        rules.copy(BASE, `${VERSION}/examples/other.json`);
        rules.patch(`${VERSION}/examples/other.json`, replace("/candidate/owner/kind", "agent"));
      },
      `${VERSION}/examples/other.json`,
      "/diagnostics",
      /expected none, but found owner-kind-is-allowed at \/owner\/kind/,
    ],
    ["a wrong proposal", (rules) => rules.patch(BASE, add("/proposal", {})), BASE, "/proposal", /normalizing gives \{/],
    [
      "a placeholder that nothing fills",
      (rules) => rules.patch(FREE, replace("/event/params/message", "{actual}, or {nearest}?")),
      FREE,
      "/event/params/message",
      /nothing fills the placeholder \{nearest\}; these can be used: .*free/,
    ],
    [
      "a placeholder that no check knows, in capitals",
      (rules) => rules.patch(FREE, replace("/event/params/message", "{actual}, or {freeId}?")),
      FREE,
      "/event/params/message",
      /nothing fills the placeholder \{freeId\}/,
    ],
  ])("%s", async (_, breakRules, file, pointer, detail) => {
    expect(await faultsOf(breakRules)).toEqual([fault(file, pointer, detail)]);
  });
});

test("the rules that come with assay have no fault", async () => {
  expect(await faultsOf(() => undefined)).toEqual([]);
});

test("a rules folder that is not there is one fault, not a crash", async () => {
  await expect(loadSpecs("nowhere")).rejects.toThrow("nowhere: the folder cannot be read; check the path");
});

test("a selector that selects nothing is reported beside the examples that it spoils", async () => {
  const faults = await faultsOf((rules) => rules.patch(FREE, replace(`${PARAMS}/at`, "/generatorID")));
  expect(faults).toContainEqual(fault(FREE, PARAMS, /"\/generatorID" selects nothing in any example/));
  expect(faults).toContainEqual(fault(FREE, "/examples/1/violations", /expected \/generatorId, but found none/));
});

test("a base example with a remark is reported", async () => {
  const faults = await faultsOf((rules) =>
    rules.patch(BASE, [
      ...replace("/candidate/rationaleNotes", ""),
      ...replace("/diagnostics", [{ code: "rationale-notes-are-given", path: "/rationaleNotes" }]),
    ]),
  );
  expect(faults).toContainEqual(fault(BASE, "/diagnostics", /must pass without a remark/));
});

describe("every fault of every file is reported at once", () => {
  test.each<[string, (rules: RulesFolder) => void, ReturnType<typeof fault>[]]>([
    [
      "in several files, versions and domains",
      (rules) => {
        rules.copy(VERSION, "generator-option/v2");
        rules.copy("generator-option", "other-option");
        rules.patch("generator-option/domain.json", remove("/title"));
        rules.patch(SCHEMA, remove("/properties/sampleRecords/maxItems"));
        rules.patch(FREE, [...add("/sumary", "x"), ...replace("/severity", "fatal")]);
        rules.write(OWNER_ID, "{");
        rules.patch("other-option/v1/spec.json", replace("/base", "nope"));
      },
      [
        fault("generator-option/domain.json", "", /"title" is missing/),
        fault(SCHEMA, "/properties/sampleRecords", /"maxItems" is missing/),
        fault(FREE, "", /unknown key "sumary"/),
        fault(FREE, "/severity", /"fatal" is not known here/),
        fault(OWNER_ID, "", /not JSON/),
        fault("generator-option/v2/spec.json", "/version", /"v1" must be "v2"/),
        fault("other-option/v1/spec.json", "/base", /no example "nope"/),
        fault("other-option/v2/spec.json", "/version", /"v1" must be "v2"/),
      ],
    ],
    [
      "when one rule cannot be read and others refer to nothing",
      (rules) => {
        rules.write(FREE, "{");
        rules.patch(OWNER_KIND, replace(`${PARAMS}/values/spec`, "/nope"));
        rules.patch(OWNER_ID, replace(`${PARAMS}/pattern`, UNSAFE));
      },
      [
        fault(FREE, "", /not JSON/),
        fault(OWNER_KIND, `${PARAMS}/values`, /no data at/),
        fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/),
      ],
    ],
    [
      "when one rule does not compile and the examples of another are wrong",
      (rules) => {
        rules.patch(OWNER_KIND, replace(`${PARAMS}/values/spec`, "/nope"));
        rules.patch(STRATEGIES, replace("/examples/1/violations", ["/owner"]));
      },
      [
        fault(OWNER_KIND, `${PARAMS}/values`, /no data at/),
        fault(STRATEGIES, "/examples/1/violations", /expected \/owner/),
      ],
    ],
    [
      "when one rule has two",
      (rules) =>
        rules.patch(OWNER_ID, [
          ...replace(`${PARAMS}/pattern`, UNSAFE),
          ...add("/conditions/all/-", {
            fact: "findings",
            params: { at: "/owner/kind", check: "in", values: { spec: "/nope" } },
            operator: "found",
            value: true,
          }),
        ]),
      [
        fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/),
        fault(OWNER_ID, "/conditions/all/1/params/values", /no data at/),
      ],
    ],
  ])("%s", async (_, breakRules, expected) => {
    const faults = await faultsOf(breakRules);
    expect(faults).toEqual(expect.arrayContaining(expected));
    expect(faults).toHaveLength(expected.length);
  });
});

test("a message for the terminal names file, place and detail, one fault a line", async () => {
  const faults = await faultsOf((rules) => {
    rules.write(FREE, "{");
    rules.patch(SPEC, replace("/status", "done"));
  });
  const lines = new FaultySpecs(faults).message.split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^generator-option\/v1\/spec.json at \/status: "done" is not known here; allowed: draft, /);
  expect(lines[1]).toMatch(/^generator-option\/v1\/rules\/generator-id-is-free.json: not JSON/);
});
