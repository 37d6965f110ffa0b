import { SPEC_STATUSES } from "../../engine/grammar.js";
import { SEVERITIES } from "../../engine/problem.js";
import { VERSION_NAME } from "../names.js";
import { choose, metaSchema, oneOrMore, setOf } from "./definitions.js";

const at = { description: "The places that the step changes.", ...oneOrMore({ $ref: "#/$defs/pointer" }) };
const property = (description: string) => ({ description, type: "string", pattern: "^(/[^/*]+)+$" });
const date = (description: string) => ({ description, type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const step = (names: string[], required: string[], properties: object) => ({
  when: { properties: { step: { enum: names } }, required: ["step"] },
  schema: { required: ["at", ...required], additionalProperties: false, properties: { step: true, ...properties } },
});

export const specSchema = metaSchema("spec.json: one version of a spec package", {
  type: "object",
  required: ["status", "title"],
  if: { required: ["extends"] },
  else: { required: ["base", "data", "normalize"] },
  dependentRequired: { without: ["extends"], severity: ["extends"] },
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    status: {
      description:
        "The highest released version is the current one; a draft can be tried by naming it; a retired one is refused.",
      enum: [...SPEC_STATUSES],
    },
    deprecatedOn: date("Since when authors should use a later version: announced in every answer."),
    retiresOn: date("When the version is expected to be refused: announced in every answer."),
    breaks: {
      description: "The changes since the version before that break candidates: pointers as `rules diff` prints them.",
      type: "array",
      uniqueItems: true,
      items: { type: "string", pattern: "^/" },
    },
    extends: {
      description:
        "The released version whose files this one inherits: `v1` of this domain, or `../common/v1` of another one beside it.",
      type: "string",
      pattern: `^(\\.\\./[a-z0-9]+(-[a-z0-9]+)*/)?${VERSION_NAME}$`,
    },
    without: {
      description: "What is not inherited: names of rules, and of examples as `examples/<name>`.",
      ...setOf({ type: "string" }),
    },
    severity: {
      description: "Other severities of inherited rules, by the name of the rule.",
      type: "object",
      minProperties: 1,
      additionalProperties: { enum: [...SEVERITIES] },
    },
    title: { $ref: "#/$defs/words" },
    base: {
      description: "The example that the examples of rules change: a file name in examples/ without .json.",
      type: "string",
    },
    data: {
      description:
        "The lists and tables that rules and steps refer to. With `extends`, a JSON Merge Patch (RFC 7396) of the inherited ones: null removes.",
      type: "object",
    },
    declarations: {
      description: "What the candidate itself names, such as the fields of its records.",
      type: "object",
      propertyNames: { pattern: "^[a-z][A-Za-z0-9]*$" },
      additionalProperties: { $ref: "#/$defs/declaration" },
    },
    normalize: {
      description: "How a valid candidate becomes the proposal of a package.",
      type: "array",
      items: {
        type: "object",
        ...choose(
          [
            step(["nfc", "trim", "single-space"], [], { at }),
            step(["default"], ["value"], { at: { $ref: "#/$defs/pointer" }, value: true }),
            step(["sort"], [], { at, by: { $ref: "#/$defs/list" } }),
            step(["order-keys"], ["by"], { at, by: { $ref: "#/$defs/list" } }),
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
          description: "The declarations: a pointer that ends in `/*`.",
          type: "string",
          pattern: "^(/[^/*]+)+/\\*$",
        },
        name: property("Where a declaration has its name."),
        type: property("Where a declaration has its type."),
        types: { description: "The JSON Schemas of the types, by name.", $ref: "#/$defs/specReference" },
        nullable: property("A boolean property: null fits too."),
        optional: property("A boolean property: the key may be absent."),
        repeated: property("A boolean property: the value is an array of the type."),
        records: { description: "Objects with these names as keys.", $ref: "#/$defs/pointer" },
        references: {
          description: "Places whose value is one of the names.",
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
