import type { ValidateFunction } from "ajv/dist/2020.js";
import type { MetaSchemaName } from "./rules-folder.js";

/** The validator of a meta-schema: `#meta-validators`, which build.js writes. */
export function metaValidator(name: MetaSchemaName): ValidateFunction;
