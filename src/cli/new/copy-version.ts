import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { JsonSource } from "../../json/source.js";
import { CommandError } from "../command.js";

/** Copies the folder of one version to another. Only version and status are rewritten: the copy is formatted as its original. */
export async function copyVersion(domain: string, from: string, to: string): Promise<void> {
  const original = join(domain, from, "spec.json");
  const spec = asDraft(await readFile(original, "utf8"), to);
  if (spec === undefined) throw new CommandError(`${original} is faulty; run: assay rules check`);
  await cp(join(domain, from), join(domain, to), { recursive: true, errorOnExist: true, force: false });
  await writeFile(join(domain, to, "spec.json"), spec);
}

function asDraft(text: string, version: string): string | undefined {
  let draft = text;
  for (const [pointer, value] of [
    ["/version", version],
    ["/status", "draft"],
  ] as const) {
    const read = JsonSource.read(draft);
    const offset = "source" in read ? read.source.at(pointer)?.offset : undefined;
    if (offset === undefined) return undefined;
    draft = draft.slice(0, offset) + draft.slice(offset).replace(/^"[^"]*"/, JSON.stringify(value));
  }
  return draft;
}
