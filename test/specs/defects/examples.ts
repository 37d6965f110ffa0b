import { type Change, CONTRACT, contractRule, type Defect, done, inContract, inOption, optionRule } from "./defect.js";

const free = optionRule("generator-id-is-free");
const few = contractRule("tags-are-few");
const year = contractRule("secret-data-is-kept-one-year-at-most");

const ORDERS = `${CONTRACT}/examples/orders.json`;
const OTHER = `${CONTRACT}/examples/other.json`;

/** A copy of the base example, with changes. */
const whole = (title: string, detail: RegExp, change: Change) =>
  done(title, detail, OTHER, (rules) => {
    rules.copy(ORDERS, OTHER);
    rules.edit(OTHER, change);
  });

/** Examples that show something else than they say, or that leave a limit unshown. */
export const EXAMPLES: readonly Defect[] = [
  free("states another severity", /the severity is warning/, { "/severity": "warning" }),
  free("states another message", /the message is/, { "/message": "{actual} is taken" }),
  free("states another value after the fix", /after the first fix it is "person-name-2"/, {
    "/examples/1/fixed": { "/generatorId": "person-name-1" },
  }),
  free("states a value that the fix does not touch", /before the fix/, {
    "/examples/1/fixed": { "/generatorName": "City weather" },
  }),
  free("states the fix as none, and there is one", /expected none, but the first fix, .+, is maybe-incorrect/, {
    "/examples/1/fix": "none",
    "/examples/1/fixed": undefined,
  }),
  contractRule("regions-are-country-codes")(
    "states a fix where there is none",
    /expected maybe-incorrect, but no fix is offered/,
    { "/examples/2/fix": "maybe-incorrect" },
  ),
  free("none states the message", /no example states the message/, { "/examples/1/message": undefined }),
  optionRule("generator-id-is-distinct")("none passes", /no example passes/, { "/examples/0": undefined }),
  few("none is violated", /no example is violated/, { "/examples/2": undefined }),
  contractRule("column-names-are-snake-case")(
    "names another place of the violation",
    /expected \/columns\/1\/name, but found \/columns\/0\/name/,
    { "/examples/1/violations": ["/columns/1/name"] },
  ),
  contractRule("tags-are-lower-case")(
    "names one of two violations",
    /expected \/tags\/0, but found \/tags\/0, \/tags\/1/,
    { "/examples/1/set/~1tags~11": "Shop" },
  ),
  few("should pass and does not", /expected no violation, but found \/tags/, { "/examples/1/set/~1tags/-": "f" }),
  few("is far beyond the limit only", /no example notices when max is 6 instead of 5; add one/, {
    "/examples/2/set/~1tags": ["a", "b", "c", "d", "e", "f", "g", "h"],
    "/examples/2/message": "there are 8 tags; more than 5 say less",
  }),
  few("is not at the limit", /no example notices when max is 4 instead of 5; add one/, { "/examples/1": undefined }),
  year("is far from a limit that is in the data", /no example notices when max is 366 instead of 365/, {
    "/examples/2/set/~1retentionDays": 900,
    "/examples/2/message": "secret data may be kept for at most 365 days, not 900",
  }),
  year("is not at a limit that is in the data", /no example notices when max is 364 instead of 365/, {
    "/examples/1/set/~1retentionDays": 90,
  }),
  contractRule("validity-ends-after-it-starts")(
    "is not where both places are equal",
    /no example notices when "above" is "min"/,
    (rule) => {
      rule.examples[2].set["/validity/end"] = "2025-01-01";
      rule.examples[2].message = rule.examples[2].message.replace("2026", "2025");
    },
  ),
  contractRule("limits-of-columns-are-in-order")(
    "is not where both places are equal, which may be",
    /no example notices when "min" is "above"/,
    { "/examples/1": undefined },
  ),
  contractRule("numeric-columns-vary")("is not at the limit of the condition", /no example notices when/, {
    "/examples/1": undefined,
  }),
  contractRule("personal-data-is-secret")("is not at the limit of a condition of a fix", /no example notices when/, {
    "/examples/4": undefined,
  }),
  contractRule("contract-has-one-primary-key")(
    "has only one limit of two shown",
    /no example notices when min is 0 instead of 1/,
    { "/examples/2": undefined },
  ),
  few("changes nothing", /changes nothing in the base example/, { "/examples/0/set": { "/title": "Orders" } }),
  few("changes something, and something else to what it was", /changes nothing beside the others/, {
    "/examples/1/set/~1title": "Orders",
  }),
  few("changes the same as another", /changes the same as "five pass"/, (rule) =>
    rule.examples.push({ ...rule.examples[1], title: "again" }),
  ),
  few("has the title of another", /another example has this title/, { "/examples/1/title": "two pass" }),
  few("is invalid for another reason", /invalid for another reason: tags-are-lower-case/, {
    "/examples/2/set/~1tags/5": "F",
  }),
  few("passes, but is invalid by the shape", /invalid for another reason: too-short/, {
    "/examples/1/set/~1title": "",
  }),
  few("sets a property that does not exist", /invalid for another reason: unknown-property/, {
    "/examples/0/set": { "/tag": ["a"] },
  }),
  few("sets what has no place", /the change cannot be made/, { "/examples/0/set": { "/tag/0": "a" } }),
  few("removes what is not there", /the change cannot be made|changes nothing/, { "/examples/0/remove": "/tag" }),
  few("resizes what is no array", /the change cannot be made|changes nothing/, {
    "/examples/0/resize": { "/title": 3 },
  }),
  contractRule("dataset-is-new")("has the registry of the base", /is that of the base example/, {
    "/examples/1/registry": ["customers", "invoices"],
  }),
  few("has a registry for a rule that does not look at it", /does not look at the registry/, {
    "/examples/0/registry": ["a"],
  }),
  contractRule("owner-can-be-reached")(
    "shows the violation of an object that the rule is not about",
    /expected \/owner\/email, but found \/owner/,
    { "/examples/2/violations": ["/owner/email"] },
  ),
  inContract("examples/orders.json")("the base has a warning", /the base example must pass without a diagnostic/, {
    "/candidate/tags": ["a", "b", "c", "d", "e", "f"],
    "/diagnostics": [{ code: "tags-are-few", path: "/tags" }],
  }),
  whole("a whole one states no diagnostic, and has one", /expected none, but found owner-is-a-known-team/, {
    "/candidate/owner/team": "nobody",
  }),
  whole("a whole one states the code of no rule", /expected owner-is-known-team at/, {
    "/candidate/owner/team": "nobody",
    "/diagnostics": [{ code: "owner-is-known-team", path: "/owner/team" }],
  }),
  inOption("examples/city-weather.json")(
    "a whole one states another proposal",
    /normalizing gives/,
    (example) => (example.proposal = { ...example.candidate, generatorName: "City Weather" }),
  ),
  whole("a whole one states a proposal, and is invalid", /invalid candidate has no proposal/, (example) => {
    example.proposal = structuredClone(example.candidate);
    example.candidate.owner = { team: "nobody", email: "a@b.de" };
    example.diagnostics = [{ code: "owner-is-a-known-team", path: "/owner/team" }];
  }),
  done("a whole one is another one again", /is the candidate of the example again/, ORDERS, (rules) =>
    rules.write(`${CONTRACT}/examples/again.json`, { ...rules.read(ORDERS), title: "Again" }),
  ),
  few("states a severity of no violation", /"severity" needs "violations" beside it/, {
    "/examples/0/severity": "warning",
  }),
];
