import { compileSpec } from "../../src/engine/compile-spec.js";
import type { CheckSource, Condition, RuleSource, SpecSource } from "../../src/engine/grammar.js";
import { normalForm, specDigest } from "../../src/engine/spec-digest.js";
import { digest } from "../../src/ground/json/digest.js";
import { reversedKeys } from "../support/reversed-keys.js";
import { spec as v1 } from "./generator-option.js";

/** Change this only together with what v1 decides: nothing else may change a digest. */
const V1 = "sha256:03f96aeec7f5dd1ba4d5f583f265884978f97c99cd37b706c1ed748f7446d59e";

test("the digest of v1 is pinned", () => {
  expect(v1.digest).toBe(V1);
});

test("the digest is over the normal form alone, whatever the engine makes of it", () => {
  expect(digest(normalForm(v1.source))).toBe(v1.digest);
  expect(compileSpec(v1.source).digest).toBe(v1.digest);
});

/** Written in the shortest way. */
const isOn: Condition = { path: "/on", operator: "equal", value: true };
const counted: Condition = {
  fact: "count",
  params: { at: "/l/*", where: isOn },
  operator: "equal",
  value: 1,
};
const check: CheckSource = { at: "/l/*", where: isOn, "one-of": { spec: "/words" } };
const rule: RuleSource = {
  severity: "error",
  summary: "What must hold.",
  rationale: "Why.",
  when: { all: [isOn, counted] },
  check,
  message: "{actual} is not allowed",
  fixes: [
    { title: "Remove it", applicability: "maybe-incorrect", when: isOn, remove: "{path}" },
    { title: "Replace it", applicability: "machine-applicable", set: { "{path}": "{nearest}" } },
  ],
  examples: [
    { title: "One passes." },
    { title: "One does not.", set: { "/l/0": "x" }, violations: ["/l/0"] },
  ],
};
const source: SpecSource = {
  domainId: "any",
  version: "v1",
  settings: {
    status: "released",
    title: "Any",
    base: "base",
    data: { words: ["a", "b"] },
    declarations: { fields: { at: "/fields/*", name: "/name", references: "/l/*" } },
    normalize: [{ step: "trim", at: "/t" }],
  },
  shape: {
    type: "object",
    description: "The candidate.",
    required: ["l"],
    properties: {
      l: {
        type: "array",
        maxItems: 9,
        items: { type: "string", maxLength: 9, description: "A word." },
      },
      t: { type: "string", examples: ["x"], placeholder: "A text.", aliases: ["text"] },
    },
  },
  rules: { "words-are-known": rule },
  examples: { base: { title: "Base", candidate: { l: ["a"] }, diagnostics: [] } },
};
const withSpec = (parts: Partial<SpecSource["settings"]>): SpecSource => ({
  ...source,
  settings: { ...source.settings, ...parts },
});
const withRule = (parts: Partial<RuleSource>): SpecSource => ({
  ...source,
  rules: { "words-are-known": { ...rule, ...parts } },
});
const withProperty = (parts: object): SpecSource => {
  const { l, t } = source.shape.properties as { l: object; t: object };
  return {
    ...source,
    shape: { ...source.shape, properties: { l, t: { ...t, ...parts } } },
  } as SpecSource;
};

test.each<[string, SpecSource]>([
  ["the order of keys", reversedKeys(source as never) as unknown as SpecSource],
  ["`at` as an array", withRule({ check: { ...check, at: ["/l/*"] } })],
  ["one check as an array", withRule({ check: [check] })],
  ["`all` of one", withRule({ check: { ...check, where: { all: [isOn] } } })],
  ["`any` of one", withRule({ check: { ...check, where: { any: [{ all: [isOn] }] } } })],
  [
    "the fact of a comparison in `when`",
    withRule({ when: { all: [{ fact: "candidate", ...isOn }, counted] } }),
  ],
  [
    "the fact of a comparison in `where`",
    withRule({ check: { ...check, where: { fact: "item", ...isOn } } }),
  ],
  [
    "a counted `at`",
    withRule({ when: { all: [isOn, { ...counted, params: { at: ["/l/*"], where: isOn } }] } }),
  ],
  ["an option that has its default", withRule({ check: { ...check, ignoreCase: false } })],
  [
    "`remove` as an array",
    withRule({
      fixes: rule.fixes?.map((fix) => (fix.remove ? { ...fix, remove: ["{path}"] } : fix)) as never,
    }),
  ],
  ["`at` of a step as an array", withSpec({ normalize: [{ step: "trim", at: ["/t"] }] })],
  [
    "references of a declaration as an array",
    withSpec({
      declarations: { fields: { at: "/fields/*", name: "/name", references: ["/l/*"] } },
    }),
  ],
  ["the status", withSpec({ status: "draft" })],
  ["the title", withSpec({ title: "Another" })],
  ["the name of the base example", withSpec({ base: "other" })],
  ["the examples", { ...source, examples: {} }],
  ["the summary of a rule", withRule({ summary: "Changed." })],
  ["the examples of a rule", withRule({ examples: [] })],
  ["`$schema` of a rule", withRule({ $schema: "../rule.schema.json" } as never)],
  ["the description of a property", withProperty({ description: "Changed." })],
])("%s does not change the digest", (_, changed) => {
  expect(normalForm(changed)).toEqual(normalForm(source));
  expect(specDigest(changed)).toBe(specDigest(source));
});

const newFix = { title: "Another", applicability: "maybe-incorrect", remove: "/t" } as const;
const [removing, replacing] = rule.fixes as [
  NonNullable<RuleSource["fixes"]>[0],
  NonNullable<RuleSource["fixes"]>[0],
];
test.each<[string, SpecSource]>([
  ["the domain", { ...source, domainId: "other" }],
  ["the version", { ...source, version: "v2" }],
  ["data", withSpec({ data: { words: ["a", "b", "c"] } })],
  [
    "a declaration",
    withSpec({ declarations: { fields: { at: "/fields/*", name: "/id", references: "/l/*" } } }),
  ],
  ["a step", withSpec({ normalize: [{ step: "nfc", at: "/t" }] })],
  ["the type of a property", withProperty({ type: "integer" })],
  ["the placeholder of a property", withProperty({ placeholder: "Changed." })],
  ["what is required", { ...source, shape: { ...source.shape, required: [] } }],
  [
    "a limit within items",
    JSON.parse(JSON.stringify(source).replace('"maxLength":9', '"maxLength":8')),
  ],
  ["the name of a rule", { ...source, rules: { "words-are-listed": rule } }],
  ["the severity of a rule", withRule({ severity: "warning" })],
  ["`when`", withRule({ when: { any: [isOn, counted] } })],
  ["what is counted", withRule({ when: { all: [isOn, { ...counted, params: { at: "/l/*" } }] } })],
  ["a check", withRule({ check: { at: "/l/*", where: isOn, "none-of": { spec: "/words" } } })],
  ["`where`", withRule({ check: { ...check, where: { not: isOn } } })],
  ["an option", withRule({ check: { ...check, ignoreCase: true } })],
  ["`per`", withRule({ check: { ...check, per: "" } })],
  ["the message", withRule({ message: "{actual} is wrong" })],
  ["one fix more", withRule({ fixes: [removing, replacing, newFix] })],
  ["the order of fixes", withRule({ fixes: [replacing, removing] })],
  [
    "the applicability of a fix",
    withRule({ fixes: [removing, { ...replacing, applicability: "maybe-incorrect" }] }),
  ],
  [
    "the condition of a fix",
    withRule({ fixes: [{ ...removing, when: { not: isOn } }, replacing] }),
  ],
  ["what a fix does", withRule({ fixes: [{ ...removing, remove: "{parent}" }, replacing] })],
])("%s changes the digest", (_, changed) => {
  expect(specDigest(changed)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(specDigest(changed)).not.toBe(specDigest(source));
});
