import { contractRule, defects, done, inContract, inOption, optionRule } from "./defect.js";

const FREE = "generator-id-is-free";

/** Examples that show something else than they say, or that leave a limit unshown. */
export const EXAMPLES = defects([
  ["states another severity", optionRule(FREE, (rule) => (rule.severity = "warning")), /the severity is warning/],
  ["states another message", optionRule(FREE, (rule) => (rule.message = "{actual} is taken")), /the message is/],
  [
    "states another value after the fix",
    optionRule(FREE, (rule) => (rule.examples[1].fixed = { "/generatorId": "person-name-1" })),
    /after the first fix it is "person-name-2"/,
  ],
  [
    "states a value that the fix does not touch",
    optionRule(FREE, (rule) => (rule.examples[1].fixed = { "/generatorName": "City weather" })),
    /before the fix/,
  ],
  [
    "states the fix as none, and there is one",
    optionRule(FREE, (rule) => {
      rule.examples[1].fix = "none";
      delete rule.examples[1].fixed;
    }),
    /expected none, but the first fix, .+, is maybe-incorrect/,
  ],
  [
    "states a fix where there is none",
    contractRule("regions-are-country-codes", (rule) => (rule.examples[2].fix = "maybe-incorrect")),
    /expected maybe-incorrect, but no fix is offered/,
  ],
  [
    "none states the message",
    optionRule(FREE, (rule) => delete rule.examples[1].message),
    /no example states the message/,
  ],
  ["none passes", optionRule("generator-id-is-distinct", (rule) => rule.examples.shift()), /no example passes/],
  ["none is violated", contractRule("tags-are-few", (rule) => rule.examples.pop()), /no example is violated/],
  [
    "names another place of the violation",
    contractRule("column-names-are-snake-case", (rule) => (rule.examples[1].violations = ["/columns/1/name"])),
    /expected \/columns\/1\/name, but found \/columns\/0\/name/,
  ],
  [
    "names one of two violations",
    contractRule("tags-are-lower-case", (rule) => (rule.examples[1].set["/tags/1"] = "Shop")),
    /expected \/tags\/0, but found \/tags\/0, \/tags\/1/,
  ],
  [
    "should pass and does not",
    contractRule("tags-are-few", (rule) => rule.examples[1].set["/tags"].push("f")),
    /expected no violation, but found \/tags/,
  ],
  [
    "is far beyond the limit only",
    contractRule("tags-are-few", (rule) => {
      rule.examples[2].set["/tags"].push("g", "h");
      rule.examples[2].message = "there are 8 tags; more than 5 say less";
    }),
    /no example notices when max is 6 instead of 5; add one/,
  ],
  [
    "is not at the limit",
    contractRule("tags-are-few", (rule) => rule.examples.splice(1, 1)),
    /no example notices when max is 4 instead of 5; add one/,
  ],
  [
    "is far from a limit that is in the data",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => {
      rule.examples[2].set["/retentionDays"] = 900;
      rule.examples[2].message = "secret data may be kept for at most 365 days, not 900";
    }),
    /no example notices when max is 366 instead of 365/,
  ],
  [
    "is not at a limit that is in the data",
    contractRule("secret-data-is-kept-one-year-at-most", (rule) => (rule.examples[1].set["/retentionDays"] = 90)),
    /no example notices when max is 364 instead of 365/,
  ],
  [
    "is not where both places are equal",
    contractRule("validity-ends-after-it-starts", (rule) => {
      rule.examples[2].set["/validity/end"] = "2025-01-01";
      rule.examples[2].message = rule.examples[2].message.replace("2026", "2025");
    }),
    /no example notices when "above" is "min"/,
  ],
  [
    "is not where both places are equal, which may be",
    contractRule("limits-of-columns-are-in-order", (rule) => rule.examples.splice(1, 1)),
    /no example notices when "min" is "above"/,
  ],
  [
    "is not at the limit of the condition",
    contractRule("numeric-columns-vary", (rule) => rule.examples.splice(1, 1)),
    /no example notices when/,
  ],
  [
    "is not at the limit of a condition of a fix",
    contractRule("personal-data-is-secret", (rule) => rule.examples.pop()),
    /no example notices when/,
  ],
  [
    "has only one limit of two shown",
    contractRule("contract-has-one-primary-key", (rule) => rule.examples.pop()),
    /no example notices when min is 0 instead of 1/,
  ],
  [
    "changes nothing",
    contractRule("tags-are-few", (rule) => (rule.examples[0].set = { "/title": "Orders" })),
    /changes nothing in the base example/,
  ],
  [
    "changes something, and something else to what it was",
    contractRule("tags-are-few", (rule) => (rule.examples[1].set["/title"] = "Orders")),
    /changes nothing beside the others/,
  ],
  [
    "changes the same as another",
    contractRule("tags-are-few", (rule) => rule.examples.push({ ...rule.examples[1], title: "again" })),
    /changes the same as "five pass"/,
  ],
  [
    "has the title of another",
    contractRule("tags-are-few", (rule) => (rule.examples[1].title = "two pass")),
    /another example has this title/,
  ],
  [
    "is invalid for another reason",
    contractRule("tags-are-few", (rule) => (rule.examples[2].set["/tags"][5] = "F")),
    /invalid for another reason: tags-are-lower-case/,
  ],
  [
    "passes, but is invalid by the shape",
    contractRule("tags-are-few", (rule) => (rule.examples[1].set["/title"] = "")),
    /invalid for another reason: too-short/,
  ],
  [
    "sets a property that does not exist",
    contractRule("tags-are-few", (rule) => (rule.examples[0].set = { "/tag": ["a"] })),
    /invalid for another reason: unknown-property/,
  ],
  [
    "sets what has no place",
    contractRule("tags-are-few", (rule) => (rule.examples[0].set = { "/tag/0": "a" })),
    /the change cannot be made/,
  ],
  [
    "removes what is not there",
    contractRule("tags-are-few", (rule) => (rule.examples[0].remove = "/tag")),
    /the change cannot be made|changes nothing/,
  ],
  [
    "resizes what is no array",
    contractRule("tags-are-few", (rule) => (rule.examples[0].resize = { "/title": 3 })),
    /the change cannot be made|changes nothing/,
  ],
  [
    "has the registry of the base",
    contractRule("dataset-is-new", (rule) => (rule.examples[1].registry = ["customers", "invoices"])),
    /is that of the base example/,
  ],
  [
    "has a registry for a rule that does not look at it",
    contractRule("tags-are-few", (rule) => (rule.examples[0].registry = ["a"])),
    /does not look at the registry/,
  ],
  [
    "shows the violation of an object that the rule is not about",
    contractRule("owner-can-be-reached", (rule) => (rule.examples[2].violations = ["/owner/email"])),
    /expected \/owner\/email, but found \/owner/,
  ],
  [
    "the base has a warning",
    inContract("examples/orders.json", (example) => {
      example.candidate.tags = ["a", "b", "c", "d", "e", "f"];
      example.diagnostics = [{ code: "tags-are-few", path: "/tags" }];
    }),
    /the base example must pass without a diagnostic/,
  ],
  [
    "a whole one states no diagnostic, and has one",
    done("data-contract", "examples/untagged.json", (workshop) => {
      const example = workshop.read("examples/orders.json");
      example.candidate.owner.team = "nobody";
      workshop.write("examples/untagged.json", example);
    }),
    /expected none, but found owner-is-a-known-team/,
  ],
  [
    "a whole one states the code of no rule",
    done("data-contract", "examples/unknown.json", (workshop) => {
      const example = workshop.read("examples/orders.json");
      example.candidate.owner.team = "nobody";
      example.diagnostics = [{ code: "owner-is-known-team", path: "/owner/team" }];
      workshop.write("examples/unknown.json", example);
    }),
    /expected owner-is-known-team at/,
  ],
  [
    "a whole one states another proposal",
    inOption(
      "examples/city-weather.json",
      (example) => (example.proposal = { ...example.candidate, generatorName: "City Weather" }),
    ),
    /normalizing gives/,
  ],
  [
    "a whole one states a proposal, and is invalid",
    done("data-contract", "examples/invalid.json", (workshop) => {
      const example = workshop.read("examples/orders.json");
      example.proposal = example.candidate;
      example.candidate = { ...example.candidate, owner: { team: "nobody", email: "a@b.de" } };
      example.diagnostics = [{ code: "owner-is-a-known-team", path: "/owner/team" }];
      workshop.write("examples/invalid.json", example);
    }),
    /invalid candidate has no proposal/,
  ],
  [
    "a whole one is another one again",
    done("data-contract", "examples/orders.json", (workshop) =>
      workshop.write("examples/again.json", { ...workshop.read("examples/orders.json"), title: "Again" }),
    ),
    /is the candidate of the example again/,
  ],
  [
    "states a severity of no violation",
    contractRule("tags-are-few", (rule) => (rule.examples[0].severity = "warning")),
    /"severity" needs "violations" beside it/,
  ],
]);
