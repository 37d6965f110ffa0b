import { formatJson } from "../../src/ground/json/format-json.js";
import { isObject, type Json } from "../../src/ground/json/value.js";
import { InvalidSchema } from "../../src/schema/bundle.js";
import type { Domain } from "../../src/specs/catalog.js";
import { catalogFromSchema } from "../../src/specs/catalog-from-schema.js";
import { describeSpec } from "../../src/specs/explain/describe-spec.js";
import { answerCalls, keepCatalog } from "../workbench/worker-calls.js";
import { calls } from "./calls.js";
import { OWN_DOMAIN, OWN_VERSION } from "./own-schema.js";

/** Few people bring a schema, so what compiles one is loaded only then. */
const schemaCalls = { ...calls, schema, start: async () => ownExample };
export type SchemaCalls = typeof schemaCalls;
answerCalls(schemaCalls);

/** The document to start with for the schema of the person. */
let ownExample = "{}";

/**
 * Compiles a JSON Schema; returns why it cannot be used, or what it says and a document to start
 * with.
 */
async function schema({ text }: { readonly text: string }) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { why: `This is not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { why: "A schema is an object, in braces." };
  try {
    const catalog = catalogFromSchema(value, { domainId: OWN_DOMAIN });
    const domain = catalog.get(OWN_DOMAIN) as Domain;
    keepCatalog({ domainId: OWN_DOMAIN, version: OWN_VERSION }, catalog);
    const [example = {}] = (Array.isArray(value.examples) ? value.examples : []) as Json[];
    ownExample = formatJson(example);
    const document = describeSpec(domain, domain.versions[0] as (typeof domain.versions)[number]);
    return { document, title: domain.title };
  } catch (error) {
    if (error instanceof InvalidSchema) return { why: error.message };
    throw error;
  }
}
