import { contractRule, defects, optionRule } from "./defect.js";

const KEBAB = "generator-id-is-kebab-case";
const FREE = "generator-id-is-free";

/** Fixes that do nothing, do something else, or claim too much. */
export const FIXES = defects([
  [
    "puts in what is there",
    optionRule(FREE, (rule) => {
      rule.fixes[0].set = { "{path}": "{actual}" };
      rule.examples[1].fixed = { "/generatorId": "person-name" };
    }),
    /does not remove the violation/,
  ],
  [
    "patches another place",
    optionRule(FREE, (rule) => {
      rule.fixes[0].set = { "/generatorName": "{free}" };
      delete rule.examples[1].fixed;
    }),
    /does not remove the violation/,
  ],
  [
    "patches the same item of another array",
    contractRule("references-lead-elsewhere", (rule) => {
      rule.fixes[0].remove = "{parent}/description";
      delete rule.examples[1].fix;
    }),
    /no example offers this fix|cannot be applied|does not remove/,
  ],
  [
    "turns a warning into an error",
    contractRule(
      "references-lead-elsewhere",
      (rule) =>
        (rule.fixes[0] = {
          title: "Refer elsewhere",
          applicability: "maybe-incorrect",
          set: { "{path}": "elsewhere" },
        }),
    ),
    /turns a warning into an error: references-name-columns/,
  ],
  [
    "puts in a literal that its schema refuses",
    optionRule("owner-kind-is-allowed", (rule) => (rule.fixes[1].set = { "{path}": true })),
    /a value that the shape refuses/,
  ],
  [
    "puts in a literal that is too short",
    optionRule(FREE, (rule) => {
      rule.fixes[0].set = { "{path}": "x" };
      rule.examples[1].fixed = { "/generatorId": "x" };
    }),
    /a value that the shape refuses/,
  ],
  [
    "puts in a string that is made too long",
    optionRule(KEBAB, (rule) => {
      rule.fixes[0].set = { "{path}": `{suggestion}-${"x".repeat(60)}` };
      for (const example of rule.examples) delete example.fixed;
      for (const example of rule.examples) delete example.fix;
    }),
    /makes a value that the shape refuses: too-long/,
  ],
  [
    "puts in a number where a string belongs, by a placeholder",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => {
      rule.fixes[0].set = { "{path}": "{max} days" };
      delete rule.examples[2].fixed;
    }),
    /shape refuses/,
  ],
  [
    "puts in a value outside the enum",
    contractRule("personal-data-is-secret", (rule) => {
      rule.fixes[0].set["/classification"] = "private";
      rule.fixes[1].set["/classification"] = "private";
      for (const example of rule.examples) delete example.fixed;
    }),
    /a value that the shape refuses/,
  ],
  [
    "removes what is required",
    optionRule(
      "owner-kind-is-allowed",
      (rule) => (rule.fixes[1] = { title: "Remove it", applicability: "maybe-incorrect", remove: "{path}" }),
    ),
    /the shape (refuses|requires)/,
  ],
  [
    "claims to be certain, and no example proves it",
    optionRule("sample-records-have-only-declared-fields", (rule) => {
      const [{ message }] = rule.examples.splice(1, 1);
      rule.examples[3].message = message.replace("citty", "humidity").replace("; did you mean city?", "");
    }),
    /no example (offers|proves) this fix/,
  ],
  [
    "is certain only where its proof fails",
    optionRule(KEBAB, (rule) => {
      rule.examples = [rule.examples[0], rule.examples[2]];
      rule.examples[1].message = rule.message.replace("{actual}", '"Person_Name"');
    }),
    /no example proves this fix/,
  ],
  [
    "is offered in no example",
    optionRule("output-field-names-are-unique", (rule) => rule.examples.splice(2, 1)),
    /no example offers this fix/,
  ],
  [
    "has a condition that no example meets",
    contractRule("references-lead-elsewhere", (rule) => {
      rule.fixes[0].when = { path: "/classification", operator: "equal", value: "public" };
      rule.examples[1].fix = "none";
    }),
    /no example offers this fix/,
  ],
  [
    "has a condition that can never hold",
    contractRule("references-lead-elsewhere", (rule) => {
      rule.fixes[0].when = { path: "/classification", operator: "equal", value: "confidential" };
      rule.examples[1].fix = "none";
    }),
    /this never holds/,
  ],
  [
    "puts in something that was there in every example",
    contractRule("personal-data-is-secret", (rule) => (rule.fixes[0].set["/title"] = "Orders")),
    /what it puts in at \/title was there in every example/,
  ],
  [
    "asks about an item where there is none",
    optionRule(
      FREE,
      (rule) => (rule.fixes[0].when = { fact: "item", path: "/generatorName", operator: "exists", value: true }),
    ),
    /there is no item here/,
  ],
  ["is listed twice", optionRule(FREE, (rule) => rule.fixes.push(rule.fixes[0])), /the same fix occurs twice/],
  [
    "makes the same change under another title",
    optionRule(FREE, (rule) => rule.fixes.push({ ...rule.fixes[0], title: "Try another id" })),
    /the same change/,
  ],
  [
    "removes what no candidate has",
    contractRule("references-lead-elsewhere", (rule) => (rule.fixes[0].remove = "/columns/*/reference")),
    /leads nowhere.*did you mean "references"/,
  ],
  [
    "writes path without braces",
    optionRule(FREE, (rule) => (rule.fixes[0].set = { path: "{free}" })),
    /is not a pointer; write "\{path\}"/,
  ],
  [
    "appends an item of another type",
    contractRule(
      "tags-are-few",
      (rule) => (rule.fixes = [{ title: "Add one", applicability: "maybe-incorrect", set: { "/tags/-": 5 } }]),
    ),
    /a value that the shape refuses/,
  ],
  [
    "renames a property that a record must have",
    optionRule(FREE, (rule) => {
      rule.fixes[0] = { title: "Rename it", applicability: "maybe-incorrect", rename: { "{path}": "{free}" } };
      delete rule.examples[1].fixed;
    }),
    /the shape refuses|requires/,
  ],
  [
    "renames what is neither a property nor a declared name",
    contractRule(
      "tags-are-lower-case",
      (rule) =>
        (rule.fixes[0] = {
          title: "Rename",
          applicability: "machine-applicable",
          rename: { "{path}": "{suggestion}" },
        }),
    ),
    /an array item has no name to change; use "set"/,
  ],
  [
    "puts in another placeholder than the shape has",
    contractRule("owner-can-be-reached", (rule) => {
      rule.fixes[0].set = { "/owner/email": "someone@example.com" };
      rule.examples[2].fixed = { "/owner/email": "someone@example.com" };
    }),
    /placeholder.*"team@example.com"/,
  ],
  [
    "says that it has placeholders, and has none",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => {
      rule.fixes[0].applicability = "has-placeholders";
      rule.examples[2].fix = "has-placeholders";
    }),
    /placeholder/,
  ],
  [
    "moves from where nothing is",
    optionRule(FREE, (rule) => {
      rule.fixes[0] = {
        title: "Move it",
        applicability: "maybe-incorrect",
        patch: [{ op: "move", from: "/generatorID", path: "/generatorId" }],
      };
      delete rule.examples[1].fixed;
    }),
    /leads nowhere|cannot be applied/,
  ],
  [
    "removes the whole candidate's array",
    contractRule("tags-are-unique", (rule) => {
      rule.fixes[0].remove = "/columns";
      delete rule.examples[1].fixed;
    }),
    /shape (requires|refuses)|does not remove/,
  ],
]);
