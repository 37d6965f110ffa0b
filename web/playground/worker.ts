import { type CheckSettings, checkText } from "./check-text.js";
import type { Calls } from "./protocol.js";
import { catalogOf, loadSpec, serve, specOf } from "./serve.js";
import { startText } from "./start-text.js";

let settings: CheckSettings;

serve({
  configure(given) {
    settings = given;
  },
  async load(document) {
    if (loadSpec(document)) await warmUp(document as unknown as { domainId: string; version: string });
  },
  check,
  start: ({ start, ...version }) => startText(specOf(version), start),
});

async function check(request: Calls["check"][0]): Promise<Calls["check"][1]> {
  const started = performance.now();
  const verdict = await checkText(request, catalogOf(request), settings);
  return { verdict, milliseconds: performance.now() - started };
}

/** Code that has not run yet takes ten times longer: the first check is to be as quick as all others. */
async function warmUp({ domainId, version }: { domainId: string; version: string }): Promise<void> {
  const spec = specOf({ domainId, version });
  const valid = await startText(spec, { kind: "example", name: spec.source.spec.base });
  const request = { domainId, version, isCurrent: true, targetProduct: "", targetUrl: settings.baseUrl };
  for (const text of [valid ?? "", "{}", valid ?? "", "{}"]) await check({ ...request, text });
}
