import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_FILE_BYTES, readBounded, withinTime } from "../../../src/ground/files/bounded-file.js";
import { takeFingerprint } from "../../../src/service/live/fingerprint.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** Tests of other limits wait as long as a busy machine needs. */
const PATIENT_MS = 120_000;

test("a file may have 5 MiB, and no byte more", async () => {
  const path = join(temporaryFolder(), "large");
  await writeFile(path, Buffer.alloc(MAX_FILE_BYTES));
  await expect(readBounded(path, PATIENT_MS)).resolves.toHaveLength(5 * 1024 * 1024);
  await writeFile(path, Buffer.alloc(MAX_FILE_BYTES + 1));
  await expect(readBounded(path, PATIENT_MS)).rejects.toThrow("is larger than 5 MiB");
});

test("a mount that hangs does not keep files elsewhere from being read", async () => {
  let release = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reading = { name: "the rules", mount: "rules", key: "rules" };
  await expect(withinTime(reading, 1, () => hanging)).rejects.toThrow(/cannot be read within/);
  await expect(readBounded("package.json", PATIENT_MS)).resolves.toBeDefined();
  await expect(
    takeFingerprint({ targetsFile: "package.json", rulesDirs: ["rules"] }),
  ).resolves.toContain("package.json");
  release();
});
