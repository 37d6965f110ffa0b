import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { ajv } from "../engine/ajv.js";
import { isPortable } from "../engine/portability.js";
import { parseStrictJson } from "../json/strict-json.js";
import { explainError } from "./explain-error.js";
import type { Fault } from "./faults.js";
import { META_SCHEMAS, type MetaSchemaName } from "./meta/index.js";

const validators = new Map<MetaSchemaName, ValidateFunction>();

/** Reads one file of the rules folder and holds it against its meta-schema; undefined after a fault. */
export function readFile<T>(dir: string, file: string, schema: MetaSchemaName, faults: Fault[]): T | undefined {
  const before = faults.length;
  const value = parse(dir, file, faults);
  if (value === undefined) return undefined;
  const validate = validators.get(schema) ?? ajv.compile(META_SCHEMAS[schema]);
  validators.set(schema, validate);
  if (!isPortable(value))
    faults.push({ file, pointer: "", detail: "a text holds half a surrogate pair; write whole characters" });
  validate(value);
  for (const error of validate.errors ?? []) {
    const detail = explainError(error);
    if (detail !== undefined) faults.push({ file, pointer: error.instancePath, detail });
  }
  return faults.length === before ? (value as T) : undefined;
}

function parse(dir: string, file: string, faults: Fault[]): unknown {
  const complain = (detail: string, pointer = "") => {
    faults.push({ file, pointer, detail });
    return undefined;
  };
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(dir, file));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return complain(missing ? "the file is missing; add it" : `the file cannot be read: ${(error as Error).message}`);
  }
  const read = parseStrictJson(bytes);
  return "value" in read ? read.value : complain(`not JSON: ${read.fault.detail}`, read.fault.pointer);
}
