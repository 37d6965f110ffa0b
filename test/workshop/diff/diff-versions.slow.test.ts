import { buildPackage } from "../../../src/engine/build-package.js";
import { type CompiledSpec, compileSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { SpecSource } from "../../../src/engine/grammar.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import {
  diffVersions,
  type Effect,
  unwitnessedChanges,
  type VersionDiff,
} from "../../../src/workshop/diff/diff-versions.js";
import { specOf } from "../../engine/spec-of.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { slowTest, someOf } from "../../support/runs.js";
import { KINDS_OF_CHANGE } from "./kinds-of-change.js";

const before = compiledSpecs("examples/rules").get("data-contract")?.current as CompiledSpec;

const WORDS = { severity: "error" as const, summary: "-", rationale: "-", message: "no", examples: [] };

function edited(edit: (source: SpecSource) => void): CompiledSpec {
  const source = structuredClone({ ...before.source, version: "v2" });
  edit(source);
  return compileSpec(source);
}

/** What each change does, by its pointer. */
function effectsIn({ changes }: VersionDiff): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { decides, pointer, effects } of changes)
    if (decides) found[pointer] = [...(found[pointer] ?? []), ...effects.map((effect) => effect.kind)].sort();
  return found;
}

/** By running both engines, and nothing of the diff. */
async function expectTrue({ kind, witness, ...said }: Effect, after: CompiledSpec): Promise<void> {
  const registry = RegistryIndex.of(witness.registry);
  const [old, now] = await Promise.all([before, after].map((spec) => evaluate(spec, witness.candidate, registry)));
  expect([said.before.valid, said.after.valid]).toEqual([old?.valid, now?.valid]);
  expect([old?.valid, now?.valid]).toEqual(
    { breaking: [true, false], widening: [false, true], repackaging: [true, true] }[kind],
  );
  if (kind !== "repackaging") return;
  const bytes = [before, after].map((spec) => JSON.stringify(buildPackage(spec, "", witness.candidate).proposal));
  expect(bytes[0]).not.toBe(bytes[1]);
}

test.each(someOf(KINDS_OF_CHANGE, 28))("what a change does: $expected (%#)", async ({ edit, expected }) => {
  const after = edited(edit);
  const diff = await diffVersions(before, after);
  expect(effectsIn(diff)).toEqual(expected);
  for (const effect of diff.changes.flatMap(({ effects }) => effects)) await expectTrue(effect, after);
  if (Object.keys(expected).length === 0) expect(diff.changes).not.toEqual([]);
});

test.each([
  ["gone", "maximum", "closed", "breaking"],
  ["new", "minimum", "open", "breaking"],
  ["new", "toString", "closed", "widening"],
  ["gone", "valueOf", "closed", "breaking"],
])("a property that is %s and named %s, in an object that is %s, is %s", async (change, name, object, effect) => {
  const specWith = (properties: JsonObject) =>
    specOf({
      shape: { type: "object", properties, additionalProperties: object === "open" },
      examples: { "": { title: "-", candidate: { title: "one" }, diagnostics: [] } },
    });
  const without = { title: { type: "string", maxLength: 9 } };
  const specs = [specWith(without), specWith({ ...without, [name]: { type: "integer" } })] as const;
  const { changes } = await (change === "new" ? diffVersions(...specs) : diffVersions(specs[1], specs[0]));
  expect(changes.map(({ text, effects }) => [text, effects.map(({ kind }) => kind)])).toEqual([
    [`/shape/properties/${name} is ${change}`, [effect]],
  ]);
});

slowTest("a smaller limit breaks an array whose items differ in all of their properties", async () => {
  const [own] = compiledSpecs("rules").get("generator-option")?.versions ?? [];
  const source = structuredClone({ ...(own as CompiledSpec).source, version: "v2" });
  const fields = (source.shape.properties as Record<string, { maxItems: number }>).outputFields;
  if (fields !== undefined) fields.maxItems -= 10;
  const { changes } = await diffVersions(own as CompiledSpec, compileSpec(source));
  expect(changes.flatMap(({ effects }) => effects.map(({ kind }) => kind))).toEqual(["breaking"]);
});

slowTest("a step at one side of a reference breaks what was equal with white space", async () => {
  const withRule = (source: SpecSource) => {
    source.settings.normalize = source.settings.normalize.map(({ at, ...step }) => ({
      ...step,
      at: [at].flat().filter((place) => place !== "/columns/*/description" || step.step !== "trim"),
    }));
    source.rules["descriptions-are-phones"] = {
      ...WORDS,
      check: { at: "/columns/*/description", "one-of": { candidate: "/owner/phone" } },
      examples: [{ title: "both", set: { "/owner/phone": "off", "/columns/0/description": "off" } }],
    };
  };
  const without = edited(withRule);
  const trimmed = edited((source) => {
    withRule(source);
    source.settings.normalize.push({ step: "trim", at: "/columns/*/description" });
  });
  const { changes } = await diffVersions(without, trimmed);
  const kinds = changes.flatMap(({ effects }) => effects.map(({ kind }) => kind)).sort();
  expect(kinds).toEqual(["breaking"]);
});

test("a lower limit for one entry of a table breaks what picks that entry", async () => {
  const withTable = (secret: number) => (source: SpecSource) => {
    source.settings.data.longestTitle = { public: 80, internal: 80, secret };
    source.rules["titles-fit"] = {
      ...WORDS,
      check: { at: "/title", length: { max: { spec: "/longestTitle", by: { candidate: "/classification" } } } },
    };
  };
  const { changes } = await diffVersions(edited(withTable(70)), edited(withTable(30)));
  expect(changes.flatMap(({ effects }) => effects.map(({ kind }) => kind))).toEqual(["breaking"]);
});

test("what is only about values that were refused is said to be so, and asks for no witness", async () => {
  const after = edited((source) => {
    const { properties } = source.shape as unknown as { properties: Record<string, { enum?: string[] }> };
    properties.colour = { type: "string", maxLength: 9, description: "Its colour." } as never;
    properties.classification?.enum?.push("open");
    source.rules["colours-are-known"] = { ...WORDS, check: { at: "/colour", "one-of": ["red"] } };
    source.rules["open-data-has-tags"] = {
      ...WORDS,
      when: { path: "/classification", operator: "equal", value: "open" },
      check: { at: "/tags/*", count: { min: 1 } },
    };
    source.rules["dark-colours-have-tags"] = {
      ...WORDS,
      when: { path: "/colour", operator: "startsWith", value: "dark" },
      check: { at: "/tags/*", count: { min: 1 } },
    };
    source.settings.normalize.push({ step: "trim", at: "/colour" });
  });
  const diff = await diffVersions(before, after);
  const reasons = Object.fromEntries(diff.changes.map(({ pointer, outOfReach }) => [pointer, outOfReach]));
  expect(reasons).toMatchObject({
    "/rules/colours-are-known": "v1 refuses /colour, so nothing that was valid has it",
    "/rules/open-data-has-tags":
      'v1 refuses "open" at /classification, so the condition holds for nothing that was valid',
    "/rules/dark-colours-have-tags": "v1 refuses /colour, so the condition holds for nothing that was valid",
    "/normalize/trim/colour": "v1 refuses /colour, so nothing that was valid has it",
  });
  expect(unwitnessedChanges(diff)).toEqual([]);
});

test.each([
  ["^[a-z0-9-]+$", "^(?:[a-z]|[0-9]|-)+$"],
  ["^[a-z0-9-]+$", "^(?:[a-z0-9-]{1,40}|[a-z0-9-]{41,})$"],
  ["^(?:ab|ac)*$", "^(?:a[bc])*$"],
  ["^[A-Z]{2}$", "^[A-Z][A-Z]$"],
  // The shape has a shorter maximum.
  ["^[a-z]{1,500}$", "^[a-z]{1,900}$"],
])("%s and %s decide the same", async (earlier, later) => {
  const diff = await diffVersions(edited(withTags(earlier)), edited(withTags(later)));
  expect(diff.changes).toMatchObject([{ pointer: "/rules/tags-are-lower-case/check", effects: [], isEqual: true }]);
  expect(unwitnessedChanges(diff)).toEqual([]);
});

test("strings that a rule of both versions finds too long make no difference", async () => {
  const withLength = (pattern: string) => (source: SpecSource) => {
    withTags(pattern)(source);
    source.rules.another = { ...WORDS, check: { at: "/tags/*", length: { max: 12 } } };
  };
  const { changes } = await diffVersions(edited(withLength("^[a-z]+$")), edited(withLength("^[a-z]{1,13}$")));
  expect(changes.map(({ isEqual }) => isEqual)).toEqual([true]);
});

const ALPHANUMERIC = ["^[a-z0-9]+$", "^(?:[a-z]|[0-9])+$", "^[a-z0-9]{1,80}$"] as const;
const matching = (path: string, value: string) => ({ path, operator: "matches", value });

test.each<[where: string, Record<string, unknown>, Record<string, unknown>, isEqual: true | undefined]>([
  [
    "the condition of a rule, among what the shape allows at its path",
    { when: matching("/title", ALPHANUMERIC[0]) },
    { when: matching("/title", ALPHANUMERIC[2]) },
    true,
  ],
  [
    "the condition of items, among all strings",
    { check: { at: "/columns/*", where: matching("/name", ALPHANUMERIC[0]), count: { max: 9 } } },
    { check: { at: "/columns/*", where: matching("/name", ALPHANUMERIC[1]), count: { max: 9 } } },
    true,
  ],
  [
    "the condition of items that are counted, whose paths start at the item",
    { when: counted(matching("/title", ALPHANUMERIC[0])) },
    { when: counted(matching("/title", ALPHANUMERIC[2])) },
    undefined,
  ],
  [
    "the keys of an object",
    { check: { at: "/validity", "only-keys": { pattern: ALPHANUMERIC[0] } } },
    { check: { at: "/validity", "only-keys": { pattern: ALPHANUMERIC[1] } } },
    true,
  ],
])("patterns are compared in %s", async (_, earlier, later, isEqual) => {
  const withRule = (rule: Record<string, unknown>) => (source: SpecSource) => {
    source.rules.another = { ...WORDS, check: { at: "/title", length: { max: 70 } }, ...rule };
  };
  const { changes } = await diffVersions(edited(withRule(earlier)), edited(withRule(later)));
  expect(changes.map((change) => change.isEqual)).toEqual([isEqual]);
});

function counted(where: object) {
  return { fact: "count", params: { at: "/columns/*", where }, operator: "greaterThan", value: 9 };
}

test("a pattern of the data that is compared as a text too is no pattern alone", async () => {
  const withData = (form: string, isText: boolean) => (source: SpecSource) => {
    source.settings.data.tagForm = form;
    (source.rules["tags-are-lower-case"] as unknown as { check: object }).check = {
      at: "/tags/*",
      pattern: { spec: "/tagForm" },
    };
    if (isText)
      source.rules["titles-are-no-forms"] = { ...WORDS, check: { at: "/title", equals: { spec: "/tagForm" } } };
  };
  const [alone, text] = await Promise.all(
    [false, true].map((isText) =>
      diffVersions(edited(withData("^[a-z0-9-]+$", isText)), edited(withData("^(?:[a-z0-9-])+$", isText))),
    ),
  );
  expect(alone?.changes).toMatchObject([{ pointer: "/data/tagForm", isEqual: true }]);
  expect(text?.changes.map(({ isEqual }) => isEqual)).toEqual([undefined]);
});

test.each([
  ["^[a-z0-9-]+$", "^(?!xyzzy)[a-z0-9-]+$", ["breaking"]],
  ["^[a-z0-9-]+$", "^(?:[a-z0-9-]|plugh!)+$", ["widening"]],
  ["^[a-z]{2,9}$", "^(?:[a-z]{2,8}|[a-pr-z]{9})$", ["breaking"]],
  ["^[a-z]+$", "^(?:[a-z]{1,6}|[a-z]{8,})$", ["breaking"]],
])("what changes from %s to %s is shown", async (earlier, later, expected) => {
  const { changes } = await diffVersions(edited(withTags(earlier)), edited(withTags(later)));
  expect(changes.flatMap(({ effects }) => effects.map(({ kind }) => kind))).toEqual(expected);
});

const withTags = (pattern: string) => (source: SpecSource) => {
  const { check } = source.rules["tags-are-lower-case"] as unknown as { check: { pattern: string } };
  check.pattern = pattern;
};

slowTest("a renamed property is one change, and the rest is compared across it", async () => {
  const renamed = edited((source) => {
    const renamedAt = (object: JsonObject, from: string, to: string) => {
      object[to] = { ...(object[from] as JsonObject), aliases: [from] };
      delete object[from];
    };
    const { properties } = source.shape as { properties: Record<string, JsonObject> };
    renamedAt(properties, "title", "heading");
    source.shape.required = (source.shape.required as string[]).map((name) => (name === "title" ? "heading" : name));
    const columns = properties.columns as { items: { properties: JsonObject } };
    renamedAt(columns.items.properties, "min", "least");
    const text = JSON.stringify([source.rules, source.settings, source.examples]);
    const [rules, settings, examples] = JSON.parse(
      text
        .replaceAll("/title", "/heading")
        .replaceAll('"title":"Orders', '"heading":"Orders')
        .replaceAll("/min", "/least"),
    );
    Object.assign(source, { rules, settings, examples });
    (properties.heading as JsonObject).maxLength = 40;
  });
  const { changes } = await diffVersions(before, renamed);
  const deciding = changes.filter(({ decides }) => decides);
  expect(deciding.map(({ text, effects }) => [text, effects.map(({ kind }) => kind).sort()])).toEqual([
    ['/shape/properties/title is renamed to "heading"', ["breaking", "widening"]],
    ['/shape/properties/columns/items/properties/min is renamed to "least"', ["breaking"]],
    ["/shape/properties/heading/maxLength is 40, was 80", ["breaking"]],
  ]);
  for (const { effects, isAfterRenames } of deciding)
    for (const effect of effects) if (!isAfterRenames) await expectTrue(effect, renamed);
  const [title] = deciding.filter(({ text }) => text.includes("/title"));
  expect(title?.effects[0]?.wayOut).toMatchObject({ patch: [{ op: "move" }], undecided: [] });
});
