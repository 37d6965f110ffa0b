import { type Answer, evaluate } from "../../../src/engine/evaluate.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { applyFix, baseCandidate, evaluateCandidate } from "../generator-option.js";
import { specOf } from "../spec-of.js";

const allFixes = ({ diagnostics }: Pick<Answer, "diagnostics">) =>
  diagnostics.flatMap(({ fixes }) => fixes ?? []);

describe("a name in another script", () => {
  const named = (...names: string[]) => ({
    ...baseCandidate,
    outputFields: names.map((name) => ({ name, type: "string", description: "A text." })),
    sampleRecords: [1, 2].map((n) => Object.fromEntries(names.map((name) => [name, `text ${n}`]))),
  });

  test("is not read as the Latin word that it happens to look like", async () => {
    // "Rost" and "osa", words of Russian, look like "poct" and "oca".
    const candidate = named("\u0440\u043e\u0441\u0442", "\u043e\u0441\u0430", "city");
    const result = await evaluateCandidate(candidate);
    expect(result.repair).toBeUndefined();
    expect(allFixes(result).filter(({ title }) => title.startsWith("Rename"))).toEqual([]);
  });
});

test.each(["\u200b\u200b", "\u2060", "\u200b \u00ad", "\u2800"])(
  "%j is empty, with a declared step or without one",
  async (text) => {
    const { diagnostics } = await evaluateCandidate({
      ...baseCandidate,
      owner: { kind: "human", id: text },
      description: text,
    });
    const empty = diagnostics.filter(
      ({ severity, actual }) => severity === "error" && actual === "",
    );
    expect(empty.map(({ path }) => path)).toEqual([
      "/candidate/owner/id",
      "/candidate/description",
    ]);
  },
);

test("a reference to a name in another thing is never redirected for certain", async () => {
  const spec = specOf({
    shape: {
      type: "object",
      properties: {
        columns: {
          type: "array",
          maxItems: 9,
          items: { type: "object", properties: { name: { type: "string" } } },
        },
        key: { type: "string" },
      },
    },
    declarations: { columns: { at: "/columns/*", name: "/name" } },
    rules: {
      "key-is-declared": {
        check: { at: "/key", "one-of": { candidate: "/columns/*/name" } },
        fixes: [
          {
            title: 'Use "{nearest}"',
            applicability: "machine-applicable",
            set: { "{path}": "{nearest}" },
          },
        ],
      } as never,
    },
  });
  const candidate = { columns: [{ name: "total" }, { name: "city" }], key: "orders.total" };
  const result = await evaluate(spec, candidate, RegistryIndex.of([]));
  expect(result.diagnostics).toHaveLength(1);
  expect(result.repair).toBeUndefined();
  expect(
    allFixes(result).filter(({ applicability }) => applicability === "machine-applicable"),
  ).toEqual([]);
  const misspelt = await evaluate(spec, { ...candidate, key: "Total" }, RegistryIndex.of([]));
  expect(applyFix(candidate, misspelt.repair).key).toBe("total");
});

test.each(["   ", "---", "'"])(
  "a reference is never redirected to a name without letters: %j",
  async (name) => {
    const names = { type: "array", maxItems: 9, items: { type: "string" } };
    const spec = specOf({
      shape: { type: "object", properties: { names, keys: names } },
      rules: {
        "keys-are-names": {
          check: { at: "/keys/*", "one-of": { candidate: "/names/*" } },
          fixes: [
            {
              title: 'Use "{nearest}"',
              applicability: "machine-applicable",
              set: { "{path}": "{nearest}" },
            },
          ],
        } as never,
      },
    });
    const result = await evaluate(
      spec,
      { names: [name, "city"], keys: ["total"] },
      RegistryIndex.of([]),
    );
    expect(result.diagnostics).toHaveLength(1);
    expect(allFixes(result)).toEqual([]);
  },
);

test("a change after which the same error is there again, under another name, is not offered", async () => {
  const change = {
    title: "Change it",
    applicability: "machine-applicable",
    set: { "/fields/0/name": "other" },
  };
  const check = { at: "/records/*/{fields}", distinct: { min: 3 } };
  const spec = specOf({
    declarations: { fields: { at: "/fields/*", name: "/name", records: "/records/*" } },
    rules: { "values-differ": { check, message: "too few values", fixes: [change] } as never },
  });
  const result = await evaluate(
    spec,
    { fields: [{ name: "city" }], records: [] },
    RegistryIndex.of([]),
  );
  expect(result.diagnostics).toHaveLength(1);
  expect(allFixes(result)).toEqual([]);
});

describe("a property is never renamed to its contrary", () => {
  const boolean = { type: "boolean" };
  const renamedTo = async (unknown: string, known: string) => {
    const spec = specOf({
      shape: {
        type: "object",
        required: [known],
        additionalProperties: false,
        properties: { [known]: boolean, other: boolean },
      },
    });
    const result = await evaluate(spec, { [unknown]: true, other: true }, RegistryIndex.of([]));
    return allFixes(result).filter(({ title }) => title.startsWith("Rename"));
  };

  test.each([
    ["disabled", "enabled"],
    ["isDisabled", "isEnabled"],
    ["inactive", "active"],
    ["nonPublic", "public"],
    ["unlisted", "listed"],
    ["required", "nullable"],
    ["notRequired", "required"],
    ["notNull", "nullable"],
    ["non_null", "optional"],
    ["mandatory", "nullable"],
    ["maximumStaff", "minimumStaff"],
    ["validFrom", "validUntil"],
  ])("%s is not %s, nor the other way round", async (one, other) => {
    expect(await renamedTo(one, other)).toEqual([]);
    expect(await renamedTo(other, one)).toEqual([]);
  });

  test.each(["off_call", "not_on_call", "nonOnCall"])(
    "nor is a key of a record: %s",
    async (key) => {
      const { outputFields, sampleRecords } = baseCandidate as Record<string, readonly object[]>;
      const [first, second] = sampleRecords ?? [];
      const candidate = {
        ...baseCandidate,
        outputFields: [
          ...(outputFields ?? []),
          { name: "on_call", type: "boolean", description: "Whether it is on call." },
        ],
        sampleRecords: [
          { ...first, [key]: true },
          { ...second, on_call: true },
        ],
      };
      const result = await evaluateCandidate(candidate);
      expect(allFixes(result).length).toBeGreaterThan(0);
      expect(allFixes(result).filter(({ title }) => /^Rename.*on_call/.test(title))).toEqual([]);
    },
  );

  test.each([
    ["consentRevoked", "consentGiven"],
    ["deactivated", "active"],
    ["outdoor", "indoor"],
    ["flag", "enabled"],
  ])("nor a flag to another name at all: %s, %s", async (one, other) => {
    expect(await renamedTo(one, other)).toEqual([]);
  });
});

test.each([
  ["integer | null", true, "null"],
  ["nullable integer", true, "nullable"],
  ["int?", true, "?"],
  ["Optional[int]", true, "Optional"],
  ["integer(11)", true, undefined],
  ["integer not null", true, undefined],
  ["integer | null", false, undefined],
])(
  "%j is certain only if the declaration cannot say what is dropped (it can: %j)",
  async (type, canSay, dropped) => {
    const spec = specOf({
      data: {
        types: { integer: { type: "integer" }, string: { type: "string" } },
        aliases: { int: "integer" },
      },
      declarations: {
        fields: {
          at: "/fields/*",
          name: "/name",
          type: "/type",
          types: { spec: "/types" },
          records: "/records",
          ...(canSay && { nullable: "/nullable" }),
        },
      },
      rules: {
        "type-is-known": {
          check: {
            at: "/fields/*/type",
            "one-of": { spec: "/types" },
            aliases: { spec: "/aliases" },
          },
          fixes: [
            {
              title: 'Use "{nearest}"',
              applicability: "machine-applicable",
              set: { "{path}": "{nearest}" },
            },
          ],
        } as never,
      },
    });
    const candidate = { fields: [{ name: "pages", type }], records: [] };
    const { repair, diagnostics } = await evaluate(spec, candidate, RegistryIndex.of([]));
    const [fix] = diagnostics.flatMap(({ fixes }) => fixes ?? []);
    expect(fix?.title).toBe(
      `Use "integer"${dropped === undefined ? "" : `, without "${dropped}"`}`,
    );
    expect(repair === undefined).toBe(dropped !== undefined);
  },
);
