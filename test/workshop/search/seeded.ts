import type { Loose } from "../../support/rules-folder.js";
import { addedRule, type Change, CONTRACT, edited, type Mistake } from "../defects/defect.js";
import type { Stage } from "./stages.js";

/** A defect whose rule has honest examples on both sides, the stage that catches it, and the place that it names. */
export interface Seeded extends Mistake {
  readonly title: string;
  readonly stage: Stage;
  readonly pointer: string;
}

const seeded = (stage: Stage, pointer: string, mistakes: Readonly<Record<string, Mistake>>): Seeded[] =>
  Object.entries(mistakes).map(([title, mistake]) => ({ title, stage, pointer, ...mistake }));

const YEAR = "rules/secret-data-is-kept-one-year-at-most.json";
export const holds = (more: object = {}) => ({ title: "it holds", ...more });
export const fails = (set: object, place: string, more: object = {}) => ({
  title: "it does not",
  set,
  violations: [place],
  message: "it does not hold",
  ...more,
});

/** A rule that forbids one title, with something around it. */
const forbidden = (parts: Loose) =>
  addedRule({
    check: { at: "/title", "none-of": ["Test"], ...parts.check },
    ...(parts.when && { when: parts.when }),
    examples: [holds(), fails({ "/title": "Test", ...parts.set }, "/title"), ...(parts.examples ?? [])],
  });
export const compare = (path: string, operator: string, value: unknown) => ({ path, operator, value });
const kind = (operator: string, value: unknown) => compare("/classification", operator, value);
const days = (operator: string, value: unknown) => compare("/retentionDays", operator, value);
const when = (condition: object, set: object = {}) => forbidden({ when: condition, set });
const counted = (at: string, operator: string, value: number) =>
  when({ fact: "count", params: { at }, operator, value });

/** A rule that descriptions of columns match a pattern. */
export const described = (pattern: string, good: string, bad: string) =>
  addedRule({
    check: { at: "/columns/*/description", pattern },
    examples: [
      holds({ set: { "/columns/0/description": good } }),
      fails({ "/columns/0/description": bad }, "/columns/0/description"),
      { title: "none is fine" },
    ],
  });

const columns = (parts: Loose) =>
  addedRule({
    check: { at: "/columns/*/name", "none-of": ["test"], ...parts },
    examples: [holds(), fails({ "/columns/3/name": "test", "/sampleRows/0": ROW }, "/columns/3/name")],
  });
const ROW = { order_id: 1, parent_id: null, total: 17.5, test: "Ring twice.", coupons: [] };

const limited = (at: string, check: object, good: unknown, bad: unknown) =>
  addedRule({
    check: { at, ...check },
    examples: [holds({ set: { [at]: good } }), fails({ [at]: bad }, at), { title: "none is fine" }],
  });

const unmatched = (pattern: string) =>
  addedRule({
    severity: "warning",
    check: { at: "/owner/phone", pattern },
    examples: [holds(), fails({ "/owner/phone": "12345678" }, "/owner/phone")],
  });

const inFile = (file: string, change: Change) => edited(CONTRACT, file, change);
const inBase = (pointer: string, value: unknown) => inFile("examples/orders.json", { [`/candidate${pointer}`]: value });
const default_ = (at: string, value: unknown) =>
  inFile("spec.json", { "/normalize/-": { step: "default", at, value } });

export const SEEDED: readonly Seeded[] = [
  // Conditions that decide nothing
  ...seeded("search", "/when", {
    "a list with the whole enum": when(kind("in", ["public", "internal", "secret"])),
    "there or not there": when({ any: [compare("/validity", "exists", true), compare("/validity", "exists", false)] }),
    "a counted item that is or is not so": when({
      fact: "count",
      params: {
        at: "/columns/*",
        where: { any: [compare("/nullable", "equal", true), compare("/nullable", "notEqual", true)] },
      },
      operator: "notEqual",
      value: { spec: "/longestSecretDays" },
    }),
    "what is required exists": when(compare("/title", "exists", true)),
  }),
  ...seeded("search", "/when/any/1", {
    "a branch that another one has": when({ any: [kind("in", ["secret", "internal"]), kind("equal", "internal")] }),
  }),
  ...seeded("search", "/when/all/1", {
    "a part that another one implies": when({ all: [kind("equal", "internal"), kind("notEqual", "public")] }),
  }),
  ...seeded("search", "/when/all/1/any/1", {
    "a part within a part": when({
      all: [
        compare("/validity", "exists", true),
        { any: [kind("in", ["internal", "secret"]), kind("equal", "secret")] },
      ],
    }),
  }),
  ...seeded("search", "/check/where", {
    "an item that is or is not so": columns({
      where: { any: [compare("/nullable", "equal", true), compare("/nullable", "notEqual", true)] },
    }),
  }),
  ...seeded("search", "/check/where/all/1", {
    "an item with what every item has": columns({
      where: { all: [compare("/type", "equal", "string"), compare("/type", "notEqual", "integer")] },
    }),
  }),
  ...seeded("search", "/fixes/0/when", {
    "a fix under the condition of its rule": inFile(YEAR, { "/fixes/0/when": kind("equal", "secret") }),
  }),
  // Parts that decide nothing
  ...seeded("search", "/check/1", {
    "a check that the enum makes idle": addedRule({
      check: [
        { at: "/title", "none-of": ["Test"] },
        { at: "/classification", pattern: "^[a-z]+$" },
      ],
      examples: [holds(), fails({ "/title": "Test" }, "/title")],
    }),
  }),
  ...seeded("search", "/check/at/1", {
    "a place that never has it": forbidden({ check: { at: ["/title", "/classification"] } }),
  }),
  ...seeded("search", "/check/ignoreCase", {
    "case that another rule leaves no choice of": addedRule({
      check: { at: "/tags/*", "none-of": ["test"], ignoreCase: true },
      examples: [holds(), fails({ "/tags": ["test"] }, "/tags/0")],
    }),
  }),
  ...seeded("search", "/check", {
    "a warning that another one gives, and more": addedRule({
      severity: "warning",
      check: { at: "/title", "none-of": { candidate: "/description" } },
      examples: [holds(), fails({ "/title": "Every order of the web shop, one row each." }, "/title")],
    }),
  }),
  // Rules that are there already
  ...seeded("lint", "/check", {
    "the same check in two rules": addedRule({
      check: { at: "/tags/*", unique: true },
      examples: [holds(), fails({ "/tags": ["a", "a"] }, "/tags/1")],
    }),
    "a warning that another one gives": addedRule({
      severity: "warning",
      check: { at: "/title", "none-of": { candidate: "/description" }, ignoreCase: true },
      examples: [holds(), fails({ "/title": "every order of the web shop, one row each." }, "/title")],
    }),
  }),
  // Patterns with idle parts, or that match nothing
  ...seeded("search", "/check/pattern", {
    "an alternative twice": described("^(?:a|ab|a)$", "a", "x"),
    "an alternative of a class": described("^(?:a|[a-z])$", "b", "1"),
    "an alternative of white space": described("^[0-9](?:[ ]|\\s)[0-9]+$", "1 1", "1"),
    "a character in its class twice": described("^[0-9+0]+$", "+1", "x"),
    "a letter in a category": described("^[\\p{L}a]+$", "a", "1"),
    "an alternative that another one makes optional": described("^(?:https?|http)://", "http://", "x"),
    "something behind the end": unmatched("$[0-9]"),
    "an empty class": unmatched("^[]$"),
    "two blanks where they are joined": {
      make: (rules) => {
        unmatched("^[0-9]+  [0-9]+$").make(rules);
        inFile("spec.json", { "/normalize/-": { step: "single-space", at: "/owner/phone" } }).make(rules);
      },
    },
  }),
  // Steps that spoil
  ...seeded("search", "/normalize/8/value", {
    "a default that ends before it starts": default_("/validity", { start: "2026-01-01", end: "2025-01-01" }),
    "a default history that is not in order": inFile("spec.json", ({ normalize }) => {
      const sort = normalize.findIndex(({ step, at }: Loose) => step === "sort" && at === "/history");
      normalize.splice(sort, 1, { step: "trim", at: "/owner/team" });
      const value = ["2026-01-02", "2026-01-01"].map((on) => ({ on, change: `On ${on}` }));
      normalize.push({ step: "default", at: "/history", value });
    }),
  }),
  ...seeded("search", "/normalize/1/value", {
    "a default that is filled only when the package is built again": {
      make: (rules) => {
        const size = { type: "integer", description: "Its size." };
        const part = { type: "object", additionalProperties: false, properties: { size }, description: "A part." };
        inFile("candidate.schema.json", { "/properties/part": part }).make(rules);
        inBase("/part", { size: 2 }).make(rules);
        inFile("spec.json", ({ normalize }) => {
          normalize.unshift(
            { step: "default", at: "/part/size", value: 1 },
            { step: "default", at: "/part", value: {} },
          );
        }).make(rules);
      },
    },
  }),
  ...seeded("search", "/fixes/0/title", {
    "a title of a fix with another number": inFile(YEAR, {
      "/fixes": [{ title: "Keep it for 365 days", applicability: "maybe-incorrect", set: { "/retentionDays": 300 } }],
      "/examples/2/fixed": { "/retentionDays": 300 },
    }),
  }),
  // Rules that never fire: whoever writes an honest example notices
  ...seeded("examples", "/examples/1/violations", {
    "two values at once": when({ all: [kind("equal", "secret"), kind("equal", "internal")] }),
  }),
  ...seeded("examples", "/examples/1", {
    "a warning beside an error about the same": addedRule({
      severity: "warning",
      check: { at: "/tags/*", pattern: "^[a-z0-9 -]+$" },
      examples: [holds(), fails({ "/tags": ["Sales"] }, "/tags/0")],
    }),
  }),
  // Limits that contradict each other, or beyond which the shape leaves nothing
  ...seeded("lint", "/check/length", {
    "min over max in a length": limited("/owner/phone", { length: { min: 9, max: 8 } }, "12345678", "1"),
    "a length that the shape has": limited("/title", { length: { max: 80 } }, "Bills", "x".repeat(81)),
  }),
  ...seeded("lint", "/check/range", {
    "a range that the shape has": limited("/retentionDays", { range: { min: 1 } }, 1, 0),
  }),
  // Limits that the shape makes idle or impossible
  ...seeded("examples", "/examples/0", {
    "a limit over the longest string": limited("/owner/phone", { length: { min: 33 } }, "12345678", "1"),
  }),
  ...seeded("examples", "/check/length/min", {
    "a length that no string has": addedRule({
      check: { at: "/owner/phone", length: { min: 33 } },
      examples: [holds(), fails({ "/owner/phone": "1" }, "/owner/phone")],
    }),
  }),
  ...seeded("examples", "/check/range/min", {
    "two lower limits": limited("/retentionDays", { range: { above: 9, min: 9 } }, 10, 9),
  }),
  ...seeded("search", "/check/per", {
    "a group that says nothing": addedRule({
      severity: "warning",
      check: { at: "/tags/*", per: "/tags", distinct: { max: 3 } },
      examples: [
        holds({ set: { "/tags": ["a", "b", "c"] } }),
        fails({ "/tags": ["a", "b", "c", "d"] }, "/tags"),
        { title: "two are fine", set: { "/tags": ["a", "b"] } },
      ],
    }),
  }),
  // Entries that nothing picks
  ...seeded("search", "/data/longestTitles/private", {
    "a kind that the shape does not have": {
      make: (rules) => {
        addedRule({
          severity: "warning",
          check: { at: "/title", length: { max: { spec: "/longestTitles", by: { candidate: "/classification" } } } },
          examples: [holds(), fails({ "/title": "Orders of all shops" }, "/title")],
        }).make(rules);
        inFile("spec.json", { "/data/longestTitles": { public: 9, internal: 9, secret: 9, private: 9 } }).make(rules);
      },
    },
  }),
  // Limits of conditions that decide nothing: no example can be beyond them
  ...seeded("examples", "/when/any/0/value", {
    "limits that leave nothing out": when({ any: [days("lessThan", 100), days("greaterThanInclusive", 100)] }),
  }),
  ...seeded("examples", "/when/value", {
    "any number of places": counted("/tags/*", "greaterThanInclusive", 0),
  }),
  ...seeded("examples", "/when/all/1/value", {
    "a wider limit beside a narrower one": when({ all: [days("greaterThan", 600), days("greaterThan", 500)] }),
  }),
  // What would fail every example of every rule
  ...seeded("base", "/diagnostics", {
    "a property too many": inBase("/colour", "red"),
    "a rule for what all examples have": addedRule({
      check: { at: "/classification", "none-of": ["internal"] },
      examples: [holds({ set: { "/classification": "public" } }), fails({ "/title": "Test" }, "/classification")],
    }),
  }),
];
