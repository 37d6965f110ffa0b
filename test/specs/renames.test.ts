import type { SpecSource } from "../../src/engine/grammar.js";
import { findRenames, withRename } from "../../src/specs/renames.js";

/** A package of steps by their names; the command of a step is the property `name`. */
function packageWith(name: string): SpecSource {
  const step = { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
  const violated = { build: { [name]: "rm" }, [name]: { [name]: "ls" } };
  return {
    domainId: "builds",
    version: "v1",
    settings: {
      status: "draft",
      title: "Builds",
      base: "complete",
      data: {},
      declarations: {},
      normalize: [
        { step: "trim", at: [`/steps/~values/${name}`] },
        { step: "order-keys", at: ["/steps/~values"], by: [name] },
        { step: "order-keys", at: ["/steps"], by: ["run"] },
      ],
    },
    shape: { type: "object", properties: { steps: { type: "object", additionalProperties: step } } },
    rules: {
      "steps-have-commands": {
        severity: "error",
        summary: "Each step has a command.",
        rationale: "It would do nothing.",
        check: { at: "/steps/~values", "has-keys": [name] },
        message: "{key} is missing",
        fixes: [],
        examples: [],
      },
      "nothing-is-removed": {
        severity: "error",
        summary: "No step removes files.",
        rationale: "They are needed later.",
        check: { at: `/steps/~values/${name}`, "none-of": ["rm"] },
        message: "{actual} removes files",
        fixes: [],
        examples: [{ title: "one removes", set: { "/steps": violated }, violations: [`/steps/build/${name}`] }],
      },
    },
    examples: { complete: { title: "Complete", candidate: { steps: { test: { [name]: "ls" } } }, diagnostics: [] } },
  } as unknown as SpecSource;
}

test("a property of the values of a map is renamed wherever it is mentioned, and a key of the map with its name is not", () => {
  const before = packageWith("run");
  const after = JSON.parse(JSON.stringify(before.shape).replaceAll('"run"', '"command"'));
  after.properties.steps.additionalProperties.properties.command.aliases = ["run"];
  const [rename, ...others] = findRenames(before.shape, after);
  expect(others).toEqual([]);
  const renamed = withRename(before, rename as NonNullable<typeof rename>);
  const expected = JSON.stringify(packageWith("command")).replace('"command":{"command"', '"run":{"command"');
  expect(renamed).toEqual(JSON.parse(expected));
});
