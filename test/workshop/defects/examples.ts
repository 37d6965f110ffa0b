import {
  addedRule,
  type Change,
  CONTRACT,
  contractRule,
  type Defect,
  done,
  inContract,
  inOption,
  optionRule,
} from "./defect.js";

const free = optionRule("generator-id-is-free");
const few = contractRule("tags-are-few");

const ORDERS = `${CONTRACT}/examples/orders.json`;
const OTHER = `${CONTRACT}/examples/other.json`;

/** A copy of the base example, with changes. */
const whole = (detail: RegExp, change: Change) =>
  done(detail, OTHER, (rules) => {
    rules.copy(ORDERS, OTHER);
    rules.edit(OTHER, change);
  });

const asksTeams = addedRule({
  check: { at: "/owner/team", registered: "teams" },
  examples: [
    { title: "it holds", registries: { teams: ["checkout"] } },
    { title: "it does not", registries: { teams: [] }, violations: ["/owner/team"], message: "no" },
  ],
});

/** Examples that show something else than they say, or that leave a limit unshown. */
export const EXAMPLES: readonly Defect[] = [
  free(/the severity is warning/, { "/severity": "warning" }),
  free(/the message is/, { "/message": "{actual} is taken" }),
  free(/after the first fix it is "person-name-2"/, {
    "/examples/1/fixed": { "/generatorId": "person-name-1" },
  }),
  free(/expected none, but the first fix, .+, is maybe-incorrect/, {
    "/examples/1/fix": "none",
    "/examples/1/fixed": undefined,
  }),
  contractRule("regions-are-country-codes")(/expected maybe-incorrect, but no fix is offered/, {
    "/examples/2/fix": "maybe-incorrect",
  }),
  free(/no example states the message/, { "/examples/1/message": undefined }),
  optionRule("generator-id-is-distinct")(/no example passes/, { "/examples/0": undefined }),
  few(/no example is violated/, { "/examples/2": undefined }),
  contractRule("column-names-are-snake-case")(
    /expected \/columns\/1\/name, but found \/columns\/0\/name/,
    {
      "/examples/1/violations": ["/columns/1/name"],
    },
  ),
  contractRule("tags-are-lower-case")(/expected \/tags\/0, but found \/tags\/0, \/tags\/1/, {
    "/examples/1/set/~1tags~11": "Shop",
  }),
  few(/expected no violation, but found \/tags/, { "/examples/1/set/~1tags/-": "f" }),
  few(/no example notices when it is 6 instead of 5; add one/, {
    "/examples/2/set/~1tags": ["a", "b", "c", "d", "e", "f", "g", "h"],
    "/examples/2/message": "there are 8 tags; more than 5 say less",
  }),
  few(/no example notices when it is 4 instead of 5; add one/, { "/examples/1": undefined }),
  contractRule("contract-has-one-primary-key")(/no example notices when it is 0 instead of 1/, {
    "/examples/2": undefined,
  }),
  few(/changes nothing in the base example/, { "/examples/0/set": { "/title": "Orders" } }),
  few(/changes nothing beside the others/, { "/examples/1/set/~1title": "Orders" }),
  few(/changes the same as "five pass"/, (rule) =>
    rule.examples.push({ ...rule.examples[1], title: "again" }),
  ),
  few(/another example has this title/, { "/examples/1/title": "two pass" }),
  few(/also invalid by tags-are-lower-case/, {
    "/examples/2/set/~1tags/5": "F",
  }),
  few(/also invalid by tags-are-lower-case/, {
    "/examples/1/set/~1tags/4": "E",
  }),
  few(/also invalid by too-short/, {
    "/examples/2/set/~1tags/5": "",
  }),
  few(/the change cannot be made/, { "/examples/0/set": { "/tag/0": "a" } }),
  contractRule("dataset-is-new")(/is that of the base example/, {
    "/examples/1/registry": ["customers", "invoices"],
  }),
  done(/are those of the base example/, asksTeams.file, (rules) => {
    rules.edit(ORDERS, { "/registries": { teams: ["checkout"] } });
    asksTeams.make(rules);
  }),
  few(/does not look at the registry/, { "/examples/0/registry": ["a"] }),
  few(/does not look at other registries/, { "/examples/0/registries": { teams: ["a"] } }),
  contractRule("owner-can-be-reached")(/expected \/owner\/email, but found \/owner/, {
    "/examples/2/violations": ["/owner/email"],
  }),
  inContract("examples/orders.json")(/the base example must pass without a diagnostic/, {
    "/candidate/tags": ["a", "b", "c", "d", "e", "f"],
    "/diagnostics": [{ code: "tags-are-few", path: "/tags" }],
  }),
  whole(/expected none, but found owner-is-a-known-team/, { "/candidate/owner/team": "nobody" }),
  whole(/expected owner-is-known-team at/, {
    "/candidate/owner/team": "nobody",
    "/diagnostics": [{ code: "owner-is-known-team", path: "/owner/team" }],
  }),
  inOption("examples/city-weather.json")(
    /normalizing gives/,
    (example) => (example.proposal = { ...example.candidate, generatorName: "City Weather" }),
  ),
  whole(/invalid candidate has no proposal/, (example) => {
    example.proposal = structuredClone(example.candidate);
    example.candidate.owner = { team: "nobody", email: "a@b.de" };
    example.diagnostics = [{ code: "owner-is-a-known-team", path: "/owner/team" }];
  }),
  done(/is the candidate of the example again/, ORDERS, (rules) =>
    rules.write(`${CONTRACT}/examples/again.json`, { ...rules.read(ORDERS), title: "Again" }),
  ),
  few(/"violations" is missing/, { "/examples/0/severity": "warning" }),
];
