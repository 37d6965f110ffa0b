import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { errorLines, InvalidSpecs } from "../../ground/files/file-error.js";
import type { Json } from "../../ground/json/value.js";
import { countedNoun } from "../../ground/text/quote.js";
import { visible } from "../../ground/text/visible.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { compileVersion } from "../../specs/load-specs.js";
import { findVersionBefore, versionNumber } from "../../specs/names.js";
import { readPackage } from "../../specs/read-package.js";
import {
  isDraft,
  type LoadedVersion,
  RELEASED_FILE,
  readReleases,
} from "../../specs/read-specs.js";
import { hashFiles, type ReleaseRecords, readRecords } from "../../specs/release-records.js";
import { pathToSchema, readSpecFile } from "../../specs/spec-file.js";
import { findUnfinishedTexts } from "../../specs/unfinished-texts.js";
import { checkVersion } from "../../workshop/check-version.js";
import {
  breakingChanges,
  diffVersions,
  type VersionDiff,
} from "../../workshop/diff/diff-versions.js";
import { lintPackage } from "../../workshop/lint/lint-package.js";
import { CommandError, type RunCommand } from "../command.js";
import {
  type DomainFolder,
  editSpecFile,
  findVersion,
  loadDomainFolder,
} from "../domain-folder.js";
import { type Io, writeAtomically } from "../io.js";
import { writeDiffText } from "../report/diff-report.js";
import { writeStyled } from "../report/terminal.js";

export const run: RunCommand = async ([domainId = "", name = ""], options, io) => {
  const domain = await loadDomainFolder(domainId, io, {
    rules: options.rules,
    drafts: [name],
    loadVersion: (read) => (read.version === name ? checkVersion(read) : compileVersion(read)),
    // A version that says it is released, and is not in released.json: this command adds it.
    isExpected: ({ file, pointer }) =>
      pointer === "/status" && file.endsWith(join(domainId, name, "spec.json")),
  });
  const version = findVersion(domain, name);
  const spec = version.spec as CompiledSpec;
  const released = readReleases(domain.path);
  const records = released === undefined ? collectRecords(domain, name) : readRecords(released);
  if (records.has(name))
    throw new CommandError(
      `${domainId} ${name} is released already, and never changes again; make a new version`,
    );
  if (version.status === "retired")
    throw new CommandError(`${domainId} ${name} is retired; make a new version`);
  rejectUnfinished(domain, version);
  for (const line of errorLines(version.warnings ?? []))
    io.stderr.write(`warning: ${visible(line)}\n`);
  const previous = findVersionBefore(name, domain.versions, isDraft)?.spec;
  const diff = previous && (await diffVersions(previous, spec));
  if (diff !== undefined) {
    reportChanges(diff, io);
    const breaking = breakingChanges(diff).length;
    if (breaking > 0 && options["accept-changes"] !== true) {
      const risk = `${diff.after} may refuse candidates that ${diff.before} accepts, by ${countedNoun(breaking, "change")}`;
      io.stderr.write(`${risk}; if that is intended, run it again with --accept-changes\n`);
      return 1;
    }
  }
  const folder = join(domain.path, name);
  await editSpecFile(folder, { status: "released" });
  const record = {
    digest: spec.digest,
    files: hashFiles(folder, readPackage(folder).files),
    ...(diff && { since: diff.before, changes: listReleasedChanges(diff) }),
  };
  await writeRecords(join(domain.path, RELEASED_FILE), new Map([...records, [name, record]]));
  io.stdout.write(`${domainId} ${name} is released: ${spec.digest}\n`);
  return 0;
};

function reportChanges(diff: VersionDiff, io: Io): void {
  writeStyled(io.stdout, io, (style) => `${writeDiffText(diff, style)}\n`);
  if (diff.changes.some(({ decides }) => decides)) return;
  const changed = diff.changes.length === 0 ? "nothing has changed" : "only words have changed";
  io.stderr.write(`note: ${changed}: ${diff.after} decides like ${diff.before}\n`);
}

function listReleasedChanges({ changes }: VersionDiff) {
  return changes.map(({ pointer, text, accepts, witnesses }) => {
    const refused = witnesses.find(({ shows }) => shows === "refused");
    const says = refused?.after.errors[0]?.message;
    return { pointer, text, accepts, ...(says !== undefined && { says }) };
  });
}

/** Records of the versions that were released before there was a released.json. */
function collectRecords({ versions }: DomainFolder, except: string): ReleaseRecords {
  const records: [string, { digest: string; files: Readonly<Record<string, string>> }][] = [];
  for (const { version, status, spec, hashes } of versions)
    if (status === "released" && version !== except)
      records.push([version, { digest: (spec as CompiledSpec).digest, files: hashes }]);
  return new Map(records);
}

/** Throws if there is something that a draft may have, and a released version may not. */
function rejectUnfinished({ path }: DomainFolder, version: LoadedVersion): void {
  const description = readSpecFile(join(path, "domain.json"), "domain.schema.json");
  const found = lintPackage(version.spec as CompiledSpec, version.files, false);
  const errors = [
    ...[...findUnfinishedTexts(description.value)].map((flaw) => description.error(flaw)),
    ...found.filter(({ isWarning }) => !isWarning),
  ];
  if (errors.length > 0) throw new InvalidSpecs(errors);
}

async function writeRecords(path: string, records: ReleaseRecords): Promise<void> {
  const versions = [...records].sort(([a], [b]) => versionNumber(a) - versionNumber(b));
  const content = {
    $schema: pathToSchema(path, "released.schema.json"),
    versions: Object.fromEntries(versions),
  };
  const text = formatSpecValue(content as unknown as Json);
  if (existsSync(path)) await writeAtomically(path, text);
  else await writeFile(path, text, { flag: "wx" });
}
