import { buildPackage } from "../../../src/engine/build-package.js";
import { type CompiledSpec, compileSpec } from "../../../src/engine/compile-spec.js";
import { evaluate } from "../../../src/engine/evaluate.js";
import type { Condition, SpecSource } from "../../../src/engine/grammar.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import type { Acceptance } from "../../../src/specs/release-records.js";
import { diffVersions, type Witness } from "../../../src/workshop/diff/diff-versions.js";
import { specOf } from "../../engine/spec-of.js";
import { compiledSpecs } from "../../support/compiled-specs.js";
import { type Effect, KINDS_OF_CHANGE } from "./kinds-of-change.js";

const before = compiledSpecs("examples/rules").get("data-contract")?.current as CompiledSpec;

const WORDS = {
  severity: "error" as const,
  summary: "-",
  rationale: "-",
  message: "no",
  examples: [],
};

function edited(edit: (source: SpecSource) => void): CompiledSpec {
  const source = structuredClone({ ...before.source, version: "v2" });
  edit(source);
  return compileSpec(source);
}

const SHOWN = { refused: [true, false], accepted: [false, true], repackaged: [true, true] };

/** By running both engines, and nothing of the diff. */
async function expectTrue(
  { shows, specimen, ...said }: Witness,
  after: CompiledSpec,
): Promise<void> {
  const registry = RegistryIndex.of(specimen.registry);
  const [old, now] = await Promise.all(
    [before, after].map((spec) => evaluate(spec, specimen.candidate, registry)),
  );
  expect([said.before.valid, said.after.valid]).toEqual([old?.valid, now?.valid]);
  expect([old?.valid, now?.valid]).toEqual(SHOWN[shows]);
  if (shows !== "repackaged") return;
  const bytes = [before, after].map((spec) =>
    JSON.stringify(buildPackage(spec, "", specimen.candidate).proposal),
  );
  expect(bytes[0]).not.toBe(bytes[1]);
}

/**
 * What a change may be said to accept, by what it does. "either" is never wrong, and says little.
 */
function mayBeSaid(effects: readonly Effect[]): Acceptance[] {
  if (effects.includes("breaking"))
    return effects.includes("widening") ? ["either"] : ["less", "either"];
  if (effects.includes("widening")) return ["more", "either"];
  return effects.includes("repackaging") ? ["package", "either"] : ["same", "more"];
}

test("what each kind of change does is said, and few that are harmless are said to accept less or either", async () => {
  const harmless: Acceptance[] = [];
  for (const { edit, expected } of KINDS_OF_CHANGE) {
    const after = edited(edit);
    const { changes } = await diffVersions(before, after);
    if (Object.keys(expected).length === 0) expect(changes).not.toEqual([]);
    const pointers = Object.keys(expected);
    for (const { pointer, accepts, witnesses } of changes) {
      const effects = expected[pointer] ?? [];
      // A change beside others, such as data that only a new rule uses, decides nothing by itself.
      const isSaid = pointers.includes(pointer)
        ? mayBeSaid(effects)
        : ["same", ...pointers.flatMap((one) => mayBeSaid(expected[one] ?? []))];
      expect([pointer, isSaid]).toEqual([pointer, expect.arrayContaining([accepts])]);
      if (!effects.includes("breaking")) harmless.push(accepts);
      for (const witness of witnesses) await expectTrue(witness, after);
    }
  }
  const shareOf = (accepts: Acceptance) =>
    harmless.filter((one) => one === accepts).length / harmless.length;
  expect(shareOf("less")).toBeLessThanOrEqual(0.05);
  expect(shareOf("either")).toBeLessThanOrEqual(0.2);
});

test.each([
  ["gone", "maximum", "closed", "less"],
  ["new", "minimum", "open", "less"],
  ["new", "toString", "closed", "more"],
  ["gone", "valueOf", "closed", "less"],
])(
  "a property that is %s and named %s, in an object that is %s, accepts %s",
  async (change, name, object, accepts) => {
    const specWith = (properties: JsonObject) =>
      specOf({
        shape: { type: "object", properties, additionalProperties: object === "open" },
        examples: { "": { title: "-", candidate: { title: "one" }, diagnostics: [] } },
      });
    const without = { title: { type: "string", maxLength: 9 } };
    const specs = [
      specWith(without),
      specWith({ ...without, [name]: { type: "integer" } }),
    ] as const;
    const { changes } = await (change === "new"
      ? diffVersions(...specs)
      : diffVersions(specs[1], specs[0]));
    expect(changes.map((one) => [one.text, one.accepts])).toEqual([
      [`/shape/properties/${name} is ${change}`, accepts],
    ]);
  },
);

test("a smaller limit of an array accepts less, whatever else a package has", async () => {
  const [own] = compiledSpecs("rules").get("generator-option")?.versions ?? [];
  const source = structuredClone({ ...(own as CompiledSpec).source, version: "v2" });
  const fields = (source.shape.properties as Record<string, { maxItems: number }>).outputFields;
  if (fields !== undefined) fields.maxItems -= 10;
  const { changes } = await diffVersions(own as CompiledSpec, compileSpec(source));
  expect(changes.map(({ accepts }) => accepts)).toEqual(["less"]);
});

test("a step at one side of a reference breaks what was equal with white space", async () => {
  const withRule = (source: SpecSource) => {
    source.settings.normalize = source.settings.normalize.map(({ at, ...step }) => ({
      ...step,
      at: [at].flat().filter((place) => place !== "/columns/*/description" || step.step !== "trim"),
    }));
    source.rules["descriptions-are-phones"] = {
      ...WORDS,
      check: { at: "/columns/*/description", "one-of": { candidate: "/owner/phone" } },
      examples: [
        { title: "both", set: { "/owner/phone": "off", "/columns/0/description": "off" } },
      ],
    };
  };
  const without = edited(withRule);
  const trimmed = edited((source) => {
    withRule(source);
    source.settings.normalize.push({ step: "trim", at: "/columns/*/description" });
  });
  const { changes } = await diffVersions(without, trimmed);
  expect(changes.map(({ accepts }) => accepts)).toEqual(["either"]);
});

test("a lower limit for one entry of a table breaks what picks that entry", async () => {
  const withTable = (secret: number) => (source: SpecSource) => {
    source.settings.data.longestTitle = { public: 80, internal: 80, secret };
    source.rules["titles-fit"] = {
      ...WORDS,
      check: {
        at: "/title",
        length: { max: { spec: "/longestTitle", by: { candidate: "/classification" } } },
      },
    };
  };
  const { changes } = await diffVersions(edited(withTable(70)), edited(withTable(30)));
  expect(changes.map(({ accepts }) => accepts)).toEqual(["less"]);
});

test("the parts of a condition in another order accept the same", async () => {
  const [titled, tagged] = ["/title", "/tags"].map((path) => ({
    path,
    operator: "exists",
    value: true,
  })) as [Condition, Condition];
  const withParts = (all: Condition[]) => (source: SpecSource) => {
    source.rules["titles-fit"] = {
      ...WORDS,
      when: { all },
      check: { at: "/title", length: { max: 30 } },
    };
  };
  const { changes } = await diffVersions(
    edited(withParts([titled, tagged])),
    edited(withParts([tagged, titled])),
  );
  expect(changes.map(({ accepts }) => accepts)).toEqual(["same"]);
});

test.each([
  [{ public: ["a"] }, { public: ["a"], secret: ["b"] }, "one-of", "less"],
  [{ public: ["a"] }, { public: ["a"], secret: ["b"] }, "none-of", "less"],
  [{ public: ["a"], secret: ["b"] }, { public: ["a"] }, "none-of", "more"],
  [{ public: ["a"] }, { public: ["a", "b"] }, "none-of", "less"],
  [{ public: ["a"] }, { public: ["a", "b"] }, "one-of", "more"],
])(
  "the entries %j and %j of a table for %s: the later ones accept %s",
  async (earlier, later, check, accepts) => {
    const withTable = (table: Record<string, string[]>) => (source: SpecSource) => {
      source.settings.data.words = table;
      source.rules["tags-fit"] = {
        ...WORDS,
        check: { at: "/tags/*", [check]: { spec: "/words", by: { candidate: "/classification" } } },
      };
    };
    const { changes } = await diffVersions(edited(withTable(earlier)), edited(withTable(later)));
    expect(new Set(changes.map((change) => change.accepts))).toEqual(new Set([accepts]));
  },
);
