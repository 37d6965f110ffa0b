import type { Loose } from "../../support/rules-folder.js";
import { addedRule, type Change, CONTRACT, edited, type Mistake } from "../defects/defect.js";
import type { Stage } from "./caught-in.js";

/** A defect whose rule has honest examples on both sides, the stage that catches it, and the place that it names. */
export interface Seeded extends Mistake {
  readonly title: string;
  readonly stage: Stage;
  readonly pointer: string;
}

const seeded = (stage: Stage, pointer: string, mistakes: Readonly<Record<string, Mistake>>): Seeded[] =>
  Object.entries(mistakes).map(([title, mistake]) => ({ title, stage, pointer, ...mistake }));

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

const limited = (at: string, check: object, good: unknown, bad: unknown) =>
  addedRule({
    check: { at, ...check },
    examples: [holds({ set: { [at]: good } }), fails({ [at]: bad }, at), { title: "none is fine" }],
  });

const inFile = (file: string, change: Change) => edited(CONTRACT, file, change);
const inBase = (pointer: string, value: unknown) => inFile("examples/orders.json", { [`/candidate${pointer}`]: value });
const default_ = (at: string, value: unknown) =>
  inFile("spec.json", { "/normalize/-": { step: "default", at, value } });

export const SEEDED: readonly Seeded[] = [
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
  ...seeded("search", "/normalize/8/value", {
    "a default that another place may already have, where all examples have a value of their own": {
      make: (rules) => {
        const short = { type: "string", maxLength: 9, description: "A short title." };
        inFile("candidate.schema.json", { "/properties/short": short }).make(rules);
        inBase("/short", "Sold").make(rules);
        default_("/short", "Bills").make(rules);
        const check = { at: "/title", "none-of": { candidate: "/short" } };
        addedRule({ check, examples: [holds(), fails({ "/title": "Sold" }, "/title")] }).make(rules);
      },
    },
  }),
  ...seeded("search", "/normalize/4", {
    "a sorted array of which a rule reads the first item": addedRule({
      check: { at: "/tags/~first", length: { max: 6 } },
      examples: [
        holds({ set: { "/tags": ["absbsb"] } }),
        fails({ "/tags": ["zzzzzzz"] }, "/tags/0"),
        { title: "a later one", set: { "/tags": ["a", "zzzzzzz"] } },
      ],
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
  ...seeded("warning", "/check/range/min", {
    "two lower limits": limited("/retentionDays", { range: { above: 9, min: 9 } }, 10, 9),
  }),
  // Limits of conditions that decide nothing
  ...seeded("examples", "/when/any/0/value", {
    "limits that leave nothing out": when({ any: [days("lessThan", 100), days("greaterThanInclusive", 100)] }),
  }),
  ...seeded("examples", "/when/value", {
    "any number of places": counted("/tags/*", "greaterThanInclusive", 0),
  }),
  ...seeded("examples", "/when/all/0/value", {
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
