import type { SpecDocument } from "../../src/browser.js";
import { formatJson } from "../../src/ground/json/format-json.js";
import { isObject, type Json } from "../../src/ground/json/value.js";
import { compileSchema } from "../../src/schemas/compile-schema.js";
import { InvalidSchema } from "../../src/schemas/invalid-schema.js";
import type { Domain } from "../../src/specs/catalog.js";
import { describeSpec } from "../../src/specs/explain/describe-spec.js";
import { answerCalls, catalogOf, keepCatalog, loadSpec, specOf, type Version } from "../workbench/worker-calls.js";
import { type CheckRequest, checkText } from "./check-text.js";
import { OWN_DOMAIN, OWN_VERSION } from "./own-schema.js";
import { type Start, startText } from "./start-text.js";

const calls = {
  async load(document: SpecDocument) {
    loadSpec(document);
    await warmUp(document);
  },
  check,
  schema,
  /** A link may name an example that the package does not have: then the candidate has several errors. */
  async start({ start, ...version }: Version & { readonly start: Start }) {
    if (version.domainId === OWN_DOMAIN) return ownExample;
    const spec = specOf(version);
    return (await startText(spec, start)) ?? startText(spec, { kind: "flawed" });
  },
};
export type PlaygroundCalls = typeof calls;
answerCalls(calls);

/** The document to start with for the schema of the person. */
let ownExample = "{}";

/** Compiles a JSON Schema; returns why it cannot be used, or what it says and a document to start with. */
async function schema({ text }: { readonly text: string }) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { why: `This is not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { why: "A schema is an object, in braces." };
  try {
    const catalog = compileSchema(value, { domainId: OWN_DOMAIN });
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

async function check(request: CheckRequest) {
  const started = performance.now();
  const verdict = await checkText(request, catalogOf(request));
  return { verdict, milliseconds: performance.now() - started };
}

/** Code that has not run yet takes ten times longer: the first check is to be as quick as all others. */
async function warmUp({ domainId, version }: Version): Promise<void> {
  const spec = specOf({ domainId, version });
  const valid = await startText(spec, { kind: "example", name: spec.source.settings.base });
  const targetUrl = "http://localhost";
  const service = { baseUrl: targetUrl, bodyLimit: Infinity, targetProduct: "warm-up", targetUrl };
  for (const text of [valid ?? "", "{}", valid ?? "", "{}"])
    await check({ ...service, domainId, version, isCurrent: true, text });
}
