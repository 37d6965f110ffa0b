import type { RulesFolder } from "../support/rules-folder.js";

/**
 * Adds a second version to a rules folder, with files alone: another owner kind, another field
 * type, another strategy and a rule with a condition.
 */
export function addSecondVersion(rules: RulesFolder): void {
  const folder = "generator-option/v2";
  rules.copy("generator-option/v1", folder);
  rules.edit(`${folder}/spec.json`, {
    "/data/ownerKinds/-": "organization",
    "/data/strategies/-": "exhaustive",
    "/data/fieldTypes/hexcode": {
      type: "string",
      pattern: "^#[0-9a-f]{6}$",
      examples: ["#aabbcc"],
    },
  });
  // Messages that list what is allowed list more now.
  for (const [rule, old, now] of [
    ["owner-kind-is-allowed", "allowed: human", "allowed: human, organization"],
    ["supported-strategies-are-known", "fast, realistic", "fast, realistic, exhaustive"],
    ["output-field-types-are-known", "email, ", "email, hexcode, "],
  ] as const)
    rules.edit(`${folder}/rules/${rule}.json`, ({ examples }) => {
      for (const example of examples) example.message = example.message?.replace(old, now);
    });
  rules.edit(`${folder}/examples/city-weather.json`, {
    "/candidate/sampleRecords/-": {
      city: "Rome",
      temperature: 15,
      rainyDays: 7,
      measuredOn: "2026-03-01",
    },
  });
  rules.write(`${folder}/rules/realistic-generators-show-three-records.json`, {
    $schema: "../../../rule.schema.json",
    severity: "error",
    summary: "A generator that offers the realistic strategy shows at least three sample records.",
    rationale: "Two records do not show how realistic values vary.",
    when: { path: "/supportedStrategies", operator: "contains", value: "realistic" },
    check: { at: "/sampleRecords/*", count: { min: 3 } },
    message: "only {size} sample records are given; at least {min}",
    examples: [
      { title: "three records pass" },
      {
        title: "two records are enough without the realistic strategy",
        remove: "/supportedStrategies/1",
        resize: { "/sampleRecords": 2 },
      },
      {
        title: "two records are too few with it",
        resize: { "/sampleRecords": 2 },
        violations: ["/sampleRecords"],
        message: "only 2 sample records are given; at least 3",
        fix: "none",
      },
    ],
  });
}
