import { FaultySpecs } from "../../src/specs/faults.js";
import { loadSpecs } from "../../src/specs/load-specs.js";
import {
  add,
  BASE,
  CONDITION,
  FREE,
  fault,
  faultsOf,
  native,
  OWNER_ID,
  OWNER_KIND,
  PARAMS,
  remove,
  replace,
  SCHEMA,
  SPEC,
  STRATEGIES,
  UNSAFE,
  VERSION,
} from "./faults-of.js";
import type { RulesFolder } from "./rules-folder.js";

const NOTES = `${VERSION}/rules/rationale-notes-are-given.json`;
const FIXES = "/event/params/fixes";
const fix = (patch: object[], applicability = "maybe-incorrect") =>
  add(`${FIXES}/-`, { title: "Mend it", applicability, patch });

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
      "a version with a leading zero",
      (rules) => rules.rename(VERSION, "generator-option/v01"),
      "generator-option/v01",
      "",
      /named v1, v2 .* rename it/,
    ],
    [
      "a domain that is not in kebab-case",
      (rules) => rules.rename("generator-option", "My Domain"),
      "My Domain",
      "",
      /kebab-case.* rename it/,
    ],
    [
      "a domain with a very long name",
      (rules) => rules.rename("generator-option", "x".repeat(65)),
      "x".repeat(65),
      "",
      /at most 64 characters.* rename it/,
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
    [
      "half a surrogate pair",
      (rules) => rules.patch(FREE, replace("/examples/0/title", "\ud800")),
      FREE,
      "/examples/0/title",
      /write whole characters/,
    ],
    // The grammar of a rule
    [
      "a check without either of two parameters",
      (rules) => rules.patch(NOTES, remove("/conditions/any/1/params/min")),
      NOTES,
      "/conditions/any/1/params",
      /^needs at least one of "min", "max"$/,
    ],
    [
      "a pointer that is none",
      (rules) => rules.patch(FREE, replace(`${PARAMS}/at`, "generatorId")),
      FREE,
      `${PARAMS}/at`,
      /"generatorId" must match .*: A JSON Pointer/,
    ],
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
    [
      "an example of a property that is not valid",
      (rules) => rules.patch(SCHEMA, replace("/properties/generatorName/examples/0", 5)),
      SCHEMA,
      "/properties/generatorName/examples/0",
      /fixes put it into candidates, .* 5 must be of type string/,
    ],
    [
      "an example of items that is too short",
      (rules) => rules.patch(SCHEMA, replace("/properties/outputFields/items/properties/name/examples/0", "")),
      SCHEMA,
      "/properties/outputFields/items/properties/name/examples/0",
      /"minLength": 1/,
    ],
    [
      "an example of an object that has a flaw",
      (rules) => rules.patch(SCHEMA, replace("/properties/owner/examples/0/id", 5)),
      SCHEMA,
      "/properties/owner/examples/0/id",
      /5 must be of type string/,
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
      "a condition on an item that no example has",
      (rules) =>
        rules.patch(FREE, add("/conditions/all/-", native({ path: "/supportedStrategies/2", operator: "notEqual" }))),
      FREE,
      "/conditions/all/1",
      /"\/supportedStrategies\/2" selects nothing in any example/,
    ],
    [
      "a default that makes the package invalid",
      (rules) => rules.patch(SPEC, replace("/normalize/3/value", 5)),
      SPEC,
      "/normalize/3/value",
      /wrong-type at \/rationaleNotes; give a value/,
    ],
    [
      "a default that is filled only when the package is built again",
      (rules) => {
        const part = { type: "object", additionalProperties: false, properties: { size: { type: "integer" } } };
        rules.patch(SCHEMA, add("/properties/part", part));
        rules.patch(BASE, add("/candidate/part", { size: 2 }));
        rules.patch(SPEC, [
          ...add("/normalize/0", { step: "default", at: "/part/size", value: 1 }),
          ...add("/normalize/1", { step: "default", at: "/part", value: {} }),
        ]);
      },
      SPEC,
      "/normalize/1/value",
      /twice is not the same as once; give a value/,
    ],
    [
      "a fix for each of what no example has",
      (rules) => rules.patch(FREE, fix([{ op: "remove", each: "/sampleRecord/*", path: "{each}/city" }])),
      FREE,
      `${FIXES}/1/patch/0/each`,
      /"\/sampleRecord\/\*" selects nothing in any example/,
    ],
    [
      "a fix that replaces what is not there",
      (rules) => rules.patch(FREE, fix([{ op: "replace", path: "/candidate/generatorID", value: "x" }])),
      FREE,
      `${FIXES}/1/patch/0`,
      /in the example "an id from the registry is taken", replace \/candidate\/generatorID cannot be applied.*correct it/,
    ],
    [
      "a fix whose second operation fails, though it claims to be certain",
      (rules) =>
        rules.patch(
          FREE,
          fix(
            [
              { op: "replace", path: "{path}", value: "{free}" },
              { op: "move", each: "/sampleRecords/*", from: "{each}/city", path: "{path}/{actual}" },
            ],
            "machine-applicable",
          ),
        ),
      FREE,
      `${FIXES}/1/patch/1`,
      /move .*cannot be applied/,
    ],
    [
      "a fix that is never offered because it fails, though an example expects it",
      (rules) => rules.patch(STRATEGIES, replace(`${FIXES}/0/patch/0/path`, "{path}/x")),
      STRATEGIES,
      `${FIXES}/0/patch/0`,
      /replace \/candidate\/supportedStrategies\/1\/x cannot be applied/,
    ],
    [
      "a fix that is no pointer into the candidate",
      (rules) => rules.patch(FREE, fix([{ op: "add", path: "a", value: "x" }])),
      FREE,
      `${FIXES}/1/patch/0`,
      /add a cannot be applied: pointers of fixes start with \/candidate/,
    ],
    [
      "a fix that changes another part of the request",
      (rules) => rules.patch(FREE, fix([{ op: "add", path: "/specVersion", value: "v1" }])),
      FREE,
      `${FIXES}/1/patch/0`,
      /pointers of fixes start with \/candidate/,
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
      "an example that does not show the violation, and so no fix either",
      (rules) => rules.patch(FREE, replace("/examples/1/patch", [])),
      FREE,
      "/examples/1/violations",
      /expected \/generatorId, but found none/,
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

test.each<[string, (rules: RulesFolder) => void]>([
  [
    "a condition on one item of a list",
    (rules) =>
      rules.patch(FREE, add("/conditions/all/-", native({ path: "/supportedStrategies/0", operator: "notEqual" }))),
  ],
  [
    "a default for a member that candidates must have, which never comes into use",
    (rules) => rules.patch(SPEC, add("/normalize/-", { step: "default", at: "/generatorId", value: 5 })),
  ],
])("%s is no fault", async (_, change) => {
  expect(await faultsOf(change)).toEqual([]);
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
