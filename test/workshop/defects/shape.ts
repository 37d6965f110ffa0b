import { type Defect, inContract, inOption } from "./defect.js";

const shape = inContract("candidate.schema.json");
const optionShape = inOption("candidate.schema.json");

/** Shapes that say nothing, or what nothing can be. */
export const SHAPES: readonly Defect[] = [
  shape(/"licence" is required, but no property is defined for it/, { "/required/-": "licence" }),
  shape(/"id" is required, but not defined/, { "/properties/sampleRows/items/required": ["id"] }),
  shape(/"Secret" and "secret" differ only by case/, {
    "/properties/tags/items": { type: "string", enum: ["secret", "public", "Secret"] },
  }),
  shape(/fewer than 1 items/, { "/properties/title/anyOf": [] }),
  shape(/refers to "#\/x", which does not exist/, { "/properties/title/$ref": "#/x" }),
  shape(/did you mean "maxLength"/, { "/properties/title/maxlength": 5 }),
  shape(/did you mean "date-time"/, { "/properties/title/format": "datetime" }),
  shape(/not valid JSON Schema/, { "/properties/title/type": "text" }),
  shape(/minLength 100 is over maxLength 80/, { "/properties/title/minLength": 100 }),
  shape(/maxItems/, { "/properties/tags/maxItems": 0 }),
  shape(/refuses|nothing could/, { "/properties/validity/properties/start/maxLength": 5 }),
  shape(/"a"|maxLength/, { "/properties/dataset/enum": ["a", "abcd"] }),
  shape(/its own schema refuses it, by "minLength"/, { "/properties/dataset/placeholder": "ab" }),
  shape(/differs from the placeholder of "team", "team-name"/, {
    "/properties/owner/placeholder/team": "my-team",
  }),
  shape(/can never occur there: it does not have the format date/, {
    "/properties/until": { type: "string", format: "date", enum: ["soon", "2026-01-01"] },
  }),
  shape(/describes every value of a map/, {
    "/properties/owner/additionalProperties": { type: "string" },
  }),
  shape(/"maxItems"/, {
    "/properties/tags": { type: ["array", "null"], items: { type: "string" } },
  }),
  shape(/minLength 9 is over maxLength 8/, {
    "/properties/title": { type: ["string", "null"], minLength: 9, maxLength: 8 },
  }),
  shape(/white space around it/, { "/properties/tags/aliases": [" labels"] }),
  shape(/"additionalProperties" is missing/, {
    "/properties/owner/additionalProperties": undefined,
  }),
  shape(/its own schema refuses it/, { "/properties/classification/examples": ["private"] }),
  shape(/tags-are-lower-case/, { "/properties/tags/placeholder": ["A Tag"] }),
  optionShape(/generator-id-is-kebab-case/, {
    "/properties/generatorId/placeholder": "My generator",
  }),
  optionShape(/owner-kind-is-allowed/, {
    "/properties/owner/properties/kind/examples": ["person"],
  }),
  shape(/"description" is a property of its own/, { "/properties/title/aliases": ["description"] }),
  shape(/is an alias of "dataset" too/, { "/properties/title/aliases": ["datasetId"] }),
  shape(/is the property name, or differs from it only by case/, {
    "/properties/title/aliases": ["title"],
  }),
  shape(/is the property name, or differs from it only by case/, {
    "/properties/title/aliases": ["Title"],
  }),
  shape(/is of type string; expected array of strings/, { "/properties/title/aliases": "name" }),
  shape(/alias/, { "/aliases": ["contract"] }),
  shape(/leads nowhere/, { "/properties/dataset/derive": { from: "/titel", as: "kebab-case" } }),
  shape(/itself/, { "/properties/dataset/derive": { from: "/dataset", as: "kebab-case" } }),
  shape(/from a string/, {
    "/properties/dataset/derive": { from: "/retentionDays", as: "kebab-case" },
  }),
  shape(/derived from itself/, {
    "/properties/title/derive": { from: "/dataset", as: "lower-case" },
  }),
  shape(/"kebab" is not allowed here/, {
    "/properties/dataset/derive": { from: "/title", as: "kebab" },
  }),
  shape(/whose name does not fit/, {
    "/properties/dataset/derive": { from: "/title", prefixes: { userId: "a" } },
  }),
  optionShape(/generator-id-is-kebab-case/, { "/properties/generatorId/derive/as": "snake-case" }),
  shape(/derive/, { "/properties/retentionDays/derive": { from: "/title", as: "kebab-case" } }),
  shape(/"Title" and "title"|"title" and "Title"/, { "/properties/Title": { type: "string" } }),
  shape(/"type" is missing/, { "/properties/note": { maxLength: 5 } }),
  shape(/can have no property|refuses/, {
    "/properties/owner": { type: "object", additionalProperties: false },
  }),
];
