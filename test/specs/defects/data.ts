import { CONTRACT, type Defect, done, inContract, inOption } from "./defect.js";

const option = inOption("spec.json");
const contract = inContract("spec.json");

/** Data, declarations and steps that do nothing, or not what they seem to. */
export const DATA: readonly Defect[] = [
  option("a list that nothing uses", /nothing refers to it/, { "/data/colours": ["red"] }),
  contract("a part of a table that nothing uses", /nothing refers to it|must be an array/, {
    "/data/limits": { secret: 365, internal: 900 },
    "/normalize/-": { step: "order-keys", at: "/owner", by: { spec: "/limits/secret" } },
  }),
  contract("a value twice", /"checkout" is listed twice/, { "/data/teams/-": "checkout" }),
  option("a value twice but for case", /"Fast" and "fast"|"fast" and "Fast"/, { "/data/strategies/-": "Fast" }),
  contract("a value twice but for a hyphen", /"check-?out" and "check-?out"/, {
    "/data/reservedNames/-": "row-id",
    "/data/teams/-": "check-out",
  }),
  contract("white space around a value", /white space around it/, { "/data/teams/1": "warehouse " }),
  contract("an empty value", /empty/, { "/data/teams/-": "" }),
  contract("an empty list", /empty/, { "/data/reservedNames": [] }),
  option("an alias that leads nowhere", /leads nowhere: "decimal"/, { "/data/fieldTypeAliases/money": "decimal" }),
  option("an alias for another value", /"date" is a value itself/, { "/data/fieldTypeAliases/date": "datetime" }),
  option("an alias that is a value but for case", /"Integer" is a value itself/, {
    "/data/fieldTypeAliases/Integer": "number",
  }),
  option("two aliases that are the same but for case", /"Var_Char".*"varchar"|"varchar".*"Var_Char"/, {
    "/data/fieldTypeAliases/Var_Char": "array",
  }),
  option("an alias in letters of another script", /U\+043E only looks like/, {
    "/data/fieldTypeAliases/d\u043euble2": "number",
  }),
  option("a value with a Cyrillic letter", /U\+0430 only looks like a Latin letter/, {
    "/data/strategies/0": "f\u0430st",
  }),
  contract("a value in Cyrillic letters that all look Latin", /look Latin/, { "/data/teams/-": "\u0440\u0430\u0443" }),
  option("a Greek letter in the name of a type", /U\+03BF only looks like/, {
    "/data/fieldTypes/\u03bfbject2": { type: "object", examples: [{}] },
  }),
  contract("a letter of full width", /U\+FF4D/, { "/data/teams/-": "\uff4dobile" }),
  contract("a character that nobody sees", /U\+200B/, { "/data/teams/0": "check\u200bout" }),
  contract("a hard space", /U\+00A0/, { "/data/teams/-": "web\u00a0shop" }),
  contract("a letter and its accent apart", /NFC|normalized/, { "/data/teams/-": "cafe\u0301" }),
  option("a type with a misspelt keyword", /not a JSON Schema/, { "/data/fieldTypes/email/maxlength": 254 }),
  contract("a type that everything has", /values of every type fit/, { "/data/columnTypes/boolean/type": undefined }),
  option("a type that nothing has", /minimum 100 is over maximum 0/, {
    "/data/fieldTypes/percent": { type: "number", minimum: 100, maximum: 0 },
  }),
  option("an example that is not of the type", /not of this type/, {
    "/data/fieldTypes/date/examples": ["2026-02-30"],
  }),
  done(
    "a type that the shape does not allow",
    /the shape does not allow "date" as a type/,
    `${CONTRACT}/spec.json`,
    (rules) =>
      rules.edit(`${CONTRACT}/candidate.schema.json`, {
        "/properties/columns/items/properties/type/enum": ["string", "integer", "number", "boolean"],
      }),
  ),
  contract("a declaration that nothing uses", /nothing uses it/, {
    "/declarations/changes": { at: "/history/*", name: "/change" },
  }),
  contract("a declaration that leads nowhere", /leads nowhere/, { "/declarations/columns/at": "/column/*" }),
  contract("a name that is no string", /must be a string/, { "/declarations/columns/name": "/nullable" }),
  contract("nullable by what is no boolean", /must be a boolean/, { "/declarations/columns/nullable": "/description" }),
  contract("records that are no objects", /must be an object/, { "/declarations/columns/records": "/tags/*" }),
  contract("references that are no strings", /must be a string/, {
    "/declarations/columns/references": "/columns/*/min",
  }),
  contract("optional and nullable by the same property", /"\/nullable".*too|is .* already/, {
    "/declarations/columns/optional": "/nullable",
  }),
];

export const STEPS: readonly Defect[] = [
  option("a place that leads nowhere", /leads nowhere.*did you mean "generatorName"/, {
    "/normalize/1/at": "/generatorname",
  }),
  contract("trims a number", /"trim" needs a string/, { "/normalize/-": { step: "trim", at: "/retentionDays" } }),
  contract("trims an array instead of its items", /"trim" needs a string/, {
    "/normalize/-": { step: "trim", at: "/tags" },
  }),
  contract("sorts a string", /"sort" needs an array/, { "/normalize/-": { step: "sort", at: "/title" } }),
  contract("sorts objects by nothing", /"by"/, { "/normalize/6/by": undefined }),
  contract("sorts twice", /"sort" occurs twice/, { "/normalize/-": { step: "sort", at: "/tags" } }),
  contract("sorts by what is not there", /leads nowhere/, { "/normalize/6/by": { item: "/date" } }),
  option("sorts by a list of other values", /"human"|human/, { "/normalize/4/by": { spec: "/ownerKinds" } }),
  option(
    "sorts by a list that lacks a value",
    /lacks "realistic", which the rule supported-strategies-are-known allows/,
    { "/normalize/4/by": ["fast"] },
  ),
  option("a default that is the placeholder", /is the placeholder/, {
    "/normalize/3/value": "Why the product should have this generator.",
  }),
  contract("a default for what is required", /"default" has no effect/, {
    "/normalize/-": { step: "default", at: "/title", value: "Untitled" },
  }),
  contract("a default that the shape refuses", /the shape refuses "none"/, { "/normalize/3/value": "none" }),
  contract("two defaults for one property", /"default" occurs twice/, {
    "/normalize/-": { step: "default", at: "/tags", value: ["other"] },
  }),
  contract("orders keys by a list of other things", /the shape has no "checkout" there/, {
    "/normalize/-": { step: "order-keys", at: "/owner", by: { spec: "/teams" } },
  }),
  contract("sorts by what has no order", /values of type boolean have no order/, {
    "/normalize/-": { step: "sort", at: "/columns", by: { item: "/nullable" } },
  }),
  option("orders keys that are not there", /the shape has no "ids"/, { "/normalize/6/by": ["kind", "ids"] }),
  option("orders the keys of an array", /"order-keys" needs an object/, { "/normalize/7/at": "/outputFields" }),
  option("is not known", /did you mean "single-space"/, { "/normalize/1/step": "single-spaces" }),
  contract("trims before it makes spaces single, of one string", /leads nowhere/, (spec) =>
    spec.normalize.splice(1, 2, { step: "trim", at: "/titel" }),
  ),
];
