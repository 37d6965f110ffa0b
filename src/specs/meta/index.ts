import { DIGEST_PATTERN } from "../../ground/json/digest.js";
import type { JsonObject } from "../../ground/json/value.js";
import type { MetaSchemaName } from "../rules-folder.js";
import { closedObject, metaSchema } from "./definitions.js";
import { ruleSchema } from "./rule.js";
import { shapeSchema } from "./shape.js";
import { specSchema } from "./spec.js";

const digest = { type: "string", pattern: DIGEST_PATTERN };

const releasedSchema = metaSchema(
  "released.json: the released versions, recorded by assay rules release",
  closedObject(["versions"], {
    $schema: { type: "string" },
    versions: {
      description: "The released versions, by name. An entry never changes again.",
      type: "object",
      additionalProperties: closedObject(["digest", "files"], {
        digest: { description: "The digest of the version.", ...digest },
        files: {
          description: "The hash of each of its files, by which an error can name the changed ones.",
          type: "object",
          additionalProperties: digest,
        },
        since: { description: "The released version before this one.", type: "string" },
        changes: {
          description: "The changes since that version, as computed at the release.",
          type: "array",
          items: closedObject(["pointer", "text", "effects"], {
            pointer: { type: "string" },
            text: { type: "string" },
            effects: {
              type: "array",
              items: { enum: ["breaking", "widening", "repackaging", "words", "unknown"] },
            },
            says: { type: "string" },
          }),
        },
      }),
    },
  }),
);

const exampleSchema = metaSchema(
  "examples/<name>.json: a whole candidate and its expected result",
  closedObject(["title", "candidate", "diagnostics"], {
    $schema: { type: "string" },
    title: { $ref: "#/$defs/words" },
    registry: { $ref: "#/$defs/registry" },
    registries: { $ref: "#/$defs/registries" },
    candidate: true,
    diagnostics: {
      description: "All expected diagnostics, each with its code and path.",
      type: "array",
      items: closedObject(["code", "path"], { code: { type: "string" }, path: { $ref: "#/$defs/pointer" } }),
    },
    proposal: { description: "The expected normalized candidate, if the candidate is valid." },
  }),
);

const domainSchema = metaSchema(
  "domain.json: a domain of proposals",
  closedObject(["title", "description"], {
    $schema: { type: "string" },
    title: { $ref: "#/$defs/words" },
    description: { $ref: "#/$defs/words" },
  }),
);

/** The meta-schemas by the names of their files. */
export const META_SCHEMAS = {
  "domain.schema.json": domainSchema,
  "released.schema.json": releasedSchema,
  "spec.schema.json": specSchema,
  "shape.schema.json": shapeSchema,
  "rule.schema.json": ruleSchema,
  "example.schema.json": exampleSchema,
} satisfies Record<MetaSchemaName, JsonObject>;
