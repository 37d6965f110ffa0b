import type { JsonObject } from "../../json/value.js";
import { domainSchema } from "./domain.js";
import { exampleSchema } from "./example.js";
import { releasedSchema } from "./released.js";
import { ruleSchema } from "./rule.js";
import { shapeSchema } from "./shape.js";
import { specSchema } from "./spec.js";

/** The meta-schemas by the names of their files in the rules folder, where editors find them. */
export const META_SCHEMAS = {
  "domain.schema.json": domainSchema,
  "released.schema.json": releasedSchema,
  "spec.schema.json": specSchema,
  "shape.schema.json": shapeSchema,
  "rule.schema.json": ruleSchema,
  "example.schema.json": exampleSchema,
} satisfies Record<string, JsonObject>;

export type MetaSchemaName = keyof typeof META_SCHEMAS;
