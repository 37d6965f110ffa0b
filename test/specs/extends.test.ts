import { join, relative } from "node:path";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { type FileError, InvalidSpecs } from "../../src/ground/files/file-error.js";
import { describeChange, listChangesBetween } from "../../src/specs/changes.js";
import { loadSpecs, tryLoadSpecs } from "../../src/specs/load-specs.js";
import { readPackage } from "../../src/specs/read-package.js";
import { splitErrors } from "../../src/specs/service-specs.js";
import { checkVersion } from "../../src/workshop/check-version.js";
import { RulesFolder } from "../support/rules-folder.js";
import { addedRule } from "../workshop/defects.js";
import { recordVersions } from "./errors-of.js";

const DOMAIN = "rollout-plan";
const V1 = `${DOMAIN}/v1`;
const V2 = `${DOMAIN}/v2`;
const TITLES = "titles-fit-their-channel";
const IDS = "stage-ids-are-unique";
const rules = new RulesFolder(DOMAIN);

beforeEach(() => {
  rules.restore();
  rules.edit(`${V1}/spec.json`, { "/status": "released" });
});

const SPEC = {
  $schema: "../../../../rules/spec.schema.json",
  status: "draft",
  title: "Second version",
  extends: "v1",
};

function extend(parts: object = {}, folder = V2): void {
  rules.write(`${folder}/spec.json`, { ...SPEC, ...parts });
}

const writeRule = (name: string, content: object) =>
  rules.write(`${V2}/rules/${name}.json`, content);

/** The versions of the domain, by their names. */
const versions = async () => {
  const { versions: all = [] } = (await loadSpecs(rules.dir)).get(DOMAIN) ?? {};
  return Object.fromEntries(all.map((spec) => [spec.version, spec])) as Record<
    "v1" | "v2" | "v3",
    CompiledSpec
  >;
};
const version = async (name: "v1" | "v2" | "v3") => (await versions())[name];

/** The errors of the second version, each as its pointer and its detail. */
const errors = async () => {
  const loaded = await tryLoadSpecs(rules.dir, { wanted: V2, loadVersion: checkVersion });
  return loaded.versions.flatMap((one) =>
    one.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`),
  );
};

test("an extending version is the same as one that has copies of all files", async () => {
  extend({ data: { longestTitle: { push: 30 } }, without: [IDS] });
  const rule = rules.read(`${V1}/rules/${TITLES}.json`);
  for (const { set } of rule.examples) if (set) set["/title"] += " in a shop";
  rule.examples[1].message = "the title has 31 characters; its channel shows 30";
  writeRule(TITLES, rule);
  const extended = await version("v2");

  rules.remove(V2);
  rules.copy(V1, V2);
  rules.remove(`${V2}/rules/${IDS}.json`);
  writeRule(TITLES, rule);
  rules.edit(`${V2}/spec.json`, {
    "/status": "draft",
    "/title": "Second version",
    "/data/longestTitle/push": 30,
  });
  const copied = await version("v2");

  expect(extended.source).toEqual(copied.source);
  expect(extended.digest).toBe(copied.digest);
});

test("data is merged, and null removes what is inherited", () => {
  rules.edit(`${V1}/spec.json`, { "/data/channels": ["push", "mail"], "/data/old": 1 });
  extend({ data: { channels: ["letter"], longestTitle: { mail: null, letter: 99 }, old: null } });
  const data = readPackage(join(rules.dir, V2)).files.spec.validValue("/data");
  expect(data).toEqual({ channels: ["letter"], longestTitle: { push: 20, letter: 99 } });
});

test("a severity is overridden, also in the examples that state it", async () => {
  extend({ severity: { [IDS]: "warning" } });
  const { v1, v2 } = await versions();
  expect([v1, v2].map(({ source }) => source.rules[IDS]?.severity)).toEqual(["error", "warning"]);
});

test("a version of another domain is extended by the way to it", async () => {
  rules.copy(`${DOMAIN}/domain.json`, "orders/domain.json");
  extend({ extends: `../${V1}` }, "orders/v1");
  const catalog = await loadSpecs(rules.dir);
  expect(catalog.get("orders")?.versions[0]?.source.rules).toEqual(
    (await version("v1")).source.rules,
  );
});

test("a chain of versions is resolved as a whole", async () => {
  extend({ status: "released", data: { longestTitle: { letter: 99 } } });
  extend({ extends: "v2", title: "Third version", severity: { [IDS]: "info" } }, `${DOMAIN}/v3`);
  const { source } = await version("v3");
  expect(source.settings.data.longestTitle).toHaveProperty("letter", 99);
  expect(source.rules[IDS]?.severity).toBe("info");
});

const REFUSED: readonly [parts: object, error: RegExp][] = [
  [{ extends: "v7" }, /^\/extends: there is no version "v7"; versions here: v1$/],
  [{ extends: "v2" }, /^\/extends: .*in a circle: .*v2 → .*v2/],
  [{ extends: "../../v1" }, /^\/extends: .*must match the pattern/],
  [{ without: ["stage-ids-are-uniqe"] }, /^\/without\/0: .*did you mean "stage-ids-are-unique"/],
  [{ severity: { "no-rule-at-all": "info" } }, /^\/severity\/no-rule-at-all: nothing named/],
  [{ data: { nope: null } }, /^\/data\/nope: null removes something inherited/],
  [{ declarations: { nope: null } }, /^\/declarations\/nope: null removes something inherited/],
  [{ severity: { [IDS]: "error" } }, /^\/severity\/.*: it is error already; remove it/],
  [{ without: [IDS], severity: { [IDS]: "info" } }, /"without" removes this rule/],
];

test.each(REFUSED)("an extension with %j is refused", async (parts, error) => {
  extend(parts);
  expect(await errors()).toEqual([expect.stringMatching(error)]);
});

test("one mistake in the spec.json of an extending version is one error, and nothing else is missing", async () => {
  const { extends: base, ...rest } = SPEC;
  rules.write(`${V2}/spec.json`, { ...rest, extend: base });
  expect(await errors()).toEqual([
    expect.stringMatching(/unknown property "extend"; did you mean "extends"\?/),
  ]);
  rules.write(`${V2}/spec.json`, `${JSON.stringify(SPEC).slice(0, -1)},}`);
  expect(await errors()).toEqual([expect.stringMatching(/not JSON/)]);
  rules.write(`${V2}/spec.json`, rest);
  expect(await errors()).toEqual([
    expect.stringMatching(/the file is missing/),
    expect.stringMatching(/the folder is missing/),
    expect.stringMatching(/"base" is missing/),
  ]);
});

test("a draft, a circle and a base with errors are refused", async () => {
  extend();
  extend({ extends: "v2", title: "Third version" }, `${DOMAIN}/v3`);
  const of = async (name: string) =>
    (await tryLoadSpecs(rules.dir, { wanted: `${DOMAIN}/${name}` })).versions.flatMap((one) =>
      one.errors.map(({ detail }) => detail),
    );
  expect(await of("v3")).toEqual([expect.stringMatching(/v2 is a draft and may still change/)]);
  extend({ extends: "v3" });
  expect(await of("v3")).toEqual([
    expect.stringMatching(/in a circle: rollout-plan\/v3 → rollout-plan\/v2 → rollout-plan\/v3/),
  ]);
  extend();
  rules.edit(`${V1}/spec.json`, { "/base": undefined });
  expect(await of("v2")).toEqual([expect.stringMatching(/v1 has errors/)]);
});

test("without, severity and null need something to inherit", async () => {
  extend({ extends: undefined, base: undefined, without: [IDS], declarations: { stages: null } });
  expect(await errors()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/"extends" is missing/),
      expect.stringMatching(/"base" is missing/),
      expect.stringMatching(/\/declarations\/stages: /),
    ]),
  );
});

test("an error in an inherited part of spec.json says so", async () => {
  rules.edit(`${V1}/spec.json`, { "/normalize": [{ step: "trim", at: "/title" }] });
  const shape = rules.read(`${V1}/candidate.schema.json`);
  shape.properties.title = { type: "integer", minimum: 1, maximum: 9 };
  rules.write(`${V2}/candidate.schema.json`, shape);
  extend();
  expect(await errors()).toContainEqual(
    expect.stringMatching(
      /^\/normalize\/0\/at: .*; this is inherited: to change it, write "normalize" in this file$/,
    ),
  );
});

test("an error in an inherited file says where to correct it", async () => {
  extend({ data: { longestTitle: { push: 30 } } });
  const [error] = await errors();
  expect(error).toMatch(new RegExp(`the file is inherited.*${V2}/rules/${TITLES}.json`));
});

describe("examples of rules that a new version does not touch stay good", () => {
  test("when it requires one more property, which has a placeholder", async () => {
    extend();
    const licence = { description: "The licence.", type: "string", minLength: 1, maxLength: 40 };
    rules.copy(`${V1}/candidate.schema.json`, `${V2}/candidate.schema.json`);
    rules.edit(`${V2}/candidate.schema.json`, {
      "/properties/licence": { ...licence, placeholder: "to be chosen" },
      "/required/-": "licence",
    });
    expect(await errors()).toEqual([]);
    const { source } = await version("v2");
    expect(source.examples[source.settings.base]?.candidate).toMatchObject({
      licence: "to be chosen",
    });
  });

  test("when it warns of a value that they have", async () => {
    extend();
    const violated = { set: { "/title": "Another page" }, violations: ["/channel"] };
    const rule = {
      severity: "warning",
      check: { at: "/channel", "none-of": ["push"] },
      message: "{actual} is going to be replaced",
      examples: [
        { title: "another channel passes", set: { "/channel": "mail" } },
        {
          title: "the old one is pointed out",
          ...violated,
          message: '"push" is going to be replaced',
        },
      ],
    };
    addedRule(rule, V2).make(rules);
    expect(await errors()).toEqual([]);
  });
});

test("a deprecated rule is reported in the diff, and its successor must be there", async () => {
  extend();
  const rule = rules.read(`${V1}/rules/${IDS}.json`);
  writeRule(IDS, { ...rule, deprecated: { since: "v2", use: TITLES } });
  const { v1, v2 } = await versions();
  expect(listChangesBetween(v1.source, v2.source).map(describeChange)).toContain(
    `/rules/${IDS} is deprecated since v2; use ${TITLES}`,
  );
  expect(v2.digest).not.toBe(v1.digest);
  writeRule(IDS, { ...rule, deprecated: { since: "v3", use: "no-such-rule" } });
  expect(await errors()).toEqual([
    expect.stringMatching(/^\/deprecated\/since: is after this version/),
    expect.stringMatching(/^\/deprecated\/use: there is no other rule "no-such-rule"/),
  ]);
});

test("a change of a released base is refused at the file that has changed, once for all versions", async () => {
  extend({ status: "released" });
  await recordVersions(rules);
  await expect(loadSpecs(rules.dir)).resolves.toBeDefined();
  rules.edit(`${V1}/rules/${IDS}.json`, { "/severity": "info" });
  // Examples decide nothing, so they may change beside it.
  rules.edit(`${V1}/examples/search-page.json`, { "/title": "Another title" });
  const failure = await loadSpecs(rules.dir).catch((error) => error);
  expect(failure).toBeInstanceOf(InvalidSpecs);
  const differing = (some: readonly FileError[]) =>
    some
      .filter(({ detail }) => detail.startsWith("differs"))
      .map(({ file, detail }) => [relative(rules.dir, file), detail]);
  expect(differing(failure.errors)).toEqual([
    [
      `${V1}/rules/${IDS}.json`,
      expect.stringContaining("differs from what was released as v1, v2;"),
    ],
  ]);
  rules.edit(`${V1}/rules/${IDS}.json`, { "/severity": "error" });
  rules.edit(`${V1}/spec.json`, { "/data/longestTitle/letter": 99 });
  expect(differing(splitErrors(await tryLoadSpecs(rules.dir)).fatal)).toEqual([
    [`${V1}/spec.json`, expect.stringContaining("differs from what was released as v1;")],
  ]);
});
