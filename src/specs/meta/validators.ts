import type { ValidateFunction } from "ajv/dist/2020.js";
import { ajv } from "../../json-schema/ajv.js";
import { META_SCHEMAS, type MetaSchemaName } from "./index.js";

const validators = new Map<MetaSchemaName, ValidateFunction>();

/**
 * Compiles a meta-schema when it is first needed. The bundles have this done already: it takes a quarter of a second.
 */
export function metaValidator(name: MetaSchemaName): ValidateFunction {
  const validate = validators.get(name) ?? ajv.compile(META_SCHEMAS[name]);
  validators.set(name, validate);
  return validate;
}
