import { contractRule, inContract, type Made, newContractRule, ruleOf } from "../defects/defect.js";
import type { Loose, Workshop } from "../defects/workshop.js";
import type { Stage } from "./stages.js";

/** A defect whose rule has honest examples on both sides, the stage that catches it, and the place that it names. */
export interface Seeded {
  readonly title: string;
  readonly stage: Stage;
  readonly pointer: string;
  readonly rule: string | undefined;
  readonly make: (workshop: Workshop) => void;
}

const seeded = (stage: Stage, rows: readonly (readonly [string, string, Made])[]): Seeded[] =>
  rows.map(([title, pointer, made]) => ({ title, stage, pointer, rule: ruleOf(made), make: made.make }));

const KINDS = ["public", "internal", "secret"];
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
  newContractRule({
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
  newContractRule({
    check: { at: "/columns/*/description", pattern },
    examples: [
      holds({ set: { "/columns/0/description": good } }),
      fails({ "/columns/0/description": bad }, "/columns/0/description"),
      { title: "none is fine" },
    ],
  });

const columns = (parts: Loose) =>
  newContractRule({
    check: { at: "/columns/*/name", "none-of": ["test"], ...parts },
    examples: [holds(), fails({ "/columns/3/name": "test", "/sampleRows/0": ROW }, "/columns/3/name")],
  });
const ROW = { order_id: 1, parent_id: null, total: 17.5, test: "Ring twice.", coupons: [] };

export const CONDITIONS_THAT_DECIDE_NOTHING = seeded("search", [
  ["a list with the whole enum", "/when", when(kind("in", ["public", "internal", "secret"]))],
  ["a value or not that value", "/when", when({ any: [kind("equal", "secret"), kind("notEqual", "secret")] })],
  [
    "one of two values is always another",
    "/when",
    when({ any: [kind("notEqual", "secret"), kind("notEqual", "public")] }),
  ],
  ["not two values at once", "/when", when({ not: { all: [kind("equal", "secret"), kind("equal", "public")] } })],
  [
    "there or not there",
    "/when",
    when({ any: [compare("/validity", "exists", true), compare("/validity", "exists", false)] }),
  ],
  [
    "a branch that another one has",
    "/when/any/1",
    when({ any: [kind("in", ["secret", "internal"]), kind("equal", "internal")] }),
  ],
  [
    "a part that another one implies",
    "/when/all/1",
    when({ all: [kind("equal", "internal"), kind("notEqual", "public")] }),
  ],
  [
    "a part within a part",
    "/when/all/1/any/1",
    when({
      all: [
        compare("/validity", "exists", true),
        { any: [kind("in", ["internal", "secret"]), kind("equal", "secret")] },
      ],
    }),
  ],
  [
    "an item that is or is not so",
    "/check/where",
    columns({ where: { any: [compare("/nullable", "equal", true), compare("/nullable", "notEqual", true)] } }),
  ],
  [
    "an item with what every item has",
    "/check/where/all/1",
    columns({ where: { all: [compare("/type", "equal", "string"), compare("/type", "notEqual", "integer")] } }),
  ],
  [
    "a counted item that is or is not so",
    "/when",
    when({
      fact: "count",
      params: {
        at: "/columns/*",
        where: { any: [compare("/nullable", "equal", true), compare("/nullable", "notEqual", true)] },
      },
      operator: "notEqual",
      value: { spec: "/longestSecretDays" },
    }),
  ],
  [
    "a fix under the condition of its rule",
    "/fixes/0/when",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => (rule.fixes[0].when = kind("equal", "secret"))),
  ],
]);

export const PARTS_THAT_DECIDE_NOTHING = seeded("search", [
  [
    "a check that the enum makes idle",
    "/check/1",
    newContractRule({
      check: [
        { at: "/title", "none-of": ["Test"] },
        { at: "/classification", pattern: "^[a-z]+$" },
      ],
      examples: [holds(), fails({ "/title": "Test" }, "/title")],
    }),
  ],
  ["a place that never has it", "/check/at/1", forbidden({ check: { at: ["/title", "/classification"] } })],
  [
    "case that another rule leaves no choice of",
    "/check/ignoreCase",
    newContractRule({
      check: { at: "/tags/*", "none-of": ["test"], ignoreCase: true },
      examples: [holds(), fails({ "/tags": ["test"] }, "/tags/0")],
    }),
  ],
  [
    "a warning that another one gives, and more",
    "/check",
    newContractRule({
      severity: "warning",
      check: { at: "/title", "none-of": { candidate: "/description" } },
      examples: [holds(), fails({ "/title": "Every order of the web shop, one row each." }, "/title")],
    }),
  ],
]);

export const RULES_THAT_ARE_THERE_ALREADY = seeded("lint", [
  [
    "the same check in two rules",
    "/check",
    newContractRule({
      check: { at: "/tags/*", unique: true },
      examples: [holds(), fails({ "/tags": ["a", "a"] }, "/tags/1")],
    }),
  ],
  [
    "a warning that another one gives",
    "/check",
    newContractRule({
      severity: "warning",
      check: { at: "/title", "none-of": { candidate: "/description" }, ignoreCase: true },
      examples: [holds(), fails({ "/title": "every order of the web shop, one row each." }, "/title")],
    }),
  ],
]);

export const PATTERNS_WITH_IDLE_PARTS = seeded("search", [
  ["an alternative twice", "/check/pattern", described("^(?:a|ab|a)$", "a", "x")],
  ["an alternative of a class", "/check/pattern", described("^(?:a|[a-z])$", "b", "1")],
  ["an alternative of a repetition", "/check/pattern", described("^(?:[0-9]+|911)$", "911", "x")],
  ["an alternative that begins another", "/check/pattern", described("^(?:ab|abc)", "ab", "x")],
  ["anchored alternatives twice", "/check/pattern", described("^ab$|^a[a-z]$", "ab", "x")],
  ["an alternative of white space", "/check/pattern", described("^[0-9](?:[ ]|\\s)[0-9]+$", "1 1", "1")],
  ["a character in its class twice", "/check/pattern", described("^[0-9+0]+$", "+1", "x")],
  ["a range in another one", "/check/pattern", described("^[a-z0-9b-d]+$", "a1", "X")],
  ["a letter in a category", "/check/pattern", described("^[\\p{L}a]+$", "a", "1")],
  ["a sign in a class of its own", "/check/pattern", described("^[\\w_]+$", "a_", "-")],
  [
    "an alternative that another one makes optional",
    "/check/pattern",
    described("^(?:https?|http)://", "http://", "x"),
  ],
  ["an alternative of fewer characters", "/check/pattern", described("^(?:[a-f]|[a-f0-9])$", "a", "x")],
  ["something never repeated", "/check/pattern", described("^[0-9]+x{0}$", "1", "x")],
]);

const default_ = (at: string, value: unknown): Made =>
  inContract("spec.json", (spec) => spec.spec ?? spec.normalize.push({ step: "default", at, value }));

export const STEPS_THAT_SPOIL = seeded("search", [
  [
    "a default that ends before it starts",
    "/normalize/8/value",
    default_("/validity", { start: "2026-01-01", end: "2025-01-01" }),
  ],
  [
    "a default that starts when it ends",
    "/normalize/8/value",
    default_("/validity", { start: "2026-01-01", end: "2026-01-01" }),
  ],
  ["a default region that is no code", "/normalize/8/value", default_("/regions", ["de"])],
  [
    "a default history that is not in order",
    "/normalize/8/value",
    {
      make: (workshop) => {
        default_("/history", [
          { on: "2026-01-02", change: "b" },
          { on: "2026-01-01", change: "a" },
        ]).make(workshop);
        workshop.edit("spec.json", (spec) => {
          spec.normalize = spec.normalize.filter((step: Loose) => step.at !== "/history" || step.step !== "sort");
          spec.normalize.push(spec.normalize.splice(spec.normalize.length - 1, 1)[0]);
          spec.normalize.splice(7, 0, { step: "trim", at: "/owner/team" });
        });
      },
    },
  ],
  [
    "a default that is filled only when the package is built again",
    "/normalize/1/value",
    {
      make: (workshop) => {
        const size = { type: "integer", description: "Its size." };
        const part = { type: "object", additionalProperties: false, properties: { size }, description: "A part." };
        workshop.edit("candidate.schema.json", (shape) => {
          shape.properties.part = part;
        });
        workshop.edit("examples/orders.json", ({ candidate }) => {
          candidate.part = { size: 2 };
        });
        workshop.edit("spec.json", ({ normalize }) => {
          normalize.unshift(
            { step: "default", at: "/part/size", value: 1 },
            { step: "default", at: "/part", value: {} },
          );
        });
      },
    },
  ],
  [
    "a title of a fix with another number",
    "/fixes/0/title",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => {
      rule.fixes = [
        { title: "Keep it for 365 days", applicability: "maybe-incorrect", set: { "/retentionDays": 300 } },
      ];
      rule.examples[2].fixed = { "/retentionDays": 300 };
    }),
  ],
]);

/** Nothing can fire: whoever writes an honest example notices. */
export const RULES_THAT_NEVER_FIRE = seeded("examples", [
  ["two values at once", "/examples/1/violations", when({ all: [kind("equal", "secret"), kind("equal", "internal")] })],
  [
    "over one limit and under another",
    "/examples/1/violations",
    when({ all: [days("greaterThan", 100), days("lessThan", 100)] }),
  ],
  [
    "absent and there",
    "/examples/1/violations",
    when({ all: [compare("/validity", "exists", false), compare("/validity", "exists", true)] }),
  ],
  ["not in the whole enum", "/examples/1/violations", when(kind("notIn", ["public", "internal", "secret"]))],
  ["fewer places than none", "/examples/1/violations", counted("/tags/*", "lessThan", 0)],
  ["more places than there can be", "/examples/1/violations", counted("/tags/*", "greaterThan", 10)],
  ["half a place", "/examples/1/violations", counted("/tags/*", "equal", 1.5)],
  ["a pattern that matches everything", "/examples/1/violations", described("^[\\s\\S]+$", "1", "x")],
  ["a pattern with an empty alternative", "/examples/1/violations", described("^[0-9]+$|", "1", "x")],
  [
    "nothing left by its condition",
    "/examples/1/violations",
    newContractRule({
      when: kind("equal", "secret"),
      check: { at: "/classification", "one-of": ["secret"] },
      examples: [holds(), fails({ "/classification": "public" }, "/classification")],
    }),
  ],
  [
    "a limit that its condition implies",
    "/examples/1/violations",
    newContractRule({
      when: days("lessThan", 100),
      check: { at: "/retentionDays", range: { max: 200 } },
      examples: [holds(), fails({ "/retentionDays": 201 }, "/retentionDays")],
    }),
  ],
  [
    "what its condition says is absent",
    "/examples/1/violations",
    newContractRule({
      when: compare("/validity", "exists", false),
      check: { at: "/validity/end", range: { min: "2026-01-01" } },
      examples: [holds(), fails({ "/validity/end": "2025-01-01" }, "/validity/end")],
    }),
  ],
  [
    "a warning beside an error about the same",
    "/examples/1",
    newContractRule({
      severity: "warning",
      check: { at: "/tags/*", pattern: "^[a-z0-9 -]+$" },
      examples: [holds(), fails({ "/tags": ["Sales"] }, "/tags/0")],
    }),
  ],
]);

const limited = (at: string, check: object, good: unknown, bad: unknown) =>
  newContractRule({
    check: { at, ...check },
    examples: [holds({ set: { [at]: good } }), fails({ [at]: bad }, at), { title: "none is fine" }],
  });

/** Limits that contradict each other, or beyond which the shape leaves nothing. */
export const LIMITS_THAT_FIND_NOTHING = seeded("lint", [
  [
    "min over max in a length",
    "/check/length",
    limited("/owner/phone", { length: { min: 9, max: 8 } }, "12345678", "1"),
  ],
  ["a length that the shape has", "/check/length", limited("/title", { length: { max: 80 } }, "Bills", "x".repeat(81))],
  ["a range that the shape has", "/check/range", limited("/retentionDays", { range: { min: 1 } }, 1, 0)],
  ["a range beyond the shape", "/check/range", limited("/retentionDays", { range: { max: 5000 } }, 9, 5001)],
]);

/** Limits that the shape makes idle or impossible. */
export const LIMITS_THAT_CONTRADICT_THE_SHAPE = seeded("examples", [
  ["a limit over the longest string", "/examples/0", limited("/owner/phone", { length: { min: 33 } }, "12345678", "1")],
  [
    "a length that no string has",
    "/check/length/min",
    newContractRule({
      check: { at: "/owner/phone", length: { min: 33 } },
      examples: [holds(), fails({ "/owner/phone": "1" }, "/owner/phone")],
    }),
  ],
  ["one of what the enum says", "/examples/1", limited("/classification", { "one-of": KINDS }, "public", "private")],
  ["two lower limits", "/check/range/min", limited("/retentionDays", { range: { above: 9, min: 9 } }, 10, 9)],
  ["over the maximum", "/examples/1/violations", when(days("greaterThan", 3650))],
  ["what is required does not exist", "/examples/1/violations", when(compare("/title", "exists", false))],
  [
    "a key that is required",
    "/examples/1/violations",
    newContractRule({
      check: { at: "/owner", "has-keys": ["team"] },
      examples: [holds(), fails({ "/owner/phone": "12345678" }, "/owner")],
    }),
  ],
]);

export const OPTIONS_THAT_DECIDE_NOTHING = seeded("search", [
  ["what is required exists", "/when", when(compare("/title", "exists", true))],
  ["case of numbers", "/check/ignoreCase", limited("/retentionDays", { "none-of": [30], ignoreCase: true }, 31, 30)],
  [
    "a group that says nothing",
    "/check/per",
    newContractRule({
      severity: "warning",
      check: { at: "/tags/*", per: "/tags", distinct: { max: 3 } },
      examples: [
        holds({ set: { "/tags": ["a", "b", "c"] } }),
        fails({ "/tags": ["a", "b", "c", "d"] }, "/tags"),
        { title: "two are fine", set: { "/tags": ["a", "b"] } },
      ],
    }),
  ],
]);

const unmatched = (pattern: string) =>
  newContractRule({
    severity: "warning",
    check: { at: "/owner/phone", pattern },
    examples: [holds(), fails({ "/owner/phone": "12345678" }, "/owner/phone")],
  });

export const PATTERNS_THAT_MATCH_NOTHING = seeded("search", [
  ["something behind the end", "/check/pattern", unmatched("$[0-9]")],
  ["something before the start", "/check/pattern", unmatched("[0-9]^")],
  ["an empty class", "/check/pattern", unmatched("^[]$")],
  ["more characters than the shape allows", "/check/pattern", unmatched("^[0-9]{33}$")],
  ["a literal of JavaScript", "/check/pattern", unmatched("/^[0-9]+$/i")],
  [
    "two blanks where they are joined",
    "/check/pattern",
    {
      make: (workshop) => {
        unmatched("^[0-9]+  [0-9]+$").make(workshop);
        workshop.edit("spec.json", ({ normalize }) => normalize.push({ step: "single-space", at: "/owner/phone" }));
      },
    },
  ],
]);

export const ENTRIES_THAT_NOTHING_PICKS = seeded("search", [
  [
    "a kind that the shape does not have",
    "/data/longestTitles/private",
    {
      make: (workshop) => {
        newContractRule({
          severity: "warning",
          check: { at: "/title", length: { max: { spec: "/longestTitles", by: { candidate: "/classification" } } } },
          examples: [holds(), fails({ "/title": "Orders of all shops" }, "/title")],
        }).make(workshop);
        workshop.edit("spec.json", ({ data }) => {
          data.longestTitles = { public: 9, internal: 9, secret: 9, private: 9 };
        });
      },
    },
  ],
]);

/** The limits of conditions that decide nothing: no example can be beyond them. */
export const LIMITS_THAT_DECIDE_NOTHING = seeded("examples", [
  [
    "limits that leave nothing out",
    "/when/any/0/value",
    when({ any: [days("lessThan", 100), days("greaterThanInclusive", 100)] }),
  ],
  ["any number of places", "/when/value", counted("/tags/*", "greaterThanInclusive", 0)],
  ["as many places as there must be", "/when/value", counted("/columns/*", "greaterThan", 0)],
  ["fewer places than there can be", "/when/value", counted("/tags/*", "lessThan", 11)],
  [
    "a wider limit beside a narrower one",
    "/when/all/1/value",
    when({ all: [days("greaterThan", 600), days("greaterThan", 500)] }),
  ],
]);

const inBase = (change: (candidate: Loose) => void): Made =>
  inContract("examples/orders.json", (example) => change(example.candidate));

/** What would fail every example of every rule. */
export const BASES_THAT_FAIL = seeded("base", [
  ["a property too many", "/diagnostics", inBase((candidate) => (candidate.colour = "red"))],
  ["a property that is missing", "/diagnostics", inBase((candidate) => delete candidate.title)],
  ["a value of another type", "/diagnostics", inBase((candidate) => (candidate.retentionDays = "730"))],
  ["a name that records do not have", "/diagnostics", inBase((candidate) => (candidate.columns[2].name = "sum"))],
  [
    "a property that the shape requires now",
    "/diagnostics",
    inContract("candidate.schema.json", (shape) => {
      shape.required.push("contact");
      shape.properties.contact = { type: "string", maxLength: 80, description: "Whom to ask." };
    }),
  ],
  [
    "a limit of the shape",
    "/diagnostics",
    inContract("candidate.schema.json", (shape) => (shape.properties.retentionDays.maximum = 700)),
  ],
  [
    "a rule for what all examples have",
    "/diagnostics",
    newContractRule({
      check: { at: "/classification", "none-of": ["internal"] },
      examples: [holds({ set: { "/classification": "public" } }), fails({ "/title": "Test" }, "/classification")],
    }),
  ],
]);

export const SEEDED: readonly Seeded[] = [
  ...CONDITIONS_THAT_DECIDE_NOTHING,
  ...PARTS_THAT_DECIDE_NOTHING,
  ...RULES_THAT_ARE_THERE_ALREADY,
  ...PATTERNS_WITH_IDLE_PARTS,
  ...STEPS_THAT_SPOIL,
  ...RULES_THAT_NEVER_FIRE,
  ...LIMITS_THAT_DECIDE_NOTHING,
  ...LIMITS_THAT_FIND_NOTHING,
  ...LIMITS_THAT_CONTRADICT_THE_SHAPE,
  ...OPTIONS_THAT_DECIDE_NOTHING,
  ...PATTERNS_THAT_MATCH_NOTHING,
  ...ENTRIES_THAT_NOTHING_PICKS,
  ...BASES_THAT_FAIL,
];
