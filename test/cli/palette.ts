import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.js";
import { assayHere } from "./run-assay.js";

export const DOMAIN = "colour-palette";

/**
 * A folder with one domain, whose first version is a draft that says what it is about, and `assay
 * rules` in it.
 */
export async function newDraft() {
  const folder = temporaryFolder();
  const run = (...args: string[]) => assayHere(["rules", ...args, "--rules", "."], { cwd: folder });
  await cp("rules", folder, {
    recursive: true,
    filter: (path) => !path.includes("generator-option"),
  });
  await run("new", DOMAIN, "v1");
  const rules = new Rules(join(folder, DOMAIN));
  await rules.replace("domain.json", /What is proposed .*authors\./, "Colours that go together.");
  await rules.replace("v1/spec.json", "A title for people", "Palettes");
  await rules.replace(
    "v1/rules/kind-is-known.json",
    /Why that matters.*wrong\./,
    "The shop knows no other.",
  );
  return { rules, run };
}

/** The same, released. */
export async function newRelease() {
  const { rules, run } = await newDraft();
  await run("release", DOMAIN, "v1");
  return { rules, run };
}

/** The same, with a copy of it as the draft of a second version. */
export async function newSecondDraft() {
  const { rules, run } = await newRelease();
  await run("new", DOMAIN, "v2", "--from", "v1");
  return { rules, run };
}

export class Rules {
  constructor(readonly folder: string) {}

  path(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): Promise<string> {
    return readFile(this.path(file), "utf8");
  }

  async replace(file: string, old: string | RegExp, now: string): Promise<void> {
    const before = await this.read(file);
    expect(before).toMatch(old);
    await writeFile(this.path(file), before.replace(old, now));
  }
}
