import { X509Certificate } from "node:crypto";
import { readBounded, UnreadableFile } from "../ground/files/bounded-file.js";
import { errorOfFile, errorText, firstErrors, InvalidFiles } from "../ground/files/file-error.js";
import { loadRawSpecs } from "../specs/load-specs.js";
import { readSpecs } from "../specs/read-specs.js";
import { splitErrors } from "../specs/service-specs.js";
import { type KeysFile, openKeys, type ParseFile } from "./auth/keys-file.js";
import { type ProxyKeys, parseProxyKeys } from "./auth/proxy-keys.js";
import { parseKeys, type StoredKeys } from "./auth/stored-keys.js";
import type { Settings } from "./config.js";
import { takeFingerprint } from "./live/fingerprint.js";
import type { Content } from "./live/live-content.js";
import type { Logger } from "./ops/log.js";
import { loadTargets } from "./targets/load-targets.js";

/** The content of the files that the settings name. */
export interface Files extends Content {
  /** Unused, and so undefined, with an identity service. */
  readonly keys: KeysFile<StoredKeys> | undefined;
  readonly proxyKeys: KeysFile<ProxyKeys> | undefined;
  /** Certificates of the CA of Redis. */
  readonly redisCa: string | undefined;
}

/** Reads all files. Each error starts with the variable that names the file. */
export async function openFiles(
  settings: Settings,
  log: Logger,
): Promise<{ files?: Files; errors: string[] }> {
  const errors: string[] = [];
  const attempt = async <T>(variable: string, reading: Promise<T>): Promise<T | undefined> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof InvalidFiles || error instanceof UnreadableFile)) throw error;
      const texts = error instanceof InvalidFiles ? error.errors.map(errorText) : [error.message];
      errors.push(...texts.map((text) => `${variable}: ${text}`));
      return undefined;
    }
  };
  const watch = async <T>(path: string | undefined, parse: ParseFile<T>) => {
    if (path === undefined) return undefined;
    return openKeys(path, parse, (fileErrors) =>
      log.error({ path, errors: fileErrors.map(errorText) }, "the last good keys stay in use"),
    );
  };

  const { targetsFile, rulesDir: rulesDirs } = settings;
  const fingerprint = await attempt(
    "RULES_DIR, TARGETS_FILE",
    takeFingerprint({ targetsFile, rulesDirs }),
  );
  // A folder did not answer in time: reading the rules, which is synchronous, would hang.
  if (fingerprint === undefined) return { errors };
  // Compiled in this thread: nobody waits for an answer yet.
  const read = readSpecs(rulesDirs);
  const loaded = await loadRawSpecs(read);
  const { fatal, ...specErrors } = splitErrors(loaded);
  errors.push(...fatal.map((error) => `RULES_DIR: ${errorText(error)}`));
  // Invalid packages have domain ids too: the targets file may name them.
  const targets = await loadTargets(targetsFile, read.ids);
  if ("errors" in targets)
    errors.push(...firstErrors(targets.errors).map((error) => `TARGETS_FILE: ${errorText(error)}`));
  const keys = await attempt(
    "KEYS_FILE",
    watch(settings.identityUrl ? undefined : settings.keysFile, parseKeys),
  );
  const proxyKeys = await attempt(
    "AGENT_PROXY_KEYS_FILE",
    watch(settings.agentProxyKeysFile, parseProxyKeys),
  );
  const redisCa = await attempt("REDIS_CA_FILE", readCertificates(settings.redisCaFile));
  if ("errors" in targets || errors.length > 0) return { errors };
  const { catalog } = loaded;
  const files = { catalog, ...specErrors, fingerprint, ...targets, keys, proxyKeys, redisCa };
  return { files, errors };
}

async function readCertificates(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const bytes = await readBounded(path);
  try {
    const certificates = bytes.toString();
    // Throws unless the first one is a certificate: every connection would fail.
    new X509Certificate(certificates);
    return certificates;
  } catch (error) {
    throw new InvalidFiles([
      errorOfFile(path, `has no certificates in PEM: ${(error as Error).message}`),
    ]);
  }
}
