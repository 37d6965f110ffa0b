import { contractRule, type Defect, optionRule } from "./defect.js";

const free = optionRule("generator-id-is-free");
const kebab = optionRule("generator-id-is-kebab-case");
const personal = contractRule("personal-data-is-secret");
const references = contractRule("references-lead-elsewhere");
const year = contractRule("secret-data-is-kept-one-year-at-most");

/** Fixes that do nothing, do something else, or claim too much. */
export const FIXES: readonly Defect[] = [
  free(/does not remove the violation/, {
    "/fixes/0/set": { "{path}": "{actual}" },
    "/examples/1/fixed": { "/generatorId": "person-name" },
  }),
  free(/does not remove the violation/, {
    "/fixes/0/set": { "/generatorName": "{free}" },
    "/examples/1/fixed": undefined,
  }),
  references(/no example offers this fix|cannot be applied|does not remove/, {
    "/fixes/0/remove": "{parent}/description",
    "/examples/1/fix": undefined,
  }),
  references(/turns a warning into an error: references-name-columns/, {
    "/fixes/0": {
      title: "Refer elsewhere",
      applicability: "maybe-incorrect",
      set: { "{path}": "elsewhere" },
    },
  }),
  optionRule("owner-kind-is-allowed")(/a value that the shape refuses/, {
    "/fixes/1/set": { "{path}": true },
  }),
  year(/shape refuses/, {
    "/fixes/0/set": { "{path}": "{max} days" },
    "/examples/2/fixed": undefined,
  }),
  personal(/a value that the shape refuses/, (rule) => {
    rule.fixes[0].set["/classification"] = "private";
    rule.fixes[1].set["/classification"] = "private";
    for (const example of rule.examples) delete example.fixed;
  }),
  optionRule("owner-kind-is-allowed")(/the shape (refuses|requires)/, {
    "/fixes/1": { title: "Remove it", applicability: "maybe-incorrect", remove: "{path}" },
  }),
  optionRule("sample-records-have-only-declared-fields")(
    /no example (offers|proves) this fix/,
    (rule) => {
      const [{ message }] = rule.examples.splice(1, 1);
      rule.examples[3].message = message
        .replace("citty", "humidity")
        .replace("; did you mean city?", "");
    },
  ),
  kebab(/no example proves this fix/, (rule) => {
    rule.examples = [rule.examples[0], rule.examples[2]];
    rule.examples[1].message = rule.message.replace("{actual}", '"Person_Name"');
  }),
  references(/no example offers this fix/, {
    "/fixes/0/when": { path: "/classification", operator: "equal", value: "public" },
    "/examples/1/fix": "none",
  }),
  references(/this never holds/, {
    "/fixes/0/when": { path: "/classification", operator: "equal", value: "confidential" },
    "/examples/1/fix": "none",
  }),
  personal(/what it puts in at \/title was there in every example/, {
    "/fixes/0/set/~1title": "Orders",
  }),
  free(/there is no item here/, {
    "/fixes/0/when": { fact: "item", path: "/generatorName", operator: "exists", value: true },
  }),
  free(/the same fix occurs twice/, (rule) => rule.fixes.push(rule.fixes[0])),
  free(/the same change/, (rule) => rule.fixes.push({ ...rule.fixes[0], title: "Try another id" })),
  references(/leads nowhere.*did you mean "references"/, {
    "/fixes/0/remove": "/columns/*/reference",
  }),
  free(/is not a pointer; write "\{path\}"/, { "/fixes/0/set": { path: "{free}" } }),
  contractRule("tags-are-few")(/a value that the shape refuses/, {
    "/fixes": [{ title: "Add one", applicability: "maybe-incorrect", set: { "/tags/-": 5 } }],
  }),
  free(/the shape refuses|requires/, {
    "/fixes/0": {
      title: "Rename it",
      applicability: "maybe-incorrect",
      rename: { "{path}": "{free}" },
    },
    "/examples/1/fixed": undefined,
  }),
  contractRule("tags-are-lower-case")(/an array item has no name to change; use "set"/, {
    "/fixes/0": {
      title: "Rename",
      applicability: "machine-applicable",
      rename: { "{path}": "{suggestion}" },
    },
  }),
  contractRule("owner-can-be-reached")(/placeholder.*"team@example.com"/, {
    "/fixes/0/set": { "/owner/email": "someone@example.com" },
    "/examples/2/fixed": { "/owner/email": "someone@example.com" },
  }),
  year(/placeholder/, {
    "/fixes/0/applicability": "has-placeholders",
    "/examples/2/fix": "has-placeholders",
  }),
  free(/leads nowhere|cannot be applied/, {
    "/fixes/0": {
      title: "Move it",
      applicability: "maybe-incorrect",
      patch: [{ op: "move", from: "/generatorID", path: "/generatorId" }],
    },
    "/examples/1/fixed": undefined,
  }),
  contractRule("tags-are-unique")(/shape (requires|refuses)|does not remove/, {
    "/fixes/0/remove": "/columns",
    "/examples/1/fixed": undefined,
  }),
];
