import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder of its own, which is removed with the world of the tests. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "assay-"));
}
