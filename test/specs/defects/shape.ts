import { defects, inContract, inOption } from "./defect.js";

const SHAPE = "candidate.schema.json";
const property = (name: string, change: (schema: Record<string, unknown>) => void) =>
  inContract(SHAPE, (shape) => change(shape.properties[name]));
const refused = (keyword: string, value: unknown, name = "title") =>
  property(name, (schema) => {
    schema[keyword] = value;
  });

/** Shapes that say nothing, or what nothing can be. */
export const SHAPES = defects([
  [
    "a required property that is not defined",
    inContract(SHAPE, (shape) => {
      shape.required.push("licence");
    }),
    /"licence" is required, but no property is defined for it/,
  ],
  [
    "a required property that is misspelt",
    inContract(SHAPE, (shape) => {
      shape.required[2] = "titel";
    }),
    /"titel" is required, but/,
  ],
  [
    "a required property of an open object that is not defined",
    property("sampleRows", (schema) => {
      (schema.items as { required: string[] }).required = ["id"];
    }),
    /"id" is required, but not defined/,
  ],
  [
    "values that differ only by case",
    property("tags", (schema) => {
      schema.items = { type: "string", enum: ["secret", "public", "Secret"] };
    }),
    /"Secret" and "secret" differ only by case/,
  ],
  ["uniqueItems", refused("uniqueItems", true, "tags"), /write a rule with the check "unique"/],
  ["pattern", refused("pattern", "^a"), /write a rule with the check "pattern"/],
  ["const", refused("const", "a"), /use "enum" with one value/],
  ["anyOf", refused("anyOf", []), /write a rule with a condition/],
  ["not", refused("not", {}), /write a rule/],
  ["if", refused("if", {}), /write a rule with `when`/],
  ["$ref", refused("$ref", "#/x"), /write the schema out/],
  ["dependentRequired", refused("dependentRequired", {}, "owner"), /"has-keys"/],
  ["contains", refused("contains", {}, "tags"), /"count"/],
  ["patternProperties", refused("patternProperties", {}, "owner"), /name the properties/],
  ["unevaluatedProperties", refused("unevaluatedProperties", false, "owner"), /"additionalProperties"/],
  ["default", refused("default", "a"), /"default" of `normalize`/],
  ["multipleOf", refused("multipleOf", 5, "retentionDays"), /write a rule/],
  ["nullable", refused("nullable", true), /an array with "null"/],
  ["a keyword in other case", refused("maxlength", 5), /did you mean "maxLength"/],
  ["a keyword of another type", refused("maxLength", 5, "retentionDays"), /unknown key "maxLength"/],
  ["a format that is not known", refused("format", "datetime"), /did you mean "date-time"/],
  ["a type that is not known", refused("type", "text"), /"text" is not known here/],
  ["a length that nothing has", refused("minLength", 100), /minLength 100 is over maxLength 80/],
  ["a range that nothing is in", refused("minimum", 5000, "retentionDays"), /minimum 5000 is over maximum 3650/],
  ["an array that nothing is", refused("minItems", 11, "tags"), /minItems 11 is over maxItems 10/],
  ["an array that is always empty", refused("maxItems", 0, "tags"), /maxItems/],
  ["a format that is longer than it may be", refused("format", "date", "dataset"), /placeholder|refuses/],
  [
    "a date of five characters",
    inContract(SHAPE, (shape) => {
      shape.properties.validity.properties.start.maxLength = 5;
    }),
    /refuses|nothing could/,
  ],
  ["an enum with what is too short", refused("enum", ["a", "abcd"], "dataset"), /"a"|maxLength/],
  ["a placeholder that its schema refuses", refused("placeholder", "a", "dataset"), /its own schema refuses it/],
  ["a placeholder of two characters", refused("placeholder", "ab", "dataset"), /"ab" must have at least 3 characters/],
  ["a placeholder that is empty", refused("placeholder", "", "owner"), /refuses it|is empty/],
  [
    "a placeholder that is not that of its property",
    inContract(SHAPE, (shape) => {
      shape.properties.owner.placeholder.team = "my-team";
    }),
    /differs from the placeholder of "team", "team-name"/,
  ],
  ["a string that is always empty", refused("maxLength", 0, "description"), /always empty|is over/],
  [
    "an enum of what is no date",
    inContract(SHAPE, (shape) => {
      shape.properties.until = { type: "string", format: "date", enum: ["soon", "2026-01-01"] };
    }),
    /can never occur there: it does not have the format date/,
  ],
  [
    "an array of anything",
    inContract(SHAPE, (shape) => {
      delete shape.properties.tags.items;
    }),
    /"items" is missing/,
  ],
  ["an alias with white space", refused("aliases", [" labels"], "tags"), /white space around it/],
  ["an empty value", refused("enum", ["public", ""], "classification"), /the value is empty/],
  ["a value with white space", refused("enum", ["public", " secret"], "classification"), /white space around it/],
  ["a length of nothing", refused("minLength", 0), /0 has no effect/],
  ["an array of nothing", refused("minItems", 0, "tags"), /0 has no effect/],
  ["an empty description", refused("description", ""), /not empty/],
  ["an example twice", refused("examples", [90, 90], "retentionDays"), /the same value twice/],
  ["half an integer", refused("minimum", 0.5, "retentionDays"), /an integer is never 0\.5/],
  ["two lower limits", refused("exclusiveMinimum", 0, "retentionDays"), /"minimum" is set too/],
  ["an integer or a number", refused("type", ["integer", "number"], "retentionDays"), /every integer is a number/],
  ["nothing that is required", refused("required", [], "owner"), /at least 1 item/],
  [
    "both booleans",
    inContract(SHAPE, (shape) => {
      shape.properties.columns.items.properties.nullable.enum = [true, false];
    }),
    /lists every value that its type allows/,
  ],
  [
    "an object that is open because nobody says so",
    inContract(SHAPE, (shape) => {
      delete shape.properties.owner.additionalProperties;
    }),
    /"additionalProperties" is missing/,
  ],
  ["a placeholder of another type", refused("placeholder", 5), /its own schema refuses it/],
  ["an example outside the enum", refused("examples", ["private"], "classification"), /its own schema refuses it/],
  ["a placeholder that a rule refuses", refused("placeholder", ["A Tag"], "tags"), /tags-are-lower-case/],
  [
    "a placeholder that a pattern refuses",
    inOption(SHAPE, (shape) => {
      shape.properties.generatorId.placeholder = "My generator";
    }),
    /generator-id-is-kebab-case/,
  ],
  [
    "a placeholder outside the vocabulary",
    inOption(SHAPE, (shape) => {
      shape.properties.owner.properties.kind.examples = ["person"];
    }),
    /owner-kind-is-allowed/,
  ],
  ["an alias that is a property", refused("aliases", ["description"]), /"description" is a property of its own/],
  ["an alias that is a property but for case", refused("aliases", ["Description"]), /is a property of its own/],
  ["an alias of two properties", refused("aliases", ["datasetId"]), /is an alias of "dataset" too/],
  ["an alias that is the name itself", refused("aliases", ["title"]), /is a property of its own|is the property name/],
  ["an alias that differs by case only", refused("aliases", ["Title"]), /is the property name/],
  ["an alias in letters of another script", refused("aliases", ["n\u0430me"]), /U\+0430/],
  ["aliases that are no array", refused("aliases", "name"), /must be of type array/],
  [
    "aliases of the whole candidate",
    inContract(SHAPE, (shape) => {
      shape.aliases = ["contract"];
    }),
    /alias/,
  ],
  ["derived from nowhere", refused("derive", { from: "/titel", as: "kebab-case" }, "dataset"), /leads nowhere/],
  ["derived from itself", refused("derive", { from: "/dataset", as: "kebab-case" }, "dataset"), /itself/],
  [
    "derived from a number",
    refused("derive", { from: "/retentionDays", as: "kebab-case" }, "dataset"),
    /from a string/,
  ],
  [
    "derived in a circle",
    inContract(SHAPE, (shape) => {
      shape.properties.title.derive = { from: "/dataset", as: "lower-case" };
    }),
    /circle|derived from/,
  ],
  ["derived in a way that is not known", refused("derive", { from: "/title", as: "kebab" }, "dataset"), /is not known/],
  [
    "derived into what a rule refuses",
    inOption(SHAPE, (shape) => {
      shape.properties.generatorId.derive.as = "snake-case";
    }),
    /generator-id-is-kebab-case/,
  ],
  ["derived, but no string", refused("derive", { from: "/title", as: "kebab-case" }, "retentionDays"), /derive/],
  [
    "a property with a Cyrillic letter",
    inContract(SHAPE, (shape) => {
      shape.properties["n\u043ete"] = { type: "string" };
    }),
    /U\+043E/,
  ],
  [
    "two properties that differ by case",
    inContract(SHAPE, (shape) => {
      shape.properties.Title = { type: "string" };
    }),
    /"Title" and "title"|"title" and "Title"/,
  ],
  [
    "a property without a type",
    inContract(SHAPE, (shape) => {
      shape.properties.note = { maxLength: 5 };
    }),
    /"type" is missing/,
  ],
  [
    "an array without a limit",
    inContract(SHAPE, (shape) => {
      delete shape.properties.tags.maxItems;
    }),
    /"maxItems" is missing/,
  ],
  [
    "properties that no candidate may have",
    inContract(SHAPE, (shape) => {
      shape.properties.owner = { type: "object", additionalProperties: false };
    }),
    /can have no property|refuses/,
  ],
]);
