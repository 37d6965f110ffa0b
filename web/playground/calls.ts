import type { SpecDocument } from "../../src/specs/explain/describe-spec.js";
import { catalogOf, loadSpec, specOf, type Version } from "../workbench/worker-calls.js";
import { type CheckRequest, checkText } from "./check-text.js";
import { type Start, startText } from "./start-text.js";

/** What the workers of the playground answer. */
export const calls = {
  async load(document: SpecDocument) {
    loadSpec(document);
    await warmUp(document);
  },
  check,
  /**
   * A link may name an example that the package does not have: then the candidate has several
   * errors.
   */
  async start({ start, ...version }: Version & { readonly start: Start }) {
    const spec = specOf(version);
    return (await startText(spec, start)) ?? startText(spec, { kind: "flawed" });
  },
};
export type PlaygroundCalls = typeof calls;

async function check(request: CheckRequest) {
  const started = performance.now();
  const verdict = await checkText(request, catalogOf(request));
  return { verdict, milliseconds: performance.now() - started };
}

/**
 * Code that has not run yet takes ten times longer: the first check is to be as quick as all
 * others.
 */
async function warmUp({ domainId, version }: Version): Promise<void> {
  const spec = specOf({ domainId, version });
  const valid = await startText(spec, { kind: "example", name: spec.source.settings.base });
  const targetUrl = "http://localhost";
  const service = { baseUrl: targetUrl, bodyLimit: Infinity, targetProduct: "warm-up", targetUrl };
  for (const text of [valid ?? "", "{}", valid ?? "", "{}"])
    await check({ ...service, domainId, version, isCurrent: true, text });
}
