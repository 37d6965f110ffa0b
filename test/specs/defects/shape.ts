import { type Defect, inContract, inOption } from "./defect.js";

const shape = inContract("candidate.schema.json");
const optionShape = inOption("candidate.schema.json");

/** Shapes that say nothing, or what nothing can be. */
export const SHAPES: readonly Defect[] = [
  shape("a required property that is not defined", /"licence" is required, but no property is defined for it/, {
    "/required/-": "licence",
  }),
  shape("a required property that is misspelt", /"titel" is required, but/, { "/required/2": "titel" }),
  shape("a required property of an open object that is not defined", /"id" is required, but not defined/, {
    "/properties/sampleRows/items/required": ["id"],
  }),
  shape("values that differ only by case", /"Secret" and "secret" differ only by case/, {
    "/properties/tags/items": { type: "string", enum: ["secret", "public", "Secret"] },
  }),
  shape("uniqueItems", /write a rule with the check "unique"/, { "/properties/tags/uniqueItems": true }),
  shape("pattern", /write a rule with the check "pattern"/, { "/properties/title/pattern": "^a" }),
  shape("const", /use "enum" with one value/, { "/properties/title/const": "a" }),
  shape("anyOf", /write a rule with a condition/, { "/properties/title/anyOf": [] }),
  shape("not", /write a rule/, { "/properties/title/not": {} }),
  shape("if", /write a rule with `when`/, { "/properties/title/if": {} }),
  shape("$ref", /write the schema out/, { "/properties/title/$ref": "#/x" }),
  shape("dependentRequired", /"has-keys"/, { "/properties/owner/dependentRequired": {} }),
  shape("contains", /"count"/, { "/properties/tags/contains": {} }),
  shape("patternProperties", /name the properties/, { "/properties/owner/patternProperties": {} }),
  shape("unevaluatedProperties", /"additionalProperties"/, { "/properties/owner/unevaluatedProperties": false }),
  shape("default", /"default" of `normalize`/, { "/properties/title/default": "a" }),
  shape("multipleOf", /write a rule/, { "/properties/retentionDays/multipleOf": 5 }),
  shape("nullable", /an array with "null"/, { "/properties/title/nullable": true }),
  shape("a keyword in other case", /did you mean "maxLength"/, { "/properties/title/maxlength": 5 }),
  shape("a keyword of another type", /unknown key "maxLength"/, { "/properties/retentionDays/maxLength": 5 }),
  shape("a format that is not known", /did you mean "date-time"/, { "/properties/title/format": "datetime" }),
  shape("a type that is not known", /"text" is not known here/, { "/properties/title/type": "text" }),
  shape("a length that nothing has", /minLength 100 is over maxLength 80/, { "/properties/title/minLength": 100 }),
  shape("a range that nothing is in", /minimum 5000 is over maximum 3650/, {
    "/properties/retentionDays/minimum": 5000,
  }),
  shape("an array that nothing is", /minItems 11 is over maxItems 10/, { "/properties/tags/minItems": 11 }),
  shape("an array that is always empty", /maxItems/, { "/properties/tags/maxItems": 0 }),
  shape("a format that is longer than it may be", /placeholder|refuses/, { "/properties/dataset/format": "date" }),
  shape("a date of five characters", /refuses|nothing could/, { "/properties/validity/properties/start/maxLength": 5 }),
  shape("an enum with what is too short", /"a"|maxLength/, { "/properties/dataset/enum": ["a", "abcd"] }),
  shape("a placeholder that its schema refuses", /its own schema refuses it/, {
    "/properties/dataset/placeholder": "a",
  }),
  shape("a placeholder of two characters", /"ab" must have at least 3 characters/, {
    "/properties/dataset/placeholder": "ab",
  }),
  shape("a placeholder that is empty", /refuses it|is empty/, { "/properties/owner/placeholder": "" }),
  shape("a placeholder that is not that of its property", /differs from the placeholder of "team", "team-name"/, {
    "/properties/owner/placeholder/team": "my-team",
  }),
  shape("a string that is always empty", /always empty|is over/, { "/properties/description/maxLength": 0 }),
  shape("an enum of what is no date", /can never occur there: it does not have the format date/, {
    "/properties/until": { type: "string", format: "date", enum: ["soon", "2026-01-01"] },
  }),
  shape("an array of anything", /"items" is missing/, { "/properties/tags/items": undefined }),
  shape("an alias with white space", /white space around it/, { "/properties/tags/aliases": [" labels"] }),
  shape("an empty value", /the value is empty/, { "/properties/classification/enum": ["public", ""] }),
  shape("a value with white space", /white space around it/, {
    "/properties/classification/enum": ["public", " secret"],
  }),
  shape("a length of nothing", /0 has no effect/, { "/properties/title/minLength": 0 }),
  shape("an array of nothing", /0 has no effect/, { "/properties/tags/minItems": 0 }),
  shape("an empty description", /not empty/, { "/properties/title/description": "" }),
  shape("an example twice", /the same value twice/, { "/properties/retentionDays/examples": [90, 90] }),
  shape("half an integer", /an integer is never 0\.5/, { "/properties/retentionDays/minimum": 0.5 }),
  shape("two lower limits", /"minimum" is set too/, { "/properties/retentionDays/exclusiveMinimum": 0 }),
  shape("an integer or a number", /every integer is a number/, {
    "/properties/retentionDays/type": ["integer", "number"],
  }),
  shape("nothing that is required", /at least 1 item/, { "/properties/owner/required": [] }),
  shape("both booleans", /lists every value that its type allows/, {
    "/properties/columns/items/properties/nullable/enum": [true, false],
  }),
  shape("an object that is open because nobody says so", /"additionalProperties" is missing/, {
    "/properties/owner/additionalProperties": undefined,
  }),
  shape("a placeholder of another type", /its own schema refuses it/, { "/properties/title/placeholder": 5 }),
  shape("an example outside the enum", /its own schema refuses it/, {
    "/properties/classification/examples": ["private"],
  }),
  shape("a placeholder that a rule refuses", /tags-are-lower-case/, { "/properties/tags/placeholder": ["A Tag"] }),
  optionShape("a placeholder that a pattern refuses", /generator-id-is-kebab-case/, {
    "/properties/generatorId/placeholder": "My generator",
  }),
  optionShape("a placeholder outside the vocabulary", /owner-kind-is-allowed/, {
    "/properties/owner/properties/kind/examples": ["person"],
  }),
  shape("an alias that is a property", /"description" is a property of its own/, {
    "/properties/title/aliases": ["description"],
  }),
  shape("an alias that is a property but for case", /is a property of its own/, {
    "/properties/title/aliases": ["Description"],
  }),
  shape("an alias of two properties", /is an alias of "dataset" too/, { "/properties/title/aliases": ["datasetId"] }),
  shape("an alias that is the name itself", /is a property of its own|is the property name/, {
    "/properties/title/aliases": ["title"],
  }),
  shape("an alias that differs by case only", /is the property name/, { "/properties/title/aliases": ["Title"] }),
  shape("an alias in letters of another script", /U\+0430/, { "/properties/title/aliases": ["n\u0430me"] }),
  shape("aliases that are no array", /must be of type array/, { "/properties/title/aliases": "name" }),
  shape("aliases of the whole candidate", /alias/, { "/aliases": ["contract"] }),
  shape("derived from nowhere", /leads nowhere/, {
    "/properties/dataset/derive": { from: "/titel", as: "kebab-case" },
  }),
  shape("derived from itself", /itself/, { "/properties/dataset/derive": { from: "/dataset", as: "kebab-case" } }),
  shape("derived from a number", /from a string/, {
    "/properties/dataset/derive": { from: "/retentionDays", as: "kebab-case" },
  }),
  shape("derived in a circle", /circle|derived from/, {
    "/properties/title/derive": { from: "/dataset", as: "lower-case" },
  }),
  shape("derived in a way that is not known", /is not known/, {
    "/properties/dataset/derive": { from: "/title", as: "kebab" },
  }),
  optionShape("derived into what a rule refuses", /generator-id-is-kebab-case/, {
    "/properties/generatorId/derive/as": "snake-case",
  }),
  shape("derived, but no string", /derive/, {
    "/properties/retentionDays/derive": { from: "/title", as: "kebab-case" },
  }),
  shape("a property with a Cyrillic letter", /U\+043E/, { "/properties/n\u043ete": { type: "string" } }),
  shape("two properties that differ by case", /"Title" and "title"|"title" and "Title"/, {
    "/properties/Title": { type: "string" },
  }),
  shape("a property without a type", /"type" is missing/, { "/properties/note": { maxLength: 5 } }),
  shape("an array without a limit", /"maxItems" is missing/, { "/properties/tags/maxItems": undefined }),
  shape("properties that no candidate may have", /can have no property|refuses/, {
    "/properties/owner": { type: "object", additionalProperties: false },
  }),
];
