import { defects, done, inContract, inOption } from "./defect.js";

const SPEC = "spec.json";

/** Data, declarations and steps that do nothing, or not what they seem to. */
export const DATA = defects([
  ["a list that nothing uses", inOption(SPEC, (spec) => (spec.data.colours = ["red"])), /nothing refers to it/],
  [
    "a part of a table that nothing uses",
    inContract(SPEC, (spec) => {
      spec.data.limits = { secret: 365, internal: 900 };
      spec.normalize.push({ step: "order-keys", at: "/owner", by: { spec: "/limits/secret" } });
    }),
    /nothing refers to it|must be an array/,
  ],
  ["a value twice", inContract(SPEC, (spec) => spec.data.teams.push("checkout")), /"checkout" is listed twice/],
  [
    "a value twice but for case",
    inOption(SPEC, (spec) => spec.data.strategies.push("Fast")),
    /"Fast" and "fast"|"fast" and "Fast"/,
  ],
  [
    "a value twice but for a hyphen",
    inContract(SPEC, (spec) => {
      spec.data.reservedNames.push("row-id");
      spec.data.teams.push("check-out");
    }),
    /"check-?out" and "check-?out"/,
  ],
  [
    "white space around a value",
    inContract(SPEC, (spec) => (spec.data.teams[1] = "warehouse ")),
    /white space around it/,
  ],
  ["an empty value", inContract(SPEC, (spec) => spec.data.teams.push("")), /empty/],
  ["an empty list", inContract(SPEC, (spec) => (spec.data.reservedNames = [])), /empty/],
  [
    "an alias that leads nowhere",
    inOption(SPEC, (spec) => (spec.data.fieldTypeAliases.money = "decimal")),
    /leads nowhere: "decimal"/,
  ],
  [
    "an alias for another value",
    inOption(SPEC, (spec) => (spec.data.fieldTypeAliases.date = "datetime")),
    /"date" is a value itself/,
  ],
  [
    "an alias that is a value but for case",
    inOption(SPEC, (spec) => (spec.data.fieldTypeAliases.Integer = "number")),
    /"Integer" is a value itself/,
  ],
  [
    "two aliases that are the same but for case",
    inOption(SPEC, (spec) => (spec.data.fieldTypeAliases.Var_Char = "array")),
    /"Var_Char".*"varchar"|"varchar".*"Var_Char"/,
  ],
  [
    "an alias in letters of another script",
    inOption(SPEC, (spec) => (spec.data.fieldTypeAliases["d\u043euble2"] = "number")),
    /U\+043E only looks like/,
  ],
  [
    "a value with a Cyrillic letter",
    inOption(SPEC, (spec) => (spec.data.strategies[0] = "f\u0430st")),
    /U\+0430 only looks like a Latin letter/,
  ],
  [
    "a value in Cyrillic letters that all look Latin",
    inContract(SPEC, (spec) => spec.data.teams.push("\u0440\u0430\u0443")),
    /look Latin/,
  ],
  [
    "a Greek letter in the name of a type",
    inOption(SPEC, (spec) => (spec.data.fieldTypes["\u03bfbject2"] = { type: "object", examples: [{}] })),
    /U\+03BF only looks like/,
  ],
  ["a letter of full width", inContract(SPEC, (spec) => spec.data.teams.push("\uff4dobile")), /U\+FF4D/],
  ["a character that nobody sees", inContract(SPEC, (spec) => (spec.data.teams[0] = "check\u200bout")), /U\+200B/],
  ["a hard space", inContract(SPEC, (spec) => spec.data.teams.push("web\u00a0shop")), /U\+00A0/],
  ["a letter and its accent apart", inContract(SPEC, (spec) => spec.data.teams.push("cafe\u0301")), /NFC|normalized/],
  [
    "a type with a misspelt keyword",
    inOption(SPEC, (spec) => (spec.data.fieldTypes.email.maxlength = 254)),
    /not a JSON Schema/,
  ],
  [
    "a type that everything has",
    inContract(SPEC, (spec) => delete spec.data.columnTypes.boolean.type),
    /values of every type fit/,
  ],
  [
    "a type that nothing has",
    inOption(SPEC, (spec) => (spec.data.fieldTypes.percent = { type: "number", minimum: 100, maximum: 0 })),
    /minimum 100 is over maximum 0/,
  ],
  [
    "an example that is not of the type",
    inOption(SPEC, (spec) => (spec.data.fieldTypes.date.examples = ["2026-02-30"])),
    /not of this type/,
  ],
  [
    "a type that the shape does not allow",
    done("data-contract", SPEC, (workshop) =>
      workshop.edit(
        "candidate.schema.json",
        (shape) => (shape.properties.columns.items.properties.type.enum = ["string", "integer", "number", "boolean"]),
      ),
    ),
    /the shape does not allow "date" as a type/,
  ],
  [
    "a declaration that nothing uses",
    inContract(SPEC, (spec) => (spec.declarations.changes = { at: "/history/*", name: "/change" })),
    /nothing uses it/,
  ],
  [
    "a declaration that leads nowhere",
    inContract(SPEC, (spec) => (spec.declarations.columns.at = "/column/*")),
    /leads nowhere/,
  ],
  [
    "a name that is no string",
    inContract(SPEC, (spec) => (spec.declarations.columns.name = "/nullable")),
    /must be a string/,
  ],
  [
    "nullable by what is no boolean",
    inContract(SPEC, (spec) => (spec.declarations.columns.nullable = "/description")),
    /must be a boolean/,
  ],
  [
    "records that are no objects",
    inContract(SPEC, (spec) => (spec.declarations.columns.records = "/tags/*")),
    /must be an object/,
  ],
  [
    "references that are no strings",
    inContract(SPEC, (spec) => (spec.declarations.columns.references = "/columns/*/min")),
    /must be a string/,
  ],
  [
    "optional and nullable by the same property",
    inContract(SPEC, (spec) => (spec.declarations.columns.optional = "/nullable")),
    /"\/nullable".*too|is .* already/,
  ],
]);

export const STEPS = defects([
  [
    "a place that leads nowhere",
    inOption(SPEC, (spec) => (spec.normalize[1].at = "/generatorname")),
    /leads nowhere.*did you mean "generatorName"/,
  ],
  [
    "trims a number",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "trim", at: "/retentionDays" })),
    /"trim" needs a string/,
  ],
  [
    "trims an array instead of its items",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "trim", at: "/tags" })),
    /"trim" needs a string/,
  ],
  [
    "sorts a string",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "sort", at: "/title" })),
    /"sort" needs an array/,
  ],
  ["sorts objects by nothing", inContract(SPEC, (spec) => delete spec.normalize[6].by), /"by"/],
  [
    "sorts twice",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "sort", at: "/tags" })),
    /"sort" occurs twice/,
  ],
  [
    "sorts by what is not there",
    inContract(SPEC, (spec) => (spec.normalize[6].by = { item: "/date" })),
    /leads nowhere/,
  ],
  [
    "sorts by a list of other values",
    inOption(SPEC, (spec) => (spec.normalize[4].by = { spec: "/ownerKinds" })),
    /"human"|human/,
  ],
  [
    "sorts by a list that lacks a value",
    inOption(SPEC, (spec) => (spec.normalize[4].by = ["fast"])),
    /lacks "realistic", which the rule supported-strategies-are-known allows/,
  ],
  [
    "a default that is the placeholder",
    inOption(SPEC, (spec) => (spec.normalize[3].value = "Why the product should have this generator.")),
    /is the placeholder/,
  ],
  [
    "a default for what is required",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "default", at: "/title", value: "Untitled" })),
    /"default" has no effect/,
  ],
  [
    "a default that the shape refuses",
    inContract(SPEC, (spec) => (spec.normalize[3].value = "none")),
    /the shape refuses "none"/,
  ],
  [
    "two defaults for one property",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "default", at: "/tags", value: ["other"] })),
    /"default" occurs twice/,
  ],
  [
    "orders keys by a list of other things",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "order-keys", at: "/owner", by: { spec: "/teams" } })),
    /the shape has no "checkout" there/,
  ],
  [
    "sorts by what has no order",
    inContract(SPEC, (spec) => spec.normalize.push({ step: "sort", at: "/columns", by: { item: "/nullable" } })),
    /values of type boolean have no order/,
  ],
  [
    "orders keys that are not there",
    inOption(SPEC, (spec) => (spec.normalize[6].by = ["kind", "ids"])),
    /the shape has no "ids"/,
  ],
  [
    "orders the keys of an array",
    inOption(SPEC, (spec) => (spec.normalize[7].at = "/outputFields")),
    /"order-keys" needs an object/,
  ],
  ["is not known", inOption(SPEC, (spec) => (spec.normalize[1].step = "single-spaces")), /did you mean "single-space"/],
  [
    "trims before it makes spaces single, of one string",
    inContract(SPEC, (spec) => spec.normalize.splice(1, 2, { step: "trim", at: "/titel" })),
    /leads nowhere/,
  ],
]);
