import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * A folder of its own, which is removed with the world of the tests. Of its files, objects are
 * written as JSON.
 */
export function temporaryFolder(
  files: Readonly<Record<string, string | Buffer | object>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-"));
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === "string" || Buffer.isBuffer(content);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), isRaw ? content : JSON.stringify(content));
  }
  return folder;
}
