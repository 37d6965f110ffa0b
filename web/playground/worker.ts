import { type Catalog, compileSpecs, type SpecDocument } from "../../src/browser.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { type CheckSettings, checkText } from "./check-text.js";
import type { Call, Calls, Reply } from "./protocol.js";
import { startText } from "./start-text.js";

let settings: CheckSettings;
/** One catalog for each version: a result then has no trace of the others. */
const catalogs = new Map<string, Catalog>();

const calls: { [Name in keyof Calls]: (given: Calls[Name][0]) => Promise<Calls[Name][1]> | Calls[Name][1] } = {
  configure(given) {
    settings = given;
  },
  async load(document) {
    const { domainId, version } = document as { domainId: string; version: string };
    const key = `${domainId}/${version}`;
    if (catalogs.has(key)) return;
    catalogs.set(key, compileSpecs([document as SpecDocument]));
    await warmUp(domainId, version);
  },
  async check(request) {
    const started = performance.now();
    const catalog = catalogOf(request);
    const verdict = await checkText(request, catalog, settings);
    return { verdict, milliseconds: performance.now() - started };
  },
  start({ start, ...spec }) {
    return startText(specOf(spec), start);
  },
};

/** Code that has not run yet takes ten times longer: the first check is to be as quick as all others. */
async function warmUp(domainId: string, version: string): Promise<void> {
  const { base } = specOf({ domainId, version }).source.spec;
  const valid = await calls.start({ domainId, version, start: { kind: "example", name: base } });
  const request = { domainId, version, isCurrent: true, targetProduct: "", targetUrl: settings.baseUrl };
  for (const text of [valid ?? "", "{}", valid ?? "", "{}"]) await calls.check({ ...request, text });
}

function specOf({ domainId, version }: { domainId: string; version: string }): CompiledSpec {
  return catalogOf({ domainId, version }).get(domainId)?.versions[0] as CompiledSpec;
}

function catalogOf({ domainId, version }: { domainId: string; version: string }): Catalog {
  const catalog = catalogs.get(`${domainId}/${version}`);
  if (catalog === undefined) throw new Error(`${domainId} ${version} is not loaded`);
  return catalog;
}

self.onmessage = async ({ data: { id, name, given } }: MessageEvent<Call>) => {
  const reply = (message: Reply) => self.postMessage(message);
  try {
    reply({ id, value: await calls[name](given as never) });
  } catch (error) {
    reply({ id, error: (error as Error).message });
  }
};
