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
  load(document) {
    const key = `${document.domainId}/${document.version}`;
    if (!catalogs.has(key)) catalogs.set(key, compileSpecs([document as SpecDocument]));
  },
  async check(request) {
    const started = performance.now();
    const catalog = catalogOf(request);
    const verdict = await checkText(request, catalog, settings);
    return { verdict, milliseconds: performance.now() - started };
  },
  start({ start, ...spec }) {
    const [version] = catalogOf(spec).get(spec.domainId)?.versions ?? [];
    return startText(version as CompiledSpec, start);
  },
};

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
