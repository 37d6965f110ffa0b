import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { JsonSource } from "../../json/source.js";
import { CommandError } from "../command.js";

/** Copies the folder of one version to another. Only the status is rewritten: the copy is formatted as its original. */
export async function copyVersion(domain: string, from: string, to: string): Promise<void> {
  const original = join(domain, from, "spec.json");
  const spec = asDraft(await readFile(original, "utf8"));
  if (spec === undefined) throw new CommandError(`${original} has errors; run: assay rules check`);
  await cp(join(domain, from), join(domain, to), { recursive: true, errorOnExist: true, force: false });
  await writeFile(join(domain, to, "spec.json"), spec);
}

function asDraft(text: string): string | undefined {
  const read = JsonSource.read(text);
  const offset = "source" in read ? read.source.at("/status")?.offset : undefined;
  if (offset === undefined) return undefined;
  return text.slice(0, offset) + text.slice(offset).replace(/^"[^"]*"/, '"draft"');
}
