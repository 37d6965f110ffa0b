import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../command.js";
import { editSpec } from "../edit-spec.js";

/** Copies the folder of one version to another. Only what is said of its life is rewritten: the copy is a draft. */
export async function copyVersion(domain: string, from: string, to: string): Promise<void> {
  const original = join(domain, from, "spec.json");
  const life = { status: "draft", deprecatedOn: undefined, retiresOn: undefined, breaks: undefined };
  const spec = editSpec(await readFile(original, "utf8"), life);
  if (spec === undefined) throw new CommandError(`${original} has errors; run: assay rules check`);
  await cp(join(domain, from), join(domain, to), { recursive: true, errorOnExist: true, force: false });
  await writeFile(join(domain, to, "spec.json"), spec);
}
