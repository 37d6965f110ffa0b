import type { ValidateFunction } from "ajv/dist/2020.js";
import type { MetaSchemaName } from "./index.js";

/** The validator of a meta-schema: `#meta-validators`, which build.js writes. */
export function metaValidator(name: MetaSchemaName): ValidateFunction;
