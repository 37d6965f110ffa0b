import { type Evaluated, evaluate } from "../../../src/engine/evaluate.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { base, evaluated, fixed } from "../evaluated.js";
import { specOf } from "../spec-of.js";

const allFixes = ({ diagnostics }: Pick<Evaluated, "diagnostics">) => diagnostics.flatMap(({ fixes }) => fixes ?? []);

describe("a program is never offered as a person", () => {
  test.each<unknown>([
    "agent_77",
    ["agent_77"],
    "gpt-4-turbo",
    { kind: "humane", id: "agent_77" },
    { kind: ["humane"], id: "agent_77" },
    { kind: "agent", id: "svc-9" },
    { kind: null, id: "agent77" },
    { kind: "", id: "agent_77" },
    { id: "bot-12" },
  ])("%j", async (owner) => {
    const candidate = { ...base, owner };
    const result = await evaluated(candidate);
    expect(allFixes(result).length).toBeGreaterThan(0);
    for (const fix of [...allFixes(result), result.repair]) {
      const person = { kind: "human", id: expect.stringMatching(/agent|gpt|svc|bot/) };
      expect(fixed(candidate, fix)).not.toMatchObject({ owner: person });
    }
  });

  test.each<[owner: unknown, meant: unknown]>([
    [
      { kind: "humane", id: "user_77" },
      { kind: "human", id: "user_77" },
    ],
    [
      { kind: "Human", id: "emp_77" },
      { kind: "human", id: "emp_77" },
    ],
    [
      { kind: ["human"], id: "emp_77" },
      { kind: "human", id: "emp_77" },
    ],
    ["human:emp_77", { kind: "human", id: "emp_77" }],
    ["user_77", { kind: "human", id: "user_77" }],
  ])("but what the author or the id says is certain: %j", async (owner, meant) => {
    const candidate = { ...base, owner };
    expect(fixed(candidate as { owner: unknown }, (await evaluated(candidate)).repair).owner).toEqual(meant);
  });
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
  ])("%s is not %s, nor the other way round", async (one, other) => {
    expect(await renamedTo(one, other)).toEqual([]);
    expect(await renamedTo(other, one)).toEqual([]);
  });

  test("but to another name of the same type", async () => {
    expect(await renamedTo("flag", "enabled")).toMatchObject([{ title: 'Rename to "enabled"' }]);
  });
});
