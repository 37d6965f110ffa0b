import { randomBytes } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/** Replaces a file atomically: even after a crash, a reader sees either the old content or the new. */
export async function writeAtomically(path: string, content: string | AsyncIterable<string | Buffer>): Promise<void> {
  // Resolved first, so that a link stays a link.
  const target = await realpath(path);
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, content, { flag: "wx" });
    await chmod(temporary, (await stat(target)).mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
