import { SPEC_STATUSES } from "../../engine/grammar.js";
import { SEVERITIES } from "../../engine/problem.js";
import { VERSION_NAME } from "../names.js";
import { branch, chooseSchema, describeUniqueArray, metaSchema, oneOrMore } from "./definitions.js";

const at = { description: "The places that the step changes.", ...oneOrMore({ $ref: "#/$defs/pointer" }) };
const property = (description: string) => ({ description, type: "string", pattern: "^(/[^/*]+)+$" });
const date = (description: string) => ({ description, type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" });

export const specSchema = metaSchema("spec.json: one version of a spec package", {
  type: "object",
  required: ["status", "title"],
  if: { required: ["extends"] },
  // Without anything to inherit, null removes nothing.
  else: {
    required: ["base"],
    properties: { declarations: { additionalProperties: { type: "object" } } },
  },
  dependentRequired: { without: ["extends"], severity: ["extends"] },
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    status: {
      description:
        "The highest released version is the current one; a draft can be tried by naming it; a retired version is refused.",
      enum: [...SPEC_STATUSES],
    },
    deprecatedOn: date("The date from which authors should use a later version; every answer announces it."),
    retiresOn: date("The date from which the version is expected to be refused; every answer announces it."),
    breaks: {
      description:
        "The changes since the previous version that break candidates, as the pointers that `rules diff` prints.",
      type: "array",
      uniqueItems: true,
      items: { type: "string", pattern: "^/" },
    },
    extends: {
      description:
        "The released version whose files this one inherits: `v1` of this domain, or `../common/v1` of another domain beside it.",
      type: "string",
      pattern: `^(\\.\\./[a-z0-9]+(-[a-z0-9]+)*/)?${VERSION_NAME}$`,
    },
    without: {
      description: "The names of rules that are not inherited, and of examples, written as `examples/<name>`.",
      ...describeUniqueArray({ type: "string" }),
    },
    severity: {
      description: "New severities of inherited rules, by the name of the rule.",
      type: "object",
      minProperties: 1,
      additionalProperties: { enum: [...SEVERITIES] },
    },
    title: { $ref: "#/$defs/words" },
    base: {
      description: "The example that the examples of rules change: the name of a file in examples/, without .json.",
      type: "string",
    },
    data: {
      description:
        "The lists and tables that rules and steps refer to. With `extends`, this is a JSON Merge Patch (RFC 7396) of the inherited data, in which null removes an entry.",
      type: "object",
    },
    declarations: {
      description: "The names that the candidate itself declares, such as the fields of its records.",
      type: "object",
      propertyNames: { pattern: "^[a-z][A-Za-z0-9]*$", description: "A word in camelCase." },
      additionalProperties: { $ref: "#/$defs/declaration" },
    },
    normalize: {
      description: "How a valid candidate becomes the proposal of a package.",
      type: "array",
      items: {
        type: "object",
        ...chooseSchema(
          [
            branch("step", ["nfc", "trim", "single-space"], ["at"], { at }),
            branch("step", ["default"], ["at", "value"], { at: { $ref: "#/$defs/pointer" }, value: true }),
            branch("step", ["sort"], ["at"], { at, by: { $ref: "#/$defs/list" } }),
            branch("step", ["order-keys"], ["at", "by"], { at, by: { $ref: "#/$defs/list" } }),
          ],
          {
            required: ["step"],
            properties: { step: { enum: ["nfc", "trim", "single-space", "default", "sort", "order-keys"] } },
          },
        ),
      },
    },
  },
  $defs: {
    declaration: {
      type: ["object", "null"],
      required: ["at", "name"],
      additionalProperties: false,
      properties: {
        at: {
          description: "The array items that declare a name, as a pointer that ends in `/*`.",
          type: "string",
          pattern: "^(/[^/*]+)+/\\*$",
        },
        name: property("The property of the item that has the name."),
        type: property("The property of the item that has the type."),
        types: { description: "The JSON Schemas of the types, by name.", $ref: "#/$defs/specReference" },
        nullable: property("A boolean property of the item; if true, null is allowed too."),
        optional: property("A boolean property of the item; if true, records may leave the key out."),
        repeated: property("A boolean property of the item; if true, the value is an array of the type."),
        records: { description: "The objects that have these names as keys.", $ref: "#/$defs/pointer" },
        references: {
          description: "The places whose value is one of the names.",
          ...oneOrMore({ $ref: "#/$defs/pointer" }),
        },
      },
      dependentRequired: {
        type: ["types"],
        types: ["type"],
        nullable: ["types"],
        repeated: ["types"],
        optional: ["records"],
      },
    },
  },
});
