import { type Catalog, compileSpecs, type SpecDocument } from "../../src/browser.js";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";

/** The calls that every worker answers. */
export interface Calls {
  load(document: SpecDocument): Promise<void>;
}

export interface Call {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** One catalog for each version: a result does not mention other versions. */
const catalogs = new Map<string, Catalog>();

export interface Version {
  readonly domainId: string;
  readonly version: string;
}

/** Compiles a published spec package. */
export function loadSpec(document: SpecDocument): void {
  keepCatalog(document, compileSpecs([document]));
}

export function keepCatalog({ domainId, version }: Version, catalog: Catalog): void {
  catalogs.set(`${domainId}/${version}`, catalog);
}

export function catalogOf({ domainId, version }: Version): Catalog {
  const catalog = catalogs.get(`${domainId}/${version}`);
  if (catalog === undefined) throw new Error(`${domainId} ${version} is not loaded`);
  return catalog;
}

export function specOf(version: Version): CompiledSpec {
  return catalogOf(version).get(version.domainId)?.versions[0] as CompiledSpec;
}

/** Answers the calls of a page. */
export function answerCalls(calls: Calls): void {
  self.onmessage = async ({ data: { id, name, argument } }: MessageEvent<Call>) => {
    const reply = (message: Reply) => self.postMessage(message);
    try {
      reply({ id, value: await calls[name as keyof Calls](argument as never) });
    } catch (error) {
      reply({ id, error: (error as Error).message });
    }
  };
}
