import type { Loose } from "../../support/rules-folder.js";
import {
  addedRule,
  type Change,
  CONTRACT,
  type Defect,
  done,
  inContract,
  inOption,
} from "./defect.js";

const option = inOption("spec.json");
const contract = inContract("spec.json");

/** Changes of spec.json beside a rule that is added. */
const withRule = (detail: RegExp, change: Change, parts: Loose): Defect =>
  done(detail, `${CONTRACT}/spec.json`, (rules) => {
    rules.edit(`${CONTRACT}/spec.json`, change);
    addedRule(parts).make(rules);
  });

/** Data, declarations and steps that do nothing, or not what they seem to. */
export const DATA: readonly Defect[] = [
  option(/nothing refers to it/, { "/data/colours": ["red"] }),
  contract(/nothing refers to it|must be an array/, {
    "/data/limits": { secret: 365, internal: 900 },
    "/normalize/-": { step: "order-keys", at: "/owner", by: { spec: "/limits/secret" } },
  }),
  contract(/"checkout" is listed twice/, { "/data/teams/-": "checkout" }),
  option(/"Fast" and "fast"|"fast" and "Fast"/, { "/data/strategies/-": "Fast" }),
  contract(/"check-?out" and "check-?out"/, {
    "/data/reservedNames/-": "row-id",
    "/data/teams/-": "check-out",
  }),
  contract(/white space around it/, { "/data/teams/1": "warehouse " }),
  contract(/empty/, { "/data/reservedNames": [] }),
  option(/"date" is a value itself/, { "/data/fieldTypeAliases/date": "datetime" }),
  option(/"Var_Char".*"varchar"|"varchar".*"Var_Char"/, {
    "/data/fieldTypeAliases/Var_Char": "array",
  }),
  option(/not a JSON Schema/, { "/data/fieldTypes/email/maxlength": 254 }),
  contract(/values of every type fit/, { "/data/columnTypes/boolean/type": undefined }),
  option(/minimum 100 is over maximum 0/, {
    "/data/fieldTypes/percent": { type: "number", minimum: 100, maximum: 0 },
  }),
  option(/not of this type/, { "/data/fieldTypes/date/examples": ["2026-02-30"] }),
  done(/the shape does not allow "date" as a type/, `${CONTRACT}/spec.json`, (rules) =>
    rules.edit(`${CONTRACT}/candidate.schema.json`, {
      "/properties/columns/items/properties/type/enum": ["string", "integer", "number", "boolean"],
    }),
  ),
  contract(/nothing uses it/, { "/declarations/changes": { at: "/history/*", name: "/change" } }),
  contract(/leads nowhere/, { "/declarations/columns/at": "/column/*" }),
  contract(/must be a string/, { "/declarations/columns/name": "/nullable" }),
  contract(/must be a boolean/, { "/declarations/columns/nullable": "/description" }),
  withRule(
    /nothing picks this entry: "internl" is never at \/classification; did you mean "internal"/,
    { "/data/longest": { secret: 365, internl: 900 } },
    {
      check: {
        at: "/retentionDays",
        range: { max: { spec: "/longest", by: { candidate: "/classification" } } },
      },
    },
  ),
  contract(/"\/nullable".*too|is .* already/, { "/declarations/columns/optional": "/nullable" }),
];

export const STEPS: readonly Defect[] = [
  option(/leads nowhere.*did you mean "generatorName"/, { "/normalize/1/at": "/generatorname" }),
  contract(/"trim" needs a string/, { "/normalize/-": { step: "trim", at: "/retentionDays" } }),
  contract(/"by"/, { "/normalize/6/by": undefined }),
  contract(/"sort" occurs twice/, { "/normalize/-": { step: "sort", at: "/tags" } }),
  contract(/leads nowhere/, { "/normalize/6/by": { item: "/date" } }),
  option(/"human"|human/, { "/normalize/4/by": { spec: "/ownerKinds" } }),
  option(/lacks "realistic", which the rule supported-strategies-are-known allows/, {
    "/normalize/4/by": ["fast"],
  }),
  option(/is the placeholder/, {
    "/normalize/3/value": "Why the product should have this generator.",
  }),
  contract(/"default" has no effect/, {
    "/normalize/-": { step: "default", at: "/title", value: "Untitled" },
  }),
  withRule(
    /"default" has no effect: the rule something-holds-\d+ requires the property/,
    { "/normalize/-": { step: "default", at: "/owner/phone", value: "+49 30 0" } },
    { check: { at: "/owner", "has-keys": ["phone"] } },
  ),
  contract(/the shape refuses "none"/, { "/normalize/3/value": "none" }),
  contract(/the shape has no "emial" there; did you mean "email"/, {
    "/normalize/-": { step: "order-keys", at: "/owner", by: ["emial"] },
  }),
  contract(/the shape has no "checkout" there/, {
    "/normalize/-": { step: "order-keys", at: "/owner", by: { spec: "/teams" } },
  }),
  contract(/values of type boolean have no order/, {
    "/normalize/-": { step: "sort", at: "/columns", by: { item: "/nullable" } },
  }),
  option(/did you mean "single-space"/, { "/normalize/1/step": "single-spaces" }),
];
