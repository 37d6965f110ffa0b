import { type Stats, stat } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { withinTime } from "../../ground/files/bounded-file.js";
import { isJunkFile, RULES_DEPTH } from "../../specs/rules-folder.js";
import type { ContentFiles } from "./live-content.js";

const LIMIT_MS = 5_000;

/**
 * A text that changes with every file, also behind links. Throws `UnreadableFile` on a mount that
 * hangs.
 */
export function takeFingerprint({
  targetsFile,
  rulesDirs,
}: Partial<ContentFiles>): Promise<string> {
  const paths = [targetsFile ?? [], rulesDirs ?? []].flat();
  const key = `fingerprint\0${paths}`;
  const name = "one of the rules folders or the targets file";
  return withinTime({ name, mount: key, key }, LIMIT_MS, () => printAll(paths, RULES_DEPTH));
}

async function printAll(paths: readonly string[], levels: number): Promise<string> {
  const found: (Stats | undefined)[] = [];
  // By callbacks: a promise for each of a thousand files takes twice the CPU time.
  await new Promise<void>((resolve) => {
    let missing = paths.length;
    if (missing === 0) resolve();
    for (const [index, path] of paths.entries())
      stat(path, (_, stats) => {
        found[index] = stats;
        if (--missing === 0) resolve();
      });
  });
  const inside: Promise<string>[] = [];
  const lines = paths.map((path, index) => {
    const stats = found[index];
    if (!stats?.isDirectory())
      return `${path} ${stats && [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs]}`;
    // Hidden folders in the rules, such as .git, are not domains.
    const isRead = levels === RULES_DEPTH || (levels > 0 && !basename(path).startsWith("."));
    if (isRead) inside.push(printFolder(path, levels));
    return path;
  });
  return [...lines, ...(await Promise.all(inside))].join("\n");
}

async function printFolder(path: string, levels: number): Promise<string> {
  const names = await readdir(path).catch(() => []);
  const listed = names.filter((name) => !isJunkFile(name)).sort();
  const paths = listed.map((name) => join(path, name));
  return printAll(paths, levels - 1);
}
