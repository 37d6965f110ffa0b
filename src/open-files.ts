import { type ProxyKeys, parseProxyKeys } from "./auth/agent-proxy/parse-proxy-keys.js";
import { parseKeys, type StoredKeys } from "./auth/bearer/parse-keys.js";
import { Faults } from "./auth/json-file-parser.js";
import { WatchedFile } from "./auth/watched-file.js";
import type { Settings } from "./config.js";
import type { Logger } from "./ops/log.js";
import type { Catalog } from "./specs/catalog.js";
import { InvalidSpecs } from "./specs/file-error.js";
import { loadSpecs } from "./specs/load-specs.js";
import { loadTargets } from "./targets/load-targets.js";
import type { TargetSettings } from "./targets/parse-targets.js";

/** What stands in the files that the settings name. */
export interface Files {
  readonly specs: Catalog;
  readonly targets: readonly TargetSettings[];
  /** Only where no identity service is asked. */
  readonly keys: WatchedFile<StoredKeys> | undefined;
  readonly proxyKeys: WatchedFile<ProxyKeys> | undefined;
}

/** Reads all of them; undefined after a fault. What is wrong in any is told under the variable that names it. */
export async function openFiles(settings: Settings, log: Logger, faults: string[]): Promise<Files | undefined> {
  const before = faults.length;
  const attempt = async <T>(variable: string, reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof Faults || error instanceof InvalidSpecs)) throw error;
      faults.push(...error.message.split("\n").map((line) => `${variable}: ${line}`));
      return undefined;
    }
  };
  const watch = async <T>(path: string | undefined, parse: (text: string) => T) => {
    if (path === undefined) return undefined;
    return WatchedFile.open(path, parse, {
      onFaults: (found) => log.error({ path, faults: found }, "the last good keys stay in use"),
    });
  };

  const reading = loadSpecs(settings.rulesDir);
  const specs = await attempt("RULES_DIR", reading);
  // Known of faulty packages too: targets are held against what there is.
  const domainIds = await reading.then((found) => [...found.keys()]).catch((error: InvalidSpecs) => error.domainIds);
  const targets = await attempt("TARGETS_FILE", readTargets(settings.targetsFile, domainIds));
  const keys = await attempt("KEYS_FILE", watch(settings.identity ? undefined : settings.keysFile, parseKeys));
  const proxyKeys = await attempt("AGENT_PROXY_KEYS_FILE", watch(settings.agentProxyKeysFile, parseProxyKeys));
  if (specs === undefined || targets === undefined || faults.length > before) return undefined;
  return { specs, targets, keys, proxyKeys };
}

async function readTargets(path: string, domainIds: readonly string[]): Promise<readonly TargetSettings[]> {
  const loaded = await loadTargets(path, domainIds);
  if ("targets" in loaded) return loaded.targets;
  throw new Faults(
    loaded.faults.map(({ file, pointer, detail }) => `${file}${pointer && ` at ${pointer}`}: ${detail}`),
  );
}
