import { createHash } from "node:crypto";
import { stat as statWithCallback } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { withinTime } from "../../ground/files/bounded-file.js";
import { isLeftBehind, RULES_DEPTH } from "../../specs/rules-folder.js";

/** Takes half the CPU time of `stat` in `fs/promises`: a hundred packages have two thousand files. */
const stat = promisify(statWithCallback);

/** Long enough for thousands of files on a slow mount. */
const MAX_FINGERPRINT_MS = 5_000;

export interface Fingerprint {
  readonly whole: string;
  /** The fingerprint of each domain, by the path of its folder. */
  readonly domains: Readonly<Record<string, string>>;
}

interface FingerprintOptions {
  readonly limitMs?: number;
  /** Is called with each folder whose names are part of the fingerprint. */
  readonly onFolder?: (path: string) => void;
}

/**
 * A hash that changes whenever a file is written, added, removed or replaced, also behind links. Throws
 * `UnreadableFile` on a mount that hangs.
 */
export function takeFingerprint(
  targetsFile: string,
  rulesDirs: readonly string[],
  { limitMs = MAX_FINGERPRINT_MS, onFolder = () => {} }: FingerprintOptions = {},
): Promise<Fingerprint> {
  const paths = [targetsFile, ...rulesDirs];
  const key = `fingerprint\0${paths}`;
  const name = "one of the rules folders or the targets file";
  return withinTime({ name, mount: key, key }, limitMs, async () => {
    const hash = createHash("sha256");
    const domains: Record<string, string> = {};
    for (const path of paths) hash.update(await fingerprintBelow(path, RULES_DEPTH, domains, onFolder));
    return { whole: hash.digest("base64"), domains };
  });
}

async function fingerprintBelow(
  path: string,
  levels: number,
  domains: Record<string, string>,
  onFolder: (path: string) => void,
): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (!stats?.isDirectory())
    return `${path}\0${stats && [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs]}\0`;
  if (levels > 0) onFolder(path);
  const names = levels === 0 ? [] : await readdir(path).catch(() => []);
  const hash = createHash("sha256").update(`${path}\0`);
  const inside = names.filter((name) => !isLeftBehind(name)).sort();
  // Hidden folders, such as .git, are not domains.
  const prints = inside.map((name) =>
    fingerprintBelow(join(path, name), name.startsWith(".") ? 0 : levels - 1, domains, onFolder),
  );
  for (const print of await Promise.all(prints)) hash.update(print);
  const printed = hash.digest("base64");
  if (levels === RULES_DEPTH - 1) domains[path] = printed;
  return printed;
}
