import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Json } from "../../json/value.js";
import { InvalidSpecs } from "../../specs/file-error.js";
import { lintScaffold, scaffoldErrors } from "../../specs/lint/lint-package.js";
import { readPackage } from "../../specs/read-package.js";
import { RELEASED_FILE, type ReleaseRecords, readReleased } from "../../specs/released.js";
import { readSpecFile } from "../../specs/spec-file.js";
import { CommandError } from "../command.js";
import { type DomainFolder, openDomain, versionOf } from "../domain-folder.js";
import { editSpec } from "../edit-spec.js";
import { formatJson } from "../format-json.js";
import type { Io } from "../io.js";
import { writeAtomically } from "../write-atomically.js";

export async function run(
  [domainId = "", name = ""]: readonly string[],
  { rules }: { readonly rules?: string },
  io: Io,
): Promise<number> {
  // That it is not in released.json yet is what this command changes.
  const domain = await openDomain(
    domainId,
    rules,
    io,
    ({ file, pointer }) => pointer === "/status" && file.endsWith(join(domainId, name, "spec.json")),
  );
  const { spec, files, status } = versionOf(domain, name);
  const records = readReleased(domain.path)?.sound<ReleaseRecords>("/versions") ?? recordsOf(domain, name);
  if (Object.hasOwn(records, name))
    throw new CommandError(`${domainId} ${name} is released already, and never changes again; make a new version`);
  if (status === "retired") throw new CommandError(`${domainId} ${name} is retired; make a new version`);
  const { digest } = spec as CompiledSpec;
  refuseScaffold(domain, name);
  await setStatus(join(domain.path, name, "spec.json"));
  await writeRecords(join(domain.path, RELEASED_FILE), { ...records, [name]: { digest, files } });
  io.stdout.write(`${domainId} ${name} is released: ${digest}\n`);
  return 0;
}

/** Versions that were released before there was a record of them. */
function recordsOf({ versions }: DomainFolder, except: string): ReleaseRecords {
  const others = versions.filter(({ status, version }) => status === "released" && version !== except);
  return Object.fromEntries(
    others.map(({ version, spec, files }) => [version, { digest: (spec as CompiledSpec).digest, files }]),
  );
}

function refuseScaffold({ path }: DomainFolder, version: string): void {
  const { files } = readPackage(join(path, version));
  const words = readSpecFile(join(path, "domain.json"), "domain.schema.json");
  const errors = [...[...lintScaffold(words.value)].map((found) => words.error(found)), ...scaffoldErrors(files)];
  if (errors.length > 0) throw new InvalidSpecs(errors);
}

async function setStatus(path: string): Promise<void> {
  const edited = editSpec(await readFile(path, "utf8"), { status: "released" });
  await writeAtomically(path, edited as string);
}

async function writeRecords(path: string, records: ReleaseRecords): Promise<void> {
  const versions = Object.entries(records).sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  const content = { $schema: "../released.schema.json", versions: Object.fromEntries(versions) };
  const text = formatJson(content as unknown as Json);
  if (existsSync(path)) await writeAtomically(path, text);
  else await writeFile(path, text, { flag: "wx" });
}
