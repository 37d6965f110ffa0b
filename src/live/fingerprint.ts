import { createHash, type Hash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { withinLimit } from "../files/bounded-file.js";
import { isLeftBehind } from "../specs/read-package.js";

/** <rules>/<domain>/<version>/rules/<file>: below that nothing is read, and a link may lead back to where it is. */
const LEVELS = 4;

/** Thousands of files on a slow mount are no error. */
const LIMIT_MS = 5_000;

/**
 * Changes whenever a file is written, added, removed or replaced, also behind links. Throws `UnreadableFile` on a mount
 * that hangs.
 */
export function fingerprintOf(targetsFile: string, rulesDirs: readonly string[]): Promise<string> {
  const paths = [targetsFile, ...rulesDirs];
  return withinLimit("one of the rules folders or the targets file", `fingerprint\0${paths}`, LIMIT_MS, async () => {
    const hash = createHash("sha256");
    for (const path of paths) await add(hash, path, LEVELS);
    return hash.digest("base64");
  });
}

async function add(hash: Hash, path: string, levels: number): Promise<void> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  hash.update(`${path}\0`);
  if (found?.isDirectory()) {
    const names = levels === 0 ? [] : await readdir(path).catch(() => []);
    for (const name of names.filter((one) => !isLeftBehind(one)).sort()) {
      // Hidden folders, such as .git, are not domains.
      await add(hash, join(path, name), name.startsWith(".") ? 0 : levels - 1);
    }
  } else hash.update(`${found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs]}\0`);
}
