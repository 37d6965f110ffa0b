import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { errorLines, type FileError, InvalidSpecs } from "../../ground/files/file-error.js";
import type { Json } from "../../ground/json/value.js";
import { visible } from "../../ground/text/visible.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { versionBefore, versionNumber } from "../../specs/names.js";
import { readPackage } from "../../specs/read-package.js";
import { isDraft, type LoadedVersion, RELEASED_FILE, readReleased } from "../../specs/read-specs.js";
import { hashFiles, type ReleasedChange, type ReleaseRecords, readRecords } from "../../specs/release-records.js";
import { pathToSchema, readSpecFile } from "../../specs/spec-file.js";
import { lintScaffold } from "../../specs/unfinished-texts.js";
import {
  type ClassifiedChange,
  diffVersions,
  unannouncedChanges,
  unwitnessedChanges,
  type VersionDiff,
  withAnnounced,
} from "../../workshop/diff/diff-versions.js";
import { scaffoldErrors } from "../../workshop/lint/lint-package.js";
import { searchPackage, unviolatedRules } from "../../workshop/probes/search-package.js";
import { CommandError, type RunCommand } from "../command.js";
import { type DomainFolder, editSpecFile, findVersion, openDomain } from "../domain-folder.js";
import { type Io, writeAtomically } from "../io.js";
import { announcementAdvice, diffText, listPointers, unwitnessedNotes } from "../report/diff-report.js";
import { writeStyled } from "../report/terminal.js";

export const run: RunCommand = async ([domainId = "", name = ""], { announce, strict, rules }, io) => {
  // This command adds the version to released.json, so its absence there is not an error.
  const isAbsence = ({ file, pointer }: FileError) =>
    pointer === "/status" && file.endsWith(join(domainId, name, "spec.json"));
  const domain = await openDomain(domainId, rules, io, [name], isAbsence);
  const loaded = findVersion(domain, name);
  const { spec, status } = loaded;
  const released = readReleased(domain.path);
  const records = released === undefined ? collectRecords(domain, name) : readRecords(released);
  if (records.has(name))
    throw new CommandError(`${domainId} ${name} is released already, and never changes again; make a new version`);
  if (status === "retired") throw new CommandError(`${domainId} ${name} is retired; make a new version`);
  const { digest, source } = spec as CompiledSpec;
  refuseUnfinished(domain, loaded);
  const { errors, warnings } = await searchPackage(loaded);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  for (const line of errorLines(warnings)) io.stderr.write(`warning: ${visible(line)}\n`);
  const previous = versionBefore(name, domain.versions, isDraft)?.spec;
  const diff = previous && (await diffVersions(previous, spec as CompiledSpec));
  if (diff !== undefined && !mayRelease(diff, announce === true, strict === true, io)) return 1;
  const folder = join(domain.path, name);
  const added = listPointers(diff === undefined ? [] : unannouncedChanges(diff));
  const breaks = [...(source.settings.breaks ?? []), ...added];
  await editSpecFile(join(folder, "spec.json"), { status: "released", ...(breaks.length > 0 && { breaks }) });
  if (added.length > 0) io.stdout.write(`added to "breaks" of ${name}: ${added.join(", ")}\n`);
  const hashes = hashFiles(folder, readPackage(folder).files);
  const record = { digest, files: hashes, ...(diff && { since: diff.before, changes: diff.changes.map(toReleased) }) };
  await writeRecords(join(domain.path, RELEASED_FILE), new Map([...records, [name, record]]));
  io.stdout.write(`${domainId} ${name} is released: ${digest}\n`);
  return 0;
};

/** Prints the changes. False if an unannounced change is breaking or, if `isStrict`, a change has no witness. */
function mayRelease(diff: VersionDiff, isAnnouncing: boolean, isStrict: boolean, io: Io): boolean {
  const [breaking, unknown] = [unannouncedChanges(diff), unwitnessedChanges(diff)];
  const isAllowed = (breaking.length === 0 || isAnnouncing) && !(isStrict && unknown.length > 0);
  writeStyled(io.stdout, io, (style) => `${diffText(isAllowed ? withAnnounced(diff) : diff, style)}\n`);
  if (diff.changes.every(({ decides }) => !decides)) {
    const changed = diff.changes.length === 0 ? "nothing has changed" : "only words have changed";
    io.stderr.write(`note: ${changed}: ${diff.after} decides like ${diff.before}\n`);
  }
  io.stderr.write(unwitnessedNotes(unknown));
  if (breaking.length > 0 && !isAnnouncing) io.stderr.write(announcementAdvice(diff.after, breaking));
  return isAllowed;
}

function toReleased({ pointer, text: words, effects, decides, outOfReach, isEqual }: ClassifiedChange): ReleasedChange {
  const reason = isEqual ? "the patterns match the same strings" : outOfReach;
  const text = reason === undefined ? words : `${words}; ${reason}`;
  const kinds = effects.map(({ kind }) => kind);
  const says = effects.find(({ kind }) => kind === "breaking")?.after.errors[0]?.message;
  const none = [decides && !isEqual ? "unknown" : "words"] as const;
  return { pointer, text, effects: kinds.length > 0 ? kinds : none, ...(says !== undefined && { says }) };
}

/** Records of versions that were released before there was a released.json. */
function collectRecords({ versions }: DomainFolder, except: string): ReleaseRecords {
  const others = versions.filter(({ status, version }) => status === "released" && version !== except);
  return new Map(
    others.map(({ version, spec, hashes }) => [version, { digest: (spec as CompiledSpec).digest, files: hashes }]),
  );
}

/** Refuses what a draft may have and a released version may not. */
function refuseUnfinished({ path }: DomainFolder, loaded: LoadedVersion): void {
  const words = readSpecFile(join(path, "domain.json"), "domain.schema.json");
  const scaffold = [...lintScaffold(words.value)].map((flaw) => words.error(flaw));
  const errors = [...scaffold, ...scaffoldErrors(loaded.files), ...unviolatedRules(loaded)];
  if (errors.length > 0) throw new InvalidSpecs(errors);
}

async function writeRecords(path: string, records: ReleaseRecords): Promise<void> {
  const versions = [...records].sort(([a], [b]) => versionNumber(a) - versionNumber(b));
  const content = { $schema: pathToSchema(path, "released.schema.json"), versions: Object.fromEntries(versions) };
  const text = formatSpecValue(content as unknown as Json);
  if (existsSync(path)) await writeAtomically(path, text);
  else await writeFile(path, text, { flag: "wx" });
}
