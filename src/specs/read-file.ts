import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { portabilityProblems } from "../engine/shape/portability.js";
import { parseStrictBytes } from "../json/parse-strict-bytes.js";
import { ajv } from "../json-schema/ajv.js";
import { Content } from "./content.js";
import { explainError } from "./explain-error.js";
import type { Fault } from "./faults.js";
import { META_SCHEMAS, type MetaSchemaName } from "./meta/index.js";

const validators = new Map<MetaSchemaName, ValidateFunction>();

/** Reads one file of the rules folder and holds it against its meta-schema. */
export function readFile(dir: string, file: string, schema: MetaSchemaName, faults: Fault[]): Content {
  const faulty: string[] = [];
  const complain = (pointer: string, detail: string) => {
    faulty.push(pointer);
    faults.push({ file, pointer, detail });
  };
  const value = parse(dir, file, complain);
  if (value === undefined) return new Content(undefined, faulty);
  const validate = validators.get(schema) ?? ajv.compile(META_SCHEMAS[schema]);
  validators.set(schema, validate);
  for (const problem of portabilityProblems(value)) {
    complain(problem.path.slice("/candidate".length), `${problem.message()}; write whole characters, finite numbers`);
  }
  validate(value);
  for (const error of validate.errors ?? []) {
    const detail = explainError(error);
    if (detail !== undefined) complain(error.instancePath, detail);
  }
  return new Content(value, faulty);
}

function parse(dir: string, file: string, complain: (pointer: string, detail: string) => void): unknown {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(dir, file));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    complain("", missing ? "the file is missing; add it" : `the file cannot be read: ${(error as Error).message}`);
    return undefined;
  }
  const read = parseStrictBytes(bytes);
  if ("value" in read) return read.value;
  complain(read.error.pointer ?? "", `not JSON: ${read.error.detail}`);
  return undefined;
}
