import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../support/eventually.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { ASSAY, assayHere } from "./run-assay.js";

/** A running `rules check --watch`. */
class Watch {
  #stdout = "";
  #seen = 0;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.on("data", (text) => {
      this.#stdout += text;
    });
  }

  /** Waits until something is printed that matches, after all that was waited for before. */
  async prints(pattern: RegExp): Promise<void> {
    await eventually(() => pattern.test(this.#stdout.slice(this.#seen)));
    const rest = this.#stdout.slice(this.#seen);
    this.#seen += rest.search(pattern) + (pattern.exec(rest)?.[0].length ?? 0);
  }

  async end(): Promise<void> {
    this.child.kill();
    await once(this.child, "close");
  }
}

async function watching(use: (watch: Watch, version: string) => Promise<void>, wanted = ["colour-palette/v1"]) {
  const folder = temporaryFolder();
  await assayHere(["rules", "new", "colour-palette", "v1", "--rules", folder]);
  const child = spawn(process.execPath, [ASSAY, "rules", "check", ...wanted, "--rules", folder, "--watch"]);
  const watch = new Watch(child);
  try {
    await watch.prints(VALID);
    await use(watch, join(folder, "colour-palette/v1"));
  } finally {
    await watch.end();
  }
}

const VALID = /colour-palette +v1 .*sha256:\w+\n/;
const NAME = "kind-is-known.json";

describe("assay rules check --watch", () => {
  test("follows a file that is written, replaced, broken and mended", async () => {
    await watching(async (watch, version) => {
      const file = join(version, "rules", NAME);
      const good = await readFile(file, "utf8");
      await writeFile(file, good.replace('"severity": "error"', '"severity": "eror"'));
      await watch.prints(/kind-is-known\.json:\d+:\d+: \/severity: "eror" is not known here/);
      // As many editors save: another file takes its place.
      await writeFile(`${file}~`, good);
      await rename(`${file}~`, file);
      await watch.prints(VALID);
      await writeFile(file, good.slice(0, 40));
      await watch.prints(/kind-is-known\.json:\d+:\d+: not JSON/);
      await writeFile(file, "");
      await writeFile(file, good);
      await watch.prints(VALID);
    });
  });

  test("sees rules that are added and removed, and folders", async () => {
    await watching(async (watch, version) => {
      const added = join(version, "rules/new-rule.json");
      await writeFile(added, "{}");
      await watch.prints(/new-rule\.json/);
      await rm(added);
      await watch.prints(VALID);
      const moved = `${version}-moved`;
      await rename(version, moved);
      await watch.prints(/\S/);
      await rename(moved, version);
      await watch.prints(VALID);
      // In a folder that is new since the start.
      await writeFile(join(version, "rules", NAME), "{");
      await watch.prints(/kind-is-known\.json:1:2: not JSON/);
    });
  });

  test("without a name watches every domain, also one that is new", async () => {
    await watching(async (watch, version) => {
      const other = join(version, "../../other-domain");
      await mkdir(other);
      await watch.prints(/other-domain\/domain\.json:1:1: the file is missing/);
      await rm(other, { recursive: true });
      await watch.prints(VALID);
    }, []);
  });
});
