import { type Defect, inTrade, newTradeRule, tradeRule } from "./defect.js";

const check = (detail: RegExp, part: object) => newTradeRule(detail, { check: part });
const start = (part: object) => ({ at: "/shifts/*/start", ...part });
const price = (part: object) => ({ at: "/orders/*/lines/*/price", ...part });
const amount = (equals: object) => ({ at: "/lines/*/amount", equals });
const labels = tradeRule("labels-are-kebab-case");
const delivery = tradeRule("delivery-is-on-a-working-day");

/** Checks that relate values to each other, or look at check digits, weekdays or keys. */
export const RELATIONS: readonly Defect[] = [
  check(/there is no item here/, { at: "/deliverOn", range: { min: { previous: "/orderedOn" } } }),
  check(/did you mean "end"/, start({ range: { min: { previous: "/ends" } } })),
  check(/no date there/, start({ range: { min: { previous: "/person" } } })),
  check(
    /of type string is compared with one of type number/,
    start({ equals: { parent: "/net" } }),
  ),
  check(/did you mean "maxPrice"/, price({ range: { max: { parent: "/maxprice" } } })),
  check(/no number there|of type/, price({ range: { max: { parent: "/kind" } } })),
  check(/must fit only one/, start({ range: { min: { item: "/end", previous: "/end" } } })),
  check(/must match the pattern/, start({ range: { min: { previous: "/breaks/*" } } })),
  check(/did you mean "kind"/, {
    ...price({ range: { max: 5 } }),
    where: { fact: "parent", path: "/kinds", operator: "equal", value: "export" },
  }),
  check(/"import" never|this never holds/, {
    ...price({ range: { max: 5 } }),
    where: { fact: "parent", path: "/kind", operator: "equal", value: "import" },
  }),
  {
    ...inTrade("candidate.schema.json")(/at most one item/, { "/properties/shifts/maxItems": 1 }),
    file: "trade/v1/rules/shifts-do-not-overlap.json",
  },
  check(
    /"times" needs a number, and string is there/,
    amount({ item: "/quantity", times: { item: "/sku" } }),
  ),
  check(/did you mean "price"/, amount({ item: "/quantity", times: { item: "/prices" } })),
  check(/"plusDays" needs a whole number/, {
    at: "/dueOn",
    equals: { candidate: "/orderedOn", plusDays: { candidate: "/net" } },
  }),
  check(/"checksum" looks at strings/, { at: "/net", checksum: "luhn" }),
  check(/did you mean "iban"/, { at: "/iban", checksum: "ibann" }),
  check(/"weekday" looks at dates/, { at: "/report", weekday: ["monday"] }),
  delivery(/did you mean "monday"/, { "/check/weekday/0": "mondy" }),
  delivery(/at most 6;/, {
    "/check/weekday": [
      "monday",
      "tuesday",
      "wednesday",
      "thursday",
      "friday",
      "saturday",
      "sunday",
    ],
  }),
  tradeRule("friday-deliveries-cost-more")(/this never holds: the shape has no date there/, {
    "/when/path": "/report",
    "/when/value": ["friday", "saturday"],
  }),
  tradeRule("csv-reports-have-a-delimiter")(/not a string/, { "/when/path": "/net" }),
  tradeRule("csv-reports-have-a-delimiter")(/there is no item here/, { "/when/fact": "previous" }),
  labels(/the pattern is slow.* or alternatives match the same characters$/, {
    "/check/only-keys/pattern": "^([a-z]+-?)+$",
  }),
  labels(/no anchor|anchor it/, { "/check/only-keys/pattern": "^[a-z]+" }),
  labels(/the shape names all properties/, { "/check/at": "/orders/*" }),
  labels(/only a pattern of keys has "suggest"/, { "/check/only-keys": ["team"] }),
  labels(/\{nearest\}|unknown/, { "/message": "the label {key} is not {nearest}" }),
  inTrade("candidate.schema.json")(/the rule iban-is-valid refuses it/, {
    "/properties/iban/examples": ["DE00370400440532013000"],
  }),
  inTrade("spec.json")(/"sort" may put another one there/, {
    "/normalize": [{ step: "sort", at: "/shifts", by: { item: "/person" } }],
  }),
  // Without data and steps, examples are run all the same.
  tradeRule("legs-are-connected")(/expected \/legs\/0\/from, but found \/legs\/1\/from/, {
    "/examples/1/violations": ["/legs/0/from"],
  }),
  tradeRule("few-books")(/when it is 4 instead of 5/, { "/examples/1": undefined }),
];
