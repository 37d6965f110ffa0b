import { contractRule, type Defect, optionRule } from "./defect.js";

const free = optionRule("generator-id-is-free");
const kebab = optionRule("generator-id-is-kebab-case");
const personal = contractRule("personal-data-is-secret");
const references = contractRule("references-lead-elsewhere");
const year = contractRule("secret-data-is-kept-one-year-at-most");

/** Fixes that do nothing, do something else, or claim too much. */
export const FIXES: readonly Defect[] = [
  free("puts in what is there", /does not remove the violation/, {
    "/fixes/0/set": { "{path}": "{actual}" },
    "/examples/1/fixed": { "/generatorId": "person-name" },
  }),
  free("patches another place", /does not remove the violation/, {
    "/fixes/0/set": { "/generatorName": "{free}" },
    "/examples/1/fixed": undefined,
  }),
  references("patches the same item of another array", /no example offers this fix|cannot be applied|does not remove/, {
    "/fixes/0/remove": "{parent}/description",
    "/examples/1/fix": undefined,
  }),
  references("turns a warning into an error", /turns a warning into an error: references-name-columns/, {
    "/fixes/0": { title: "Refer elsewhere", applicability: "maybe-incorrect", set: { "{path}": "elsewhere" } },
  }),
  optionRule("owner-kind-is-allowed")("puts in a literal that its schema refuses", /a value that the shape refuses/, {
    "/fixes/1/set": { "{path}": true },
  }),
  free("puts in a literal that is too short", /a value that the shape refuses/, {
    "/fixes/0/set": { "{path}": "x" },
    "/examples/1/fixed": { "/generatorId": "x" },
  }),
  kebab("puts in a string that is made too long", /makes a value that the shape refuses: too-long/, (rule) => {
    rule.fixes[0].set = { "{path}": `{suggestion}-${"x".repeat(60)}` };
    for (const example of rule.examples) delete example.fixed;
    for (const example of rule.examples) delete example.fix;
  }),
  year("puts in a number where a string belongs, by a placeholder", /shape refuses/, {
    "/fixes/0/set": { "{path}": "{max} days" },
    "/examples/2/fixed": undefined,
  }),
  personal("puts in a value outside the enum", /a value that the shape refuses/, (rule) => {
    rule.fixes[0].set["/classification"] = "private";
    rule.fixes[1].set["/classification"] = "private";
    for (const example of rule.examples) delete example.fixed;
  }),
  optionRule("owner-kind-is-allowed")("removes what is required", /the shape (refuses|requires)/, {
    "/fixes/1": { title: "Remove it", applicability: "maybe-incorrect", remove: "{path}" },
  }),
  optionRule("sample-records-have-only-declared-fields")(
    "claims to be certain, and no example proves it",
    /no example (offers|proves) this fix/,
    (rule) => {
      const [{ message }] = rule.examples.splice(1, 1);
      rule.examples[3].message = message.replace("citty", "humidity").replace("; did you mean city?", "");
    },
  ),
  kebab("is certain only where its proof fails", /no example proves this fix/, (rule) => {
    rule.examples = [rule.examples[0], rule.examples[2]];
    rule.examples[1].message = rule.message.replace("{actual}", '"Person_Name"');
  }),
  optionRule("output-field-names-are-unique")("is offered in no example", /no example offers this fix/, {
    "/examples/2": undefined,
  }),
  references("has a condition that no example meets", /no example offers this fix/, {
    "/fixes/0/when": { path: "/classification", operator: "equal", value: "public" },
    "/examples/1/fix": "none",
  }),
  references("has a condition that can never hold", /this never holds/, {
    "/fixes/0/when": { path: "/classification", operator: "equal", value: "confidential" },
    "/examples/1/fix": "none",
  }),
  personal(
    "puts in something that was there in every example",
    /what it puts in at \/title was there in every example/,
    { "/fixes/0/set/~1title": "Orders" },
  ),
  free("asks about an item where there is none", /there is no item here/, {
    "/fixes/0/when": { fact: "item", path: "/generatorName", operator: "exists", value: true },
  }),
  free("is listed twice", /the same fix occurs twice/, (rule) => rule.fixes.push(rule.fixes[0])),
  free("makes the same change under another title", /the same change/, (rule) =>
    rule.fixes.push({ ...rule.fixes[0], title: "Try another id" }),
  ),
  references("removes what no candidate has", /leads nowhere.*did you mean "references"/, {
    "/fixes/0/remove": "/columns/*/reference",
  }),
  free("writes path without braces", /is not a pointer; write "\{path\}"/, { "/fixes/0/set": { path: "{free}" } }),
  contractRule("tags-are-few")("appends an item of another type", /a value that the shape refuses/, {
    "/fixes": [{ title: "Add one", applicability: "maybe-incorrect", set: { "/tags/-": 5 } }],
  }),
  free("renames a property that a record must have", /the shape refuses|requires/, {
    "/fixes/0": { title: "Rename it", applicability: "maybe-incorrect", rename: { "{path}": "{free}" } },
    "/examples/1/fixed": undefined,
  }),
  contractRule("tags-are-lower-case")(
    "renames what is neither a property nor a declared name",
    /an array item has no name to change; use "set"/,
    { "/fixes/0": { title: "Rename", applicability: "machine-applicable", rename: { "{path}": "{suggestion}" } } },
  ),
  contractRule("owner-can-be-reached")(
    "puts in another placeholder than the shape has",
    /placeholder.*"team@example.com"/,
    {
      "/fixes/0/set": { "/owner/email": "someone@example.com" },
      "/examples/2/fixed": { "/owner/email": "someone@example.com" },
    },
  ),
  year("says that it has placeholders, and has none", /placeholder/, {
    "/fixes/0/applicability": "has-placeholders",
    "/examples/2/fix": "has-placeholders",
  }),
  free("moves from where nothing is", /leads nowhere|cannot be applied/, {
    "/fixes/0": {
      title: "Move it",
      applicability: "maybe-incorrect",
      patch: [{ op: "move", from: "/generatorID", path: "/generatorId" }],
    },
    "/examples/1/fixed": undefined,
  }),
  contractRule("tags-are-unique")("removes the whole candidate's array", /shape (requires|refuses)|does not remove/, {
    "/fixes/0/remove": "/columns",
    "/examples/1/fixed": undefined,
  }),
];
