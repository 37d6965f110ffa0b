import type { RulesFolder } from "./rules-folder.js";

/**
 * Adds a second version to a rules folder, with files alone: another owner kind, another field type, another strategy and a
 * rule with a condition on the candidate itself.
 */
export function addSecondVersion(rules: RulesFolder): void {
  const folder = "generator-option/v2";
  rules.copy("generator-option/v1", folder);
  rules.patch(`${folder}/spec.json`, [
    { op: "replace", path: "/version", value: "v2" },
    { op: "add", path: "/data/ownerKinds/-", value: "organization" },
    { op: "add", path: "/data/strategies/-", value: "exhaustive" },
    {
      op: "add",
      path: "/data/fieldTypes/hexcode",
      value: { type: "string", pattern: "^#[0-9a-f]{6}$", examples: ["#aabbcc"] },
    },
  ]);
  rules.patch(`${folder}/examples/city-weather.json`, [
    {
      op: "add",
      path: "/candidate/sampleRecords/-",
      value: { city: "Rome", temperature: 15, rainyDays: 7, measuredOn: "2026-03-01" },
    },
  ]);
  // Examples that rename a field must rename it in the third record too.
  rules.patch(`${folder}/rules/output-field-names-are-identifiers.json`, [
    renameIn(1, "city name"),
    renameIn(2, "1st"),
  ]);
  rules.write(`${folder}/rules/realistic-generators-show-three-records.json`, {
    name: "realistic-generators-show-three-records",
    severity: "error",
    summary: "A generator that offers the realistic strategy shows at least three sample records.",
    rationale: "Two records do not show how realistic values vary.",
    conditions: {
      all: [
        { fact: "candidate", path: "/supportedStrategies", operator: "contains", value: "realistic" },
        {
          fact: "findings",
          params: { at: "/sampleRecords", check: "outside", measure: "items", min: 3 },
          operator: "found",
          value: true,
        },
      ],
    },
    event: { type: "violation", params: { message: "only {size} sample records are given; at least {min}" } },
    examples: [
      { title: "three records pass", patch: [], violations: [] },
      {
        title: "two records are enough without the realistic strategy",
        patch: [
          { op: "remove", path: "/sampleRecords/2" },
          { op: "remove", path: "/supportedStrategies/1" },
        ],
        violations: [],
      },
      {
        title: "two records are too few with it",
        patch: [{ op: "remove", path: "/sampleRecords/2" }],
        violations: ["/sampleRecords"],
        fix: "none",
      },
    ],
  });
}

function renameIn(example: number, name: string) {
  const move = { op: "move", from: "/sampleRecords/2/city", path: `/sampleRecords/2/${name}` };
  return { op: "add" as const, path: `/examples/${example}/patch/-`, value: move };
}
