import { stat as statWithCallback } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { withinTime } from "../../ground/files/bounded-file.js";
import { isLeftBehind, RULES_DEPTH } from "../../specs/rules-folder.js";
import type { ContentFiles } from "./live-content.js";

/** Takes half the CPU time of `stat` in `fs/promises`. */
const stat = promisify(statWithCallback);
const LIMIT_MS = 5_000;

/**
 * A text that changes with every file, also behind links. Throws `UnreadableFile` on a mount that
 * hangs.
 */
export function takeFingerprint({ targetsFile, rulesDirs }: ContentFiles): Promise<string> {
  const paths = [targetsFile, ...rulesDirs];
  const key = `fingerprint\0${paths}`;
  const name = "one of the rules folders or the targets file";
  const take = async () =>
    (await Promise.all(paths.map((path) => printBelow(path, RULES_DEPTH)))).join("\n");
  return withinTime({ name, mount: key, key }, LIMIT_MS, take);
}

async function printBelow(path: string, levels: number): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats === undefined || !stats.isDirectory())
    return `${path} ${stats && [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs]}`;
  const names = levels === 0 ? [] : await readdir(path).catch(() => []);
  const inside = names.filter((name) => !isLeftBehind(name)).sort();
  // Hidden folders, such as .git, are not domains.
  const levelsOf = (name: string) => (name.startsWith(".") ? 0 : levels - 1);
  return [
    path,
    ...(await Promise.all(inside.map((name) => printBelow(join(path, name), levelsOf(name))))),
  ].join("\n");
}
