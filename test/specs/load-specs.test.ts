import { cpSync } from "node:fs";
import { join } from "node:path";
import { InvalidSpecs } from "../../src/errors/file-error.js";
import { loadSpecs, openSpecs } from "../../src/specs/load-specs.js";
import { serviceErrors } from "../../src/specs/service-specs.js";
import { someOf } from "../support/runs.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import {
  add,
  BASE,
  comparison,
  errorsOf,
  FREE,
  KEBAB,
  OWNER_ID,
  remove,
  replace,
  reported,
  SHAPE,
  SPEC,
  STRATEGIES,
  VERSION,
} from "./errors-of.js";
import { addRecipeCards } from "./recipe-card.js";
import { RulesFolder } from "./rules-folder.js";
import { addSecondVersion } from "./second-version.js";

const NOTES = `${VERSION}/rules/rationale-notes-are-given.json`;
const RECORDS = `${VERSION}/rules/sample-records-have-every-field.json`;
const fix = (change: object, applicability = "maybe-incorrect") =>
  add("/fixes/-", { title: "Correct it", applicability, ...change });
const when = (parts: object) => add("/when", comparison(parts));

type Change = Parameters<RulesFolder["patch"]>[1] | ((rules: RulesFolder) => void);
type Row = [mistake: string, file: string, change: Change, pointer: string, detail: RegExp];

describe("a mistake in a file is reported with the file, the pointer and what to do", () => {
  const rows: Row[] = [
    // Files and folders
    [
      "an empty folder",
      `${VERSION}/rules`,
      (rules) => {
        for (const file of rules.list(`${VERSION}/rules`)) rules.remove(`${VERSION}/rules/${file}`);
      },
      "",
      /folder is empty; add a file/,
    ],
    ["no domain at all", ".", (rules) => rules.remove("generator-option"), "", /no domain folder .* add one/],
    [
      "a file that is no JSON file",
      `${VERSION}/rules/notes.txt`,
      (rules) => rules.write(`${VERSION}/rules/notes.txt`, ""),
      "",
      /only .json files/,
    ],
    [
      "a version with a leading zero",
      "generator-option/v01",
      (rules) => rules.rename(VERSION, "generator-option/v01"),
      "",
      /named v1, v2 .* rename it/,
    ],
    [
      "a domain with a very long name",
      "x".repeat(65),
      (rules) => rules.rename("generator-option", "x".repeat(65)),
      "",
      /at most 64 characters.* rename it/,
    ],
    ["half a surrogate pair", FREE, replace("/examples/0/title", "\ud800"), "/examples/0/title", /write/],
    // The grammar of a rule
    ["no limit", NOTES, replace("/check/1/length", {}), "/check/1/length", /^must have at least 1 key$/],
    [
      "an option that the check has not",
      FREE,
      add("/check/suggest", "trimmed"),
      "/check",
      /unknown key "suggest"; allowed: at, where, not-registered/,
    ],
    ["a group for a check that has none", FREE, add("/check/per", ""), "/check", /unknown key "per"/],
    [
      "a value that the check does not take",
      FREE,
      replace("/check/not-registered", false),
      "/check/not-registered",
      /false must be true/,
    ],
    ["no check in the check", FREE, remove("/check/not-registered"), "/check", /needs one of "one-of"/],
    ["an unknown operator", FREE, when({ operator: "equals" }), "/when/operator", /did you mean "equal"\?/],
    ["an unknown fact", FREE, when({ fact: "candidat" }), "/when/fact", /did you mean "candidate"\?/],
    ["a path with *", FREE, when({ path: "/supportedStrategies/*" }), "/when/path", /to one place, without `\*`/],
    [
      "a comparison without a path",
      FREE,
      add("/when", { operator: "exists", value: true }),
      "/when",
      /"path" is missing/,
    ],
    [
      "a count of nothing",
      FREE,
      add("/when", { fact: "count", operator: "equal", value: 1 }),
      "/when",
      /"params" is missing/,
    ],
    ["an operator whose value is of the wrong type", FREE, when({ operator: "in", value: 5 }), "/when/value", /array/],
    ["an empty all", FREE, add("/when", { all: [] }), "/when/all", /at least 1 item/],
    ["an empty any further down", FREE, add("/when", { all: [{ any: [] }] }), "/when/all/0/any", /at least 1 item/],
    [
      "any beside all",
      FREE,
      add("/when", { all: [comparison({})], any: [comparison({})] }),
      "/when",
      /unknown key "any"; allowed: all/,
    ],
    ["one example only", FREE, remove("/examples/0"), "/examples", /at least 2 items/],
    ["a fix that resizes", FREE, add("/fixes/0/resize", { "/sampleRecords": 1 }), "/fixes/0", /unknown key "resize"/],
    [
      "a patch beside another change",
      FREE,
      add("/fixes/0/patch", [{ op: "remove", path: "/generatorId" }]),
      "/fixes/0",
      /a patch cannot be combined/,
    ],
    [
      "an operation of a patch without its value",
      FREE,
      fix({ patch: [{ op: "add", path: "/generatorId" }] }),
      "/fixes/1/patch/0",
      /"value" is missing/,
    ],
    // The grammar of spec.json
    [
      "a declaration with types and no type",
      SPEC,
      remove("/declarations/fields/type"),
      "/declarations/fields",
      /"types" needs "type" beside it/,
    ],
    [
      "a declaration that selects no items",
      SPEC,
      replace("/declarations/fields/at", "/outputFields"),
      "/declarations/fields/at",
      /ends in `\/\*`/,
    ],
    // References between files
    [
      "an unknown data reference in where",
      STRATEGIES,
      add("/check/where", { path: "", operator: "in", value: { spec: "/nope" } }),
      "/check/where/value",
      /no data at \/nope/,
    ],
    [
      "an unknown data reference in aliases",
      STRATEGIES,
      add("/check/aliases", { spec: "/nope" }),
      "/check/aliases",
      /no data at \/nope/,
    ],
    [
      "an unknown declaration in a list",
      RECORDS,
      replace("/check/has-keys/declared", "field"),
      "/check/has-keys/declared",
      /no declaration "field"; declarations: fields/,
    ],
    // What only running the examples shows
    [
      "a fix for items that no candidate has",
      FREE,
      fix({ remove: "/sampleRecord/*/city" }),
      "/fixes/1/remove",
      /"\/sampleRecord\/\*\/city" leads nowhere: .*did you mean "sampleRecords"\?/,
    ],
    [
      "a fix that sets what has no place",
      FREE,
      fix({ set: { "{path}/x": 1 } }),
      "/fixes/1",
      /its patch cannot be applied: .*generatorId\/x/,
    ],
    [
      "a suggestion that nothing uses, in a list of one check",
      OWNER_ID,
      [
        ...replace("/check", [{ at: "/owner/id", pattern: "^\\S+$", suggest: "trimmed" }]),
        ...["/fixes", "/examples/1/fix", "/examples/1/fixed", "/examples/2/fix"].flatMap(remove),
      ],
      "/check/0/suggest",
      /nothing uses \{suggestion\}/,
    ],
    [
      "an example that does not show the violation, and so no fix either",
      FREE,
      replace("/examples/1/set/~1generatorId", "other-name"),
      "/examples/1/violations",
      /expected \/generatorId, but found no violation/,
    ],
    [
      "a fix that would be certain if it caused nothing else",
      KEBAB,
      replace("/examples/2/fix", "machine-applicable"),
      "/examples/2/fix",
      /the first fix, .+, is maybe-incorrect, because it would cause generator-id-is-free/,
    ],
  ];
  test.each(someOf(rows, 5))("%s", async (_, file, change, pointer, detail) => {
    const breakRules = (rules: RulesFolder) =>
      typeof change === "function" ? change(rules) : rules.patch(file, change);
    expect(await errorsOf(breakRules)).toEqual([reported(file, pointer, detail)]);
  });
});

test("the rules that come with assay have no error", async () => {
  expect(await errorsOf(() => undefined)).toEqual([]);
});

test.each<[string, (rules: RulesFolder) => void]>([
  [
    "a condition on one item of an array",
    (rules) => rules.patch(FREE, when({ path: "/supportedStrategies/0", value: "realistic" })),
  ],
  [
    "what systems and editors leave behind",
    (rules) => {
      for (const name of [".DS_Store", "Thumbs.db", "spec.json~", ".spec.json.swp", ".#spec.json"])
        for (const folder of ["generator-option", VERSION, `${VERSION}/rules`, `${VERSION}/examples`])
          rules.write(`${folder}/${name}`, "\u0000");
    },
  ],
])("%s is no error", async (_, change) => {
  expect(await errorsOf(change)).toEqual([]);
});

test("a file without $schema is refused with the line to add, and nothing else is said", async () => {
  const errors = await errorsOf((rules) => {
    rules.patch(FREE, remove("/$schema"));
    rules.patch(SHAPE, remove("/$schema"));
  });
  expect(errors).toEqual([
    reported(SHAPE, "/$schema", /"\$schema" is missing.* add "\$schema": "\.\.\/\.\.\/shape\.schema\.json"$/),
    reported(FREE, "/$schema", /"\$schema" is missing.* add "\$schema": "\.\.\/\.\.\/\.\.\/rule\.schema\.json"$/),
  ]);
});

test("a file without $schema still shows its other errors", async () => {
  const errors = await errorsOf((rules) => rules.patch(FREE, [...remove("/$schema"), ...replace("/message", "taken")]));
  expect(errors).toContainEqual(reported(FREE, "/examples/1/message", /the message is "taken"/));
});

test("a rules folder that is not there is one error, not a crash", async () => {
  await expect(loadSpecs("nowhere")).rejects.toThrow("nowhere: the folder cannot be read; check the path");
});

test.each<[string, (rules: RulesFolder) => void, pointer: string, details: RegExp[]]>([
  [
    "an unknown check",
    (rules) => rules.patch(FREE, replace("/check", { at: "/generatorId", "not-registred": true })),
    "/check",
    [/unknown key "not-registred"; did you mean "not-registered"\?/, /needs one of "one-of", "none-of"/],
  ],
  [
    "a value that refers to nothing known",
    (rules) => rules.patch(FREE, when({ value: { fact: "nope" } })),
    "/when/value",
    [/unknown key "fact"; allowed: spec/, /"spec" is missing/],
  ],
])("%s is reported with what is missing instead", async (_, breakRules, pointer, details) => {
  const errors = await errorsOf(breakRules);
  expect(errors).toHaveLength(details.length);
  for (const detail of details) expect(errors).toContainEqual(reported(FREE, pointer, detail));
});

test("a base example with a diagnostic is reported", async () => {
  const errors = await errorsOf((rules) =>
    rules.patch(BASE, [
      ...replace("/candidate/rationaleNotes", ""),
      ...replace("/diagnostics", [{ code: "rationale-notes-are-given", path: "/rationaleNotes" }]),
    ]),
  );
  expect(errors).toContainEqual(reported(BASE, "/diagnostics", /must pass without a diagnostic/));
});

test("a message for the terminal names file, line, column, place and detail, one error a line", async () => {
  const rules = new RulesFolder();
  rules.write(FREE, "{\n  \n");
  rules.write(SPEC, JSON.stringify({ ...rules.read(SPEC), status: "done" }, undefined, 2));
  const error = await loadSpecs(rules.dir).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(InvalidSpecs);
  const lines = error.message.split("\n").map((line: string) => line.replace(`${rules.dir}/`, ""));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^generator-option\/v1\/spec\.json:3:13: \/status: "done" is not known here; allowed: draft, released, retired$/,
  );
  expect(lines[1]).toMatch(/^generator-option\/v1\/rules\/generator-id-is-free\.json:3:1: not JSON: /);
  expect(error.errors[0]).toMatchObject({ pointer: "/status", line: 3, column: 13 });
});

describe("a draft with an error", () => {
  const rules = new RulesFolder();
  beforeEach(() => {
    rules.restore();
    addSecondVersion(rules);
    rules.patch("generator-option/v2/spec.json", replace("/status", "draft"));
    rules.patch("generator-option/v2/rules/generator-id-is-free.json", replace("/severity", "fatal"));
  });

  test("is left out of what is opened, with its errors, and keeps no other version back", async () => {
    const loaded = await openSpecs(rules.dir);
    const { catalog, versions } = loaded;
    expect(serviceErrors(loaded).fatal).toEqual([]);
    expect(catalog.get("generator-option")?.versions.map(({ version }) => version)).toEqual(["v1"]);
    expect(versions).toMatchObject([
      { domainId: "generator-option", version: "v1", status: "released", errors: [] },
      {
        domainId: "generator-option",
        version: "v2",
        status: "draft",
        spec: undefined,
        errors: [{ pointer: "/severity", line: 1 }],
      },
    ]);
  });

  test("is an error all the same when everything is to be loaded", async () => {
    await expect(loadSpecs(rules.dir)).rejects.toThrow(/v2\/rules\/generator-id-is-free\.json:1:\d+: \/severity/);
  });

  test.each(["released", "retired"])("would stop the start if it were %s", async (status) => {
    rules.patch("generator-option/v2/spec.json", replace("/status", status));
    const { fatal } = serviceErrors(await openSpecs(rules.dir));
    expect(fatal).toMatchObject([{ pointer: "/severity" }]);
  });

  test("would stop the start if nobody could tell that it is one", async () => {
    rules.write("generator-option/v2/spec.json", "{");
    expect(serviceErrors(await openSpecs(rules.dir)).fatal.length).toBeGreaterThan(0);
  });

  test("an error of its domain stops the start", async () => {
    rules.patch("generator-option/domain.json", remove("/title"));
    expect(serviceErrors(await openSpecs(rules.dir)).fatal).toMatchObject([
      { detail: expect.stringMatching(/"title" is missing/) },
    ]);
  });
});

describe("several rules folders", () => {
  const second = temporaryFolder();
  beforeAll(() => {
    const rules = new RulesFolder();
    addRecipeCards(rules);
    cpSync(join(rules.dir, "recipe-card"), join(second, "recipe-card"), { recursive: true });
  });

  test("are loaded together", async () => {
    expect([...(await loadSpecs(["rules", second])).keys()]).toEqual(["generator-option", "recipe-card"]);
    expect([...(await loadSpecs(second)).keys()]).toEqual(["recipe-card"]);
  });

  test("may not have the same domain twice", async () => {
    const { fatal } = serviceErrors(await openSpecs(["rules", second, second]));
    expect(fatal).toEqual([
      {
        file: join(second, "recipe-card"),
        pointer: "",
        detail: 'the domain "recipe-card" is in two folders; remove one',
      },
    ]);
  });

  test("must all be there", async () => {
    await expect(loadSpecs(["rules", "nowhere"])).rejects.toThrow("nowhere: the folder cannot be read");
  });
});
