import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { Json } from "../../json/value.js";
import { searchPackage } from "../../specs/check/search-package.js";
import {
  type ClassifiedChange,
  diffVersions,
  unannounced,
  unwitnessed,
  type VersionDiff,
  withAnnounced,
} from "../../specs/diff/diff-versions.js";
import { errorLines, InvalidSpecs } from "../../specs/file-error.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { lintScaffold, scaffoldErrors } from "../../specs/lint/lint-package.js";
import { versionNumber } from "../../specs/names.js";
import { readPackage } from "../../specs/read-package.js";
import { RELEASED_FILE, readReleased, versionBefore } from "../../specs/read-specs.js";
import { hashFiles, type ReleasedChange, type ReleaseRecords } from "../../specs/released.js";
import { type PackageFiles, pathToSchema, readSpecFile } from "../../specs/spec-file.js";
import { visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import { announcement, diffText, unwitnessedNotes } from "../diff/report-diff.js";
import { type DomainFolder, openDomain, versionOf } from "../domain-folder.js";
import { editSpec } from "../edit-spec.js";
import type { Io } from "../io.js";
import { writeStyled } from "../report/colors.js";
import { writeAtomically } from "../write-atomically.js";

export async function run(
  [domainId = "", name = ""]: readonly string[],
  { announce, strict, rules }: { readonly announce?: boolean; readonly strict?: boolean; readonly rules?: string },
  io: Io,
): Promise<number> {
  // This command adds the version to released.json, so its absence there is not an error.
  const domain = await openDomain(
    domainId,
    rules,
    io,
    [name],
    ({ file, pointer }) => pointer === "/status" && file.endsWith(join(domainId, name, "spec.json")),
  );
  const { spec, status, files } = versionOf(domain, name);
  const records = readReleased(domain.path)?.sound<ReleaseRecords>("/versions") ?? recordsOf(domain, name);
  if (Object.hasOwn(records, name))
    throw new CommandError(`${domainId} ${name} is released already, and never changes again; make a new version`);
  if (status === "retired") throw new CommandError(`${domainId} ${name} is retired; make a new version`);
  const { digest, source } = spec as CompiledSpec;
  refuseScaffold(domain, files);
  const { errors, warnings } = await searchPackage(spec as CompiledSpec, files, false);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  for (const line of errorLines(warnings)) io.stderr.write(`warning: ${visible(line)}\n`);
  const diff = await diffSince(domain, name);
  if (diff !== undefined && !mayRelease(diff, announce === true, strict === true, io)) return 1;
  const folder = join(domain.path, name);
  await setStatus(join(folder, "spec.json"), [...(source.spec.breaks ?? []), ...unannouncedPointers(diff)]);
  const hashes = hashFiles(folder, readPackage(folder).files);
  const record = { digest, files: hashes, ...(diff && { since: diff.before, changes: diff.changes.map(toReleased) }) };
  await writeRecords(join(domain.path, RELEASED_FILE), { ...records, [name]: record });
  io.stdout.write(`${domainId} ${name} is released: ${digest}\n`);
  return 0;
}

/** Prints the changes. False if an unannounced change is breaking or, if `strict`, a change has no witness. */
function mayRelease(diff: VersionDiff, announce: boolean, strict: boolean, io: Io): boolean {
  const [breaking, unknown] = [unannounced(diff), unwitnessed(diff)];
  writeStyled(io.stdout, io, (style) => `${diffText(announce ? withAnnounced(diff) : diff, style)}\n`);
  if (diff.changes.every(({ decides }) => !decides)) {
    const changed = diff.changes.length === 0 ? "nothing has changed" : "only words have changed";
    io.stderr.write(`note: ${changed}: ${diff.after} decides like ${diff.before}\n`);
  }
  io.stderr.write(unwitnessedNotes(unknown));
  if (breaking.length > 0 && !announce) io.stderr.write(announcement(diff.after, breaking));
  if (breaking.length > 0 && announce)
    io.stdout.write(`added to "breaks" of ${diff.after}: ${unannouncedPointers(diff).join(", ")}\n`);
  return (breaking.length === 0 || announce) && !(strict && unknown.length > 0);
}

/** The changes since the version before; undefined for the first version. */
async function diffSince({ versions }: DomainFolder, name: string): Promise<VersionDiff | undefined> {
  const previous = versionBefore(name, versions);
  const own = versions.find(({ version }) => version === name);
  if (previous === undefined) return undefined;
  return diffVersions(previous.spec as CompiledSpec, own?.spec as CompiledSpec);
}

function toReleased({ pointer, text: words, effects, decides, outOfReach }: ClassifiedChange): ReleasedChange {
  const text = outOfReach === undefined ? words : `${words}; ${outOfReach}`;
  const kinds = effects.map(({ kind }) => kind);
  const says = effects.find(({ kind }) => kind === "breaking")?.after.errors[0]?.message;
  const none = [decides ? "unknown" : "words"] as const;
  return { pointer, text, effects: kinds.length > 0 ? kinds : none, ...(says !== undefined && { says }) };
}

/** Records of versions that were released before there was a released.json. */
function recordsOf({ versions }: DomainFolder, except: string): ReleaseRecords {
  const others = versions.filter(({ status, version }) => status === "released" && version !== except);
  return Object.fromEntries(
    others.map(({ version, spec, hashes }) => [version, { digest: (spec as CompiledSpec).digest, files: hashes }]),
  );
}

function refuseScaffold({ path }: DomainFolder, files: PackageFiles): void {
  const words = readSpecFile(join(path, "domain.json"), "domain.schema.json");
  const errors = [...[...lintScaffold(words.value)].map((flaw) => words.error(flaw)), ...scaffoldErrors(files)];
  if (errors.length > 0) throw new InvalidSpecs(errors);
}

/** The pointers of breaking changes that are not announced. */
function unannouncedPointers(diff: VersionDiff | undefined): string[] {
  return diff === undefined ? [] : [...new Set(unannounced(diff).map(({ pointer }) => pointer))];
}

async function setStatus(path: string, breaks: string[]): Promise<void> {
  const changes = { status: "released", ...(breaks.length > 0 && { breaks }) };
  const edited = editSpec(await readFile(path, "utf8"), changes);
  await writeAtomically(path, edited as string);
}

async function writeRecords(path: string, records: ReleaseRecords): Promise<void> {
  const versions = Object.entries(records).sort(([a], [b]) => versionNumber(a) - versionNumber(b));
  const content = { $schema: pathToSchema(path, "released.schema.json"), versions: Object.fromEntries(versions) };
  const text = formatSpecValue(content as unknown as Json);
  if (existsSync(path)) await writeAtomically(path, text);
  else await writeFile(path, text, { flag: "wx" });
}
