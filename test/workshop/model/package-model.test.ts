import type { CheckSource, Condition } from "../../../src/engine/grammar.js";
import type { Json } from "../../../src/ground/json/value.js";
import { lintCheck } from "../../../src/workshop/lint/checks.js";
import { lintCondition } from "../../../src/workshop/lint/conditions.js";
import { PackageModel } from "../../../src/workshop/model/package-model.js";
import { sourceOf } from "../../engine/spec-of.js";

const text = { type: "string", maxLength: 9 };
const shape = {
  type: "object",
  additionalProperties: false,
  properties: {
    kind: { type: ["string", "null"], maxLength: 9 },
    user: text,
    size: { type: "integer", minimum: 0, maximum: 900 },
    share: { type: "number", exclusiveMinimum: 0, maximum: 1 },
    labels: { type: "object", additionalProperties: text },
    rows: { type: "array", maxItems: 9, items: text },
  },
};
const rules = {
  kinds: { check: { at: "/kind", "one-of": ["a", "b"] } },
  users: { check: { at: "/user", pattern: "^[a-z]+$" } },
  sizes: { check: { at: "/size", range: { max: 100 } } },
  rows: { check: { at: "/rows/*", "one-of": ["a", "b"] } },
  first: { check: { at: "/rows/0", "none-of": ["b"] } },
  team: { check: { at: "/labels/team", length: { min: 2 } } },
};
const model = new PackageModel(sourceOf({ shape, rules }));

const equal = (path: string, value: Json): Condition => ({ path, operator: "equal", value });
const detailsOf = (flaws: Iterable<{ detail: string }>) =>
  [...flaws].map(({ detail }) => detail).join();
const ofCondition = (condition: Condition) =>
  detailsOf(lintCondition(condition, model.itemScope(""), ""));
const ofCheck = (check: CheckSource) => detailsOf(lintCheck(check, model));

test.each<[why: string, RegExp, Condition]>([
  ["a rule lists others", /the rule kinds allows only "a", "b" there/, equal("/kind", "c")],
  ["a rule has another limit", /the rule sizes allows at most 100 there/, equal("/size", 101)],
  ["the shape excludes the limit", /the shape demands more than 0 there/, equal("/share", 0)],
  ["a rule about all items lists others", /the rule rows allows only/, equal("/rows/0", "c")],
  ["a rule refuses it in this item", /the rule first refuses it/, equal("/rows/0", "b")],
  [
    "a rule about this key has a limit",
    /the rule team demands at least 2 characters/,
    equal("/labels/team", "x"),
  ],
])("a condition never holds where %s", (_, detail, condition) => {
  expect(ofCondition(condition)).toMatch(detail);
});

test.each<[what: string, Condition]>([
  ["null, which checks of words ignore", equal("/kind", null)],
  ["a value at the limit", equal("/size", 100)],
  ["another item than the one that a rule is about", equal("/rows/1", "b")],
  ["another key than the one that a rule is about", equal("/labels/town", "x")],
])("a condition may ask for %s", (_, condition) => {
  expect(ofCondition(condition)).toBe("");
});

test.each<[string, CheckSource]>([
  [
    "words in capitals, where case is ignored",
    { at: "/user", "none-of": ["ADMIN"], ignoreCase: true },
  ],
  ["numbers beyond a limit of another rule", { at: "/size", "none-of": [13, 101] }],
])("a check may refuse %s", (_, check) => {
  expect(ofCheck(check)).toBe("");
});

test("a limit that the shape excludes is idle if it is excluded again", () => {
  expect(ofCheck({ at: "/share", range: { above: 0 } })).toMatch(/this never fires/);
  expect(ofCheck({ at: "/size", range: { above: 0 } })).toBe("");
});
