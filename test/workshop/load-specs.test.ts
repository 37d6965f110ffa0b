import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countErrors, errorText, InvalidSpecs } from "../../src/ground/files/file-error.js";
import { validate } from "../../src/library.js";
import { formatSpecValue } from "../../src/specs/format-spec-file.js";
import { loadSpecs, tryLoadSpecs } from "../../src/specs/load-specs.js";
import { splitErrors } from "../../src/specs/service-specs.js";
import {
  errorsOf,
  FREE,
  recordVersions,
  reported,
  SHAPE,
  SPEC,
  STRATEGIES,
  VERSION,
} from "../specs/errors-of.js";
import { type Edits, RulesFolder } from "../support/rules-folder.js";
import { someOf } from "../support/runs.js";

const NOTES = `${VERSION}/rules/rationale-notes-are-given.json`;
const KEBAB = `${VERSION}/rules/generator-id-is-kebab-case.json`;

/** A comparison for `when`, changed in parts. */
const comparison = (parts: object) => ({
  path: "/generatorId",
  operator: "notEqual",
  value: "x",
  ...parts,
});
const when = (parts: object) => ({ "/when": comparison(parts) });
const fix = (change: object) => ({
  "/fixes/-": { title: "Correct it", applicability: "maybe-incorrect", ...change },
});

/** A mistake that is the only error. */
const broken = (
  file: string,
  detail: RegExp,
  breakRules: (rules: RulesFolder) => void,
  pointer = "",
) => ({
  detail,
  breakRules,
  error: reported(file, pointer, detail),
});
const inFile = (file: string) => (pointer: string, detail: RegExp, edits: Edits) =>
  broken(file, detail, (rules) => rules.edit(file, edits), pointer);
const free = inFile(FREE);
const spec = inFile(SPEC);

test("an example that repeats another one is reported", async () => {
  const errors = await errorsOf((rules) => {
    const { examples } = rules.read(FREE);
    rules.edit(FREE, { "/examples/-": { ...examples[1], title: "again" } });
  });
  expect(errors).toEqual([
    reported(
      FREE,
      "/examples/2",
      /^changes the same as "an id that is already taken"; remove one$/,
    ),
  ]);
});

describe("a mistake in a file is reported with the file, the pointer and what to do", () => {
  const rows = [
    // Files and folders
    broken(`${VERSION}/examples`, /folder is empty; add a file/, (rules) => {
      for (const file of rules.list(`${VERSION}/examples`))
        rules.remove(`${VERSION}/examples/${file}`);
    }),
    broken(".", /no domain folder .* add one/, (rules) => rules.remove("generator-option")),
    broken("x".repeat(65), /at most 64 characters.* rename it/, (rules) =>
      rules.rename("generator-option", "x".repeat(65)),
    ),
    free("/examples/0/title", /write/, { "/examples/0/title": "\ud800" }),
    // The grammar of a rule
    inFile(NOTES)("/check/1/length", /must have at least 1 property/, { "/check/1/length": {} }),
    free("/check", /must fit one of 2 schemas in `anyOf`/, { "/check/suggest": "trimmed" }),
    free("/when/operator", /did you mean "equal"\?/, when({ operator: "equals" })),
    free("/when/path", /must match the pattern/, when({ path: "/supportedStrategies/*" })),
    free("/when", /"path" is missing/, { "/when": { operator: "exists", value: true } }),
    free("/when", /"params" is missing/, {
      "/when": { fact: "count", operator: "equal", value: 1 },
    }),
    free("/when/value", /array/, when({ operator: "in", value: 5 })),
    free("/when/all", /must have at least 1$/, { "/when": { all: [] } }),
    free("/when", /at most 1 property/, {
      "/when": { all: [comparison({})], any: [comparison({})] },
    }),
    free("/examples", /no example passes/, { "/examples/0": undefined }),
    free("/fixes/0/set", /is not allowed here/, {
      "/fixes/0/patch": [{ op: "remove", path: "/generatorId" }],
    }),
    free(
      "/fixes/1/patch/0",
      /"value" is missing/,
      fix({ patch: [{ op: "add", path: "/generatorId" }] }),
    ),
    // The grammar of spec.json
    spec("/declarations/fields", /"type" is missing/, { "/declarations/fields/type": undefined }),
    spec("/declarations/fields/at", /must match the pattern/, {
      "/declarations/fields/at": "/outputFields",
    }),
    // What only running the examples shows
    free(
      "/fixes/1",
      /its patch cannot be applied: .*generatorId\/x/,
      fix({ set: { "{path}/x": 1 } }),
    ),
    inFile(KEBAB)("/examples/2/fix", /the first fix, .+, is maybe-incorrect/, {
      "/examples/2/fix": "machine-applicable",
    }),
  ];
  test.each(someOf(rows, 8))("$detail", async ({ breakRules, error }) => {
    expect(await errorsOf(breakRules)).toEqual([error]);
  });
});

test("the rules that come with assay have no error", async () => {
  expect(await errorsOf(() => undefined)).toEqual([]);
});

test.each<[string, (rules: RulesFolder) => void]>([
  [
    "a condition on one item",
    (rules) =>
      rules.edit(
        FREE,
        when({ path: "/outputFields/0/description", operator: "startsWith", value: "Name" }),
      ),
  ],
  [
    "what systems and editors leave behind",
    (rules) => {
      for (const name of [".DS_Store", "Thumbs.db", "spec.json~", ".spec.json.swp", ".#spec.json"])
        for (const folder of [
          "generator-option",
          VERSION,
          `${VERSION}/rules`,
          `${VERSION}/examples`,
        ])
          rules.write(`${folder}/${name}`, "\u0000");
    },
  ],
])("%s is no error", async (_, change) => {
  expect(await errorsOf(change)).toEqual([]);
});

test("a file without $schema is refused with the line to add, and nothing else is said", async () => {
  const errors = await errorsOf((rules) => {
    rules.edit(FREE, { "/$schema": undefined });
    rules.edit(SHAPE, { "/$schema": undefined });
  });
  expect(errors).toEqual([
    reported(
      SHAPE,
      "/$schema",
      /"\$schema" is missing.* add "\$schema": "\.\.\/\.\.\/shape\.schema\.json"$/,
    ),
    reported(
      FREE,
      "/$schema",
      /"\$schema" is missing.* add "\$schema": "\.\.\/\.\.\/\.\.\/rule\.schema\.json"$/,
    ),
  ]);
});

test("a file without $schema still shows its other errors", async () => {
  const errors = await errorsOf((rules) =>
    rules.edit(FREE, { "/$schema": undefined, "/message": "taken" }),
  );
  expect(errors).toContainEqual(reported(FREE, "/examples/1/message", /the message is "taken"/));
});

test.each<[string, (rules: RulesFolder) => void, pointer: string, details: RegExp[]]>([
  [
    "an unknown check",
    (rules) => rules.edit(FREE, { "/check": { at: "/generatorId", "not-registred": true } }),
    "/check",
    [/unknown property "not-registred"; did you mean "not-registered"\?/],
  ],
  [
    "a value that refers to nothing known",
    (rules) => rules.edit(FREE, when({ value: { fact: "nope" } })),
    "/when/value",
    [/unknown property "fact"; known: candidate, item, previous, parent, spec/],
  ],
])("%s is reported with what is missing instead", async (_, breakRules, pointer, details) => {
  const errors = await errorsOf(breakRules);
  expect(errors).toHaveLength(details.length);
  for (const detail of details) expect(errors).toContainEqual(reported(FREE, pointer, detail));
});

const SLIPS: [right: string, wrong: string, detail: RegExp][] = [
  [
    '"severity": "error",\n  "summary"',
    '"severty": "error",\n  "summary"',
    /did you mean "severity"\?/,
  ],
  ['"check"', '"chek"', /did you mean "check"\?/],
  ['"one-of"', '"one-off"', /did you mean "one-of"\?/],
  ['"applicability"', '"aplicability"', /did you mean "applicability"\?/],
  ['"examples"', '"exampels"', /did you mean "examples"\?/],
  ['"spec"', '"specs"', /did you mean "spec"\?/],
  ["{expected}", "{expcted}", /did you mean \{expected\}\?/],
  ["/supportedStrategies/*", "/supportedStrategie/*", /did you mean "supportedStrategies"\?/],
];
test.each(someOf(SLIPS, 4))("one slip in a rule is one error: %s", async (right, wrong, detail) => {
  const errors = await errorsOf((rules) => {
    const text = formatSpecValue(rules.read(STRATEGIES));
    expect(text).toContain(right);
    rules.write(STRATEGIES, text.replace(right, wrong));
  });
  expect(errors).toEqual([reported(STRATEGIES, expect.any(String), detail)]);
});

test("an unknown key is reported at its own line", async () => {
  const rules = new RulesFolder();
  rules.write(FREE, formatSpecValue(rules.read(FREE)).replace('"violations"', '"violation"'));
  const error = (await rules.errors()).find(({ key }) => key === "violation");
  const line = readFileSync(join(rules.dir, FREE), "utf8").split("\n")[(error?.line ?? 0) - 1];
  expect(line?.slice((error?.column ?? 0) - 1)).toMatch(/^"violation":/);
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
    /^generator-option\/v1\/spec\.json:3:13: \/status: must be one of "draft", "released", "retired"$/,
  );
  expect(lines[1]).toMatch(
    /^generator-option\/v1\/rules\/generator-id-is-free\.json:3:1: not JSON: /,
  );
  expect(error.errors[0]).toMatchObject({ pointer: "/status", line: 3, column: 13 });
});

const PLAN = "rollout-plan/v1";
const IDS = "rules/stage-ids-are-unique.json";

/** A small domain, with its version released. */
function releasedPlans(): RulesFolder {
  const rules = new RulesFolder("rollout-plan");
  rules.edit(`${PLAN}/spec.json`, { "/status": "released" });
  return rules;
}

describe("a draft with an error", () => {
  let rules: RulesFolder;
  beforeEach(() => {
    rules = releasedPlans();
    rules.copy(PLAN, "rollout-plan/v2");
    rules.edit("rollout-plan/v2/spec.json", { "/status": "draft" });
    rules.edit(`rollout-plan/v2/${IDS}`, { "/severity": "fatal" });
  });

  test("is left out of what is opened, with its errors, and keeps no other version back", async () => {
    const loaded = await tryLoadSpecs(rules.dir);
    const { catalog, versions } = loaded;
    expect(splitErrors(loaded).fatal).toEqual([]);
    expect(catalog.get("rollout-plan")?.versions.map(({ version }) => version)).toEqual(["v1"]);
    const errors = [{ pointer: "/severity", line: 3 }];
    expect(versions).toMatchObject([
      { domainId: "rollout-plan", version: "v1", status: "released", errors: [] },
      { domainId: "rollout-plan", version: "v2", status: "draft", spec: undefined, errors },
    ]);
  });

  test("is an error all the same when everything is to be loaded", async () => {
    await expect(loadSpecs(rules.dir)).rejects.toThrow(
      /v2\/rules\/stage-ids-are-unique\.json:3:\d+: \/severity/,
    );
  });

  test.each(["released", "retired"])("would stop the start if it were %s", async (status) => {
    rules.edit("rollout-plan/v2/spec.json", { "/status": status });
    const { fatal } = splitErrors(await tryLoadSpecs(rules.dir));
    expect(fatal).toMatchObject([{ pointer: "/severity" }]);
  });

  test("would stop the start if nobody could tell that it is one", async () => {
    rules.write("rollout-plan/v2/spec.json", "{");
    expect(splitErrors(await tryLoadSpecs(rules.dir)).fatal.length).toBeGreaterThan(0);
  });

  test("an error of its domain stops the start", async () => {
    rules.edit("rollout-plan/domain.json", { "/title": undefined });
    expect(splitErrors(await tryLoadSpecs(rules.dir)).fatal).toMatchObject([
      { detail: expect.stringMatching(/must have required property 'title'/) },
    ]);
  });
});

// test/service/start.slow.test.ts and test/service/live/reload.slow.test.ts have what a service
// does with them.
test.each(["draft", "released"])(
  "of a %s version with very many errors, 20 are reported, then their count",
  async (status) => {
    const rules = releasedPlans();
    rules.edit(`${PLAN}/spec.json`, { "/status": status });
    rules.edit(`${PLAN}/${IDS}`, { "/severity": "fatal" });
    for (let copy = 0; copy < 30; copy++)
      rules.copy(`${PLAN}/${IDS}`, `${PLAN}/rules/stage-ids-are-${copy}.json`);
    const { brokenDrafts, fatal } = splitErrors(await tryLoadSpecs(rules.dir));
    const [errors, others] =
      status === "draft" ? [brokenDrafts[0]?.errors ?? [], fatal] : [fatal, brokenDrafts];
    expect(others).toEqual([]);
    expect([errors.length, countErrors(errors)]).toEqual([21, 31]);
    const lines = errors.map(errorText);
    expect(lines.at(0)).toMatch(/\.json:\d+:\d+: \/severity: must be one of/);
    expect(lines.at(-1)).toMatch(/\/rules: 11 more errors; correct those above first$/);
  },
);

test("a version that is compiled when it is first used gives the same answers", async () => {
  const rules = releasedPlans();
  rules.copy(PLAN, "rollout-plan/v2");
  const { candidate } = rules.read(`${PLAN}/examples/search-page.json`);
  const before = await loadSpecs(rules.dir);
  await recordVersions(rules);
  const after = await loadSpecs(rules.dir);
  for (const title of [candidate.title, "A title that is too long for its channel"]) {
    const request = {
      targetProduct: "shop",
      domainId: "rollout-plan",
      specVersion: "v1",
      candidate: { ...candidate, title },
    };
    expect(await validate(after, request)).toEqual(await validate(before, request));
  }
});

describe("several rules folders", () => {
  const { dir } = new RulesFolder("rollout-plan");

  test("are loaded together, and change nothing in each other", async () => {
    const [one, both] = [await loadSpecs("rules"), await loadSpecs(["rules", dir])];
    expect([...both.keys()]).toEqual(["generator-option", "rollout-plan"]);
    expect([...(await loadSpecs(dir)).keys()]).toEqual(["rollout-plan"]);
    expect(both.get("generator-option")?.current?.digest).toBe(
      one.get("generator-option")?.current?.digest,
    );
  });

  test("may not have the same domain twice", async () => {
    const { fatal } = splitErrors(await tryLoadSpecs(["rules", dir, dir]));
    const detail = 'the domain "rollout-plan" is in two folders; remove one';
    expect(fatal).toEqual([{ file: join(dir, "rollout-plan"), pointer: "", detail }]);
  });

  test("must all be there", async () => {
    await expect(loadSpecs(["rules", "nowhere"])).rejects.toThrow(
      "nowhere: the folder cannot be read; check the path",
    );
  });
});
