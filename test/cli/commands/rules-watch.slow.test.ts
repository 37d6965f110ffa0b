import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { watchRules } from "../../../src/cli/watch-rules.js";
import { atEnd } from "../../support/at-end.js";
import { eventually } from "../../support/eventually.js";
import { ASSAY, startProgram } from "../../support/program.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

const VALID = /colour-palette +v1 .*sha256:\w+\n/;

test("assay rules check --watch follows files and folders that are written, replaced, added and removed", async () => {
  const folder = temporaryFolder();
  const version = join(folder, "colour-palette/v1");
  const file = join(version, "rules/kind-is-known.json");
  await assayHere(["rules", "new", "colour-palette", "v1", "--rules", folder]);
  const child = startProgram(process.execPath, [
    ASSAY,
    "rules",
    "check",
    "--rules",
    folder,
    "--watch",
  ]);
  atEnd(() => child.kill());
  let printed = "";
  child.stdout.on("data", (text) => {
    printed += text;
  });
  /** Waits until something is printed that matches, after all that was waited for before. */
  const prints = async (pattern: RegExp) => {
    await eventually(() => pattern.test(printed));
    printed = printed.slice(printed.search(pattern) + (pattern.exec(printed)?.[0].length ?? 0));
  };
  await prints(VALID);
  const good = await readFile(file, "utf8");
  await writeFile(file, good.replace('"severity": "error"', '"severity": "eror"'));
  await prints(/kind-is-known\.json:\d+:\d+: \/severity: "eror" is not allowed here/);
  // As many editors save: another file takes its place.
  await writeFile(`${file}~`, good);
  await rename(`${file}~`, file);
  await prints(VALID);
  const added = join(version, "rules/new-rule.json");
  await writeFile(added, "{}");
  await prints(/new-rule\.json/);
  await rm(added);
  await prints(VALID);
  const moved = `${version}-moved`;
  await rename(version, moved);
  await prints(/\S/);
  await rename(moved, version);
  await prints(VALID);
  // In a folder that is new since the start.
  await writeFile(file, good.slice(0, 40));
  await prints(/kind-is-known\.json:\d+:\d+: not JSON/);
  await writeFile(file, good);
  await prints(VALID);
  const other = join(folder, "other-domain");
  await mkdir(other);
  await prints(/other-domain\/domain\.json:1:1: the file is missing/);
  await rm(other, { recursive: true });
  await prints(VALID);
});

test("a rules folder that is a link is followed to where it leads next", async () => {
  const folder = temporaryFolder({
    "first/domain/domain.json": "{}",
    "second/domain/domain.json": "{}",
  });
  const [rules, next] = [join(folder, "rules"), join(folder, "next")];
  await symlink(join(folder, "first"), rules);
  const changes = watchRules([rules]);
  await changes.next();
  await symlink(join(folder, "second"), next);
  await rename(next, rules);
  await changes.next();
  await writeFile(join(folder, "second/domain/domain.json"), "{ }");
  await changes.next();
  await changes.return(undefined);
});

test("a link above the rules folder is followed, too, and a link that it leads to", async () => {
  const folder = temporaryFolder({
    "first/rules/domain/domain.json": "{}",
    "second/rules/domain/domain.json": "{}",
  });
  const swap = async (name: string, target: string) => {
    await symlink(target, join(folder, "next"));
    await rename(join(folder, "next"), join(folder, name));
  };
  await swap("latest", "first");
  await swap("current", "latest");
  const ending = new AbortController();
  atEnd(() => ending.abort());
  const changes = watchRules([join(folder, "current/rules")], ending.signal);
  await changes.next();
  await swap("latest", "second");
  await changes.next();
  await swap("current", "first");
  await changes.next();
  await changes.return(undefined);
});
