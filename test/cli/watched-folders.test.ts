import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WatchedFolders } from "../../src/cli/watched-folders.js";
import { eventually } from "../support/eventually.js";
import { temporaryFolder } from "../support/temporary-folder.js";

test("a changed file and a swapped link are reported; what editors leave behind, and what is beside, is not", async () => {
  const root = temporaryFolder({ "one/a.json": {}, "two/a.json": {} });
  symlinkSync("one", join(root, "rules"));
  const watched = new WatchedFolders();
  let reports = 0;
  watched.watch([join(root, "rules")], [join(root, "rules")], () => reports++);
  const reported = async (change: () => void) => {
    const before = reports;
    change();
    await eventually(() => reports > before);
  };
  await reported(() => writeFileSync(join(root, "one/a.json"), "[]"));
  await reported(() => {
    symlinkSync("two", join(root, "next"));
    renameSync(join(root, "next"), join(root, "rules"));
  });
  const before = reports;
  mkdirSync(join(root, "beside"));
  writeFileSync(join(root, "one/.a.json.swp"), "");
  // Reports come in order: after this one, the others would have been there.
  await reported(() => writeFileSync(join(root, "one/b.json"), "1"));
  expect(reports - before).toBeLessThanOrEqual(2);
  watched.close();
});
