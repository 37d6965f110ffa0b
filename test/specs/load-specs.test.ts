import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceErrors } from "../../src/specs/check-specs.js";
import { InvalidSpecs } from "../../src/specs/file-error.js";
import { loadSpecs, openSpecs } from "../../src/specs/load-specs.js";
import { someOf } from "../support/runs.js";
import {
  add,
  BASE,
  comparison,
  errorsOf,
  FREE,
  KEBAB,
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

type Row = [mistake: string, breakRules: (rules: RulesFolder) => void, file: string, pointer: string, detail: RegExp];

describe("a mistake in a file is reported with the file, the pointer and what to do", () => {
  const rows: Row[] = [
    // Files and folders
    [
      "an empty folder",
      (rules) => {
        for (const file of rules.list(`${VERSION}/rules`)) rules.remove(`${VERSION}/rules/${file}`);
      },
      `${VERSION}/rules`,
      "",
      /folder is empty; add a file/,
    ],
    ["no domain at all", (rules) => rules.remove("generator-option"), ".", "", /no domain folder .* add one/],
    [
      "a file that is no JSON file",
      (rules) => rules.write(`${VERSION}/rules/notes.txt`, ""),
      `${VERSION}/rules/notes.txt`,
      "",
      /only .json files/,
    ],
    [
      "a version with a leading zero",
      (rules) => rules.rename(VERSION, "generator-option/v01"),
      "generator-option/v01",
      "",
      /named v1, v2 .* rename it/,
    ],
    [
      "a domain with a very long name",
      (rules) => rules.rename("generator-option", "x".repeat(65)),
      "x".repeat(65),
      "",
      /at most 64 characters.* rename it/,
    ],
    [
      "half a surrogate pair",
      (rules) => rules.patch(FREE, replace("/examples/0/title", "\ud800")),
      FREE,
      "/examples/0/title",
      /write/,
    ],
    // The grammar of a rule
    [
      "no limit",
      (rules) => rules.patch(NOTES, replace("/check/1/length", {})),
      NOTES,
      "/check/1/length",
      /^must have at least 1 key$/,
    ],
    [
      "an option that the check has not",
      (rules) => rules.patch(FREE, add("/check/suggest", "trimmed")),
      FREE,
      "/check",
      /unknown key "suggest"; allowed: at, where, not-registered/,
    ],
    [
      "a group for a check that has none",
      (rules) => rules.patch(FREE, add("/check/per", "")),
      FREE,
      "/check",
      /unknown key "per"/,
    ],
    [
      "a value that the check does not take",
      (rules) => rules.patch(FREE, replace("/check/not-registered", false)),
      FREE,
      "/check/not-registered",
      /false must be true/,
    ],
    [
      "no check in the check",
      (rules) => rules.patch(FREE, remove("/check/not-registered")),
      FREE,
      "/check",
      /needs one of "one-of"/,
    ],
    [
      "an unknown operator",
      (rules) => rules.patch(FREE, when({ operator: "equals" })),
      FREE,
      "/when/operator",
      /did you mean "equal"\?/,
    ],
    [
      "an unknown fact",
      (rules) => rules.patch(FREE, when({ fact: "candidat" })),
      FREE,
      "/when/fact",
      /did you mean "candidate"\?/,
    ],
    [
      "a path with *",
      (rules) => rules.patch(FREE, when({ path: "/supportedStrategies/*" })),
      FREE,
      "/when/path",
      /to one place, without `\*`/,
    ],
    [
      "a comparison without a path",
      (rules) => rules.patch(FREE, add("/when", { operator: "exists", value: true })),
      FREE,
      "/when",
      /"path" is missing/,
    ],
    [
      "a count of nothing",
      (rules) => rules.patch(FREE, add("/when", { fact: "count", operator: "equal", value: 1 })),
      FREE,
      "/when",
      /"params" is missing/,
    ],
    [
      "an operator whose value is of the wrong type",
      (rules) => rules.patch(FREE, when({ operator: "in", value: 5 })),
      FREE,
      "/when/value",
      /array/,
    ],
    ["an empty all", (rules) => rules.patch(FREE, add("/when", { all: [] })), FREE, "/when/all", /at least 1 item/],
    [
      "an empty any further down",
      (rules) => rules.patch(FREE, add("/when", { all: [{ any: [] }] })),
      FREE,
      "/when/all/0/any",
      /at least 1 item/,
    ],
    [
      "any beside all",
      (rules) => rules.patch(FREE, add("/when", { all: [comparison({})], any: [comparison({})] })),
      FREE,
      "/when",
      /unknown key "any"; allowed: all/,
    ],
    ["one example only", (rules) => rules.patch(FREE, remove("/examples/0")), FREE, "/examples", /at least 2 items/],
    [
      "a fix that resizes",
      (rules) => rules.patch(FREE, add("/fixes/0/resize", { "/sampleRecords": 1 })),
      FREE,
      "/fixes/0",
      /unknown key "resize"/,
    ],
    [
      "a patch beside another change",
      (rules) => rules.patch(FREE, add("/fixes/0/patch", [{ op: "remove", path: "/generatorId" }])),
      FREE,
      "/fixes/0",
      /a patch cannot be combined/,
    ],
    [
      "an operation of a patch without its value",
      (rules) => rules.patch(FREE, fix({ patch: [{ op: "add", path: "/generatorId" }] })),
      FREE,
      "/fixes/1/patch/0",
      /"value" is missing/,
    ],
    // The grammar of spec.json
    [
      "a declaration with types and no type",
      (rules) => rules.patch(SPEC, remove("/declarations/fields/type")),
      SPEC,
      "/declarations/fields",
      /"types" needs "type" beside it/,
    ],
    [
      "a declaration that selects no items",
      (rules) => rules.patch(SPEC, replace("/declarations/fields/at", "/outputFields")),
      SPEC,
      "/declarations/fields/at",
      /ends in `\/\*`/,
    ],
    // References between files
    [
      "an unknown data reference in where",
      (rules) => rules.patch(STRATEGIES, add("/check/where", { path: "", operator: "in", value: { spec: "/nope" } })),
      STRATEGIES,
      "/check/where/value",
      /no data at \/nope/,
    ],
    [
      "an unknown data reference in aliases",
      (rules) => rules.patch(STRATEGIES, add("/check/aliases", { spec: "/nope" })),
      STRATEGIES,
      "/check/aliases",
      /no data at \/nope/,
    ],
    [
      "an unknown declaration in a list",
      (rules) => rules.patch(RECORDS, replace("/check/has-keys/declared", "field")),
      RECORDS,
      "/check/has-keys/declared",
      /no declaration "field"; declarations: fields/,
    ],
    // What only running the examples shows
    [
      "a fix for items that no candidate has",
      (rules) => rules.patch(FREE, fix({ remove: "/sampleRecord/*/city" })),
      FREE,
      "/fixes/1/remove",
      /"\/sampleRecord\/\*\/city" leads nowhere: .*did you mean "sampleRecords"\?/,
    ],
    [
      "a fix that sets what has no place",
      (rules) => rules.patch(FREE, fix({ set: { "{path}/x": 1 } })),
      FREE,
      "/fixes/1",
      /its patch cannot be applied: .*generatorId\/x/,
    ],
    [
      "an example that does not show the violation, and so no fix either",
      (rules) => rules.patch(FREE, replace("/examples/1/set/~1generatorId", "other-name")),
      FREE,
      "/examples/1/violations",
      /expected \/generatorId, but found no violation/,
    ],
    [
      "a fix that would be certain if it caused nothing else",
      (rules) => rules.patch(KEBAB, replace("/examples/2/fix", "machine-applicable")),
      KEBAB,
      "/examples/2/fix",
      /the first fix, .+, is maybe-incorrect, because it would cause generator-id-is-free/,
    ],
  ];
  test.each(someOf(rows, 5))("%s", async (_, breakRules, file, pointer, detail) => {
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
  rules.remove();
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
  afterAll(() => rules.remove());
  const withDraft = async <T>(use: (rules: RulesFolder) => Promise<T>): Promise<T> => {
    addSecondVersion(rules);
    rules.patch("generator-option/v2/spec.json", replace("/status", "draft"));
    rules.patch("generator-option/v2/rules/generator-id-is-free.json", replace("/severity", "fatal"));
    try {
      return await use(rules);
    } finally {
      rules.restore();
    }
  };

  test("is left out of what is opened, with its errors, and keeps no other version back", () =>
    withDraft(async (rules) => {
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
    }));

  test("is an error all the same when everything is to be loaded", () =>
    withDraft(async (rules) => {
      await expect(loadSpecs(rules.dir)).rejects.toThrow(/v2\/rules\/generator-id-is-free\.json:1:\d+: \/severity/);
    }));

  test.each(["released", "retired"])("would stop the start if it were %s", (status) =>
    withDraft(async (rules) => {
      rules.patch("generator-option/v2/spec.json", replace("/status", status));
      const { fatal } = serviceErrors(await openSpecs(rules.dir));
      expect(fatal).toMatchObject([{ pointer: "/severity" }]);
    }),
  );

  test("would stop the start if nobody could tell that it is one", () =>
    withDraft(async (rules) => {
      rules.write("generator-option/v2/spec.json", "{");
      expect(serviceErrors(await openSpecs(rules.dir)).fatal.length).toBeGreaterThan(0);
    }));

  test("an error of its domain stops the start", () =>
    withDraft(async (rules) => {
      rules.patch("generator-option/domain.json", remove("/title"));
      expect(serviceErrors(await openSpecs(rules.dir)).fatal).toMatchObject([
        { detail: expect.stringMatching(/"title" is missing/) },
      ]);
    }));
});

describe("several rules folders", () => {
  const second = mkdtempSync(join(tmpdir(), "rules-"));
  afterAll(() => rmSync(second, { recursive: true }));
  beforeAll(() => {
    const rules = new RulesFolder();
    addRecipeCards(rules);
    cpSync(join(rules.dir, "recipe-card"), join(second, "recipe-card"), { recursive: true });
    rules.remove();
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
