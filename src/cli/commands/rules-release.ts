import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { errorLines, type FileError, InvalidSpecs } from "../../ground/files/file-error.js";
import type { Json } from "../../ground/json/value.js";
import { countedNoun } from "../../ground/text/quote.js";
import { visible } from "../../ground/text/visible.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { compileVersion } from "../../specs/load-specs.js";
import { versionBefore, versionNumber } from "../../specs/names.js";
import { readPackage } from "../../specs/read-package.js";
import {
  isDraft,
  type LoadedVersion,
  RELEASED_FILE,
  readReleased,
} from "../../specs/read-specs.js";
import {
  hashFiles,
  type ReleasedChange,
  type ReleaseRecords,
  readRecords,
} from "../../specs/release-records.js";
import { pathToSchema, readSpecFile } from "../../specs/spec-file.js";
import { lintScaffold } from "../../specs/unfinished-texts.js";
import { checkVersion } from "../../workshop/check-version.js";
import {
  breakingChanges,
  type ClassifiedChange,
  diffVersions,
  type VersionDiff,
} from "../../workshop/diff/diff-versions.js";
import { lintPackage } from "../../workshop/lint/lint-package.js";
import { CommandError, type RunCommand } from "../command.js";
import { type DomainFolder, editSpecFile, findVersion, openDomain } from "../domain-folder.js";
import { type Io, writeAtomically } from "../io.js";
import { diffText } from "../report/diff-report.js";
import { writeStyled } from "../report/terminal.js";

export const run: RunCommand = async ([domainId = "", name = ""], options, io) => {
  const { rules, "accept-changes": accepts = false } = options;
  // This command adds the version to released.json, so its absence there is not an error.
  const isAbsence = ({ file, pointer }: FileError) =>
    pointer === "/status" && file.endsWith(join(domainId, name, "spec.json"));
  const domain = await openDomain(domainId, rules, io, [name], isAbsence, (read) =>
    read.version === name ? checkVersion(read) : compileVersion(read),
  );
  const loaded = findVersion(domain, name);
  const { spec, status } = loaded;
  const released = readReleased(domain.path);
  const records = released === undefined ? collectRecords(domain, name) : readRecords(released);
  if (records.has(name))
    throw new CommandError(
      `${domainId} ${name} is released already, and never changes again; make a new version`,
    );
  if (status === "retired")
    throw new CommandError(`${domainId} ${name} is retired; make a new version`);
  const { digest } = spec as CompiledSpec;
  refuseUnfinished(domain, loaded);
  for (const line of errorLines(loaded.warnings ?? []))
    io.stderr.write(`warning: ${visible(line)}\n`);
  const previous = versionBefore(name, domain.versions, isDraft)?.spec;
  const diff = previous && (await diffVersions(previous, spec as CompiledSpec));
  if (diff !== undefined && !mayRelease(diff, accepts, io)) return 1;
  const folder = join(domain.path, name);
  await editSpecFile(join(folder, "spec.json"), { status: "released" });
  const hashes = hashFiles(folder, readPackage(folder).files);
  const record = {
    digest,
    files: hashes,
    ...(diff && { since: diff.before, changes: diff.changes.map(toReleased) }),
  };
  await writeRecords(join(domain.path, RELEASED_FILE), new Map([...records, [name, record]]));
  io.stdout.write(`${domainId} ${name} is released: ${digest}\n`);
  return 0;
};

/**
 * Prints the changes. False if one may refuse what was valid, and the maintainer has not accepted
 * that.
 */
function mayRelease(diff: VersionDiff, accepts: boolean, io: Io): boolean {
  writeStyled(io.stdout, io, (style) => `${diffText(diff, style)}\n`);
  if (diff.changes.every(({ decides }) => !decides)) {
    const changed = diff.changes.length === 0 ? "nothing has changed" : "only words have changed";
    io.stderr.write(`note: ${changed}: ${diff.after} decides like ${diff.before}\n`);
  }
  const breaking = breakingChanges(diff).length;
  if (breaking === 0 || accepts) return true;
  const what = `${diff.after} may refuse candidates that ${diff.before} accepts, by ${countedNoun(breaking, "change")}`;
  io.stderr.write(`${what}; if that is intended, run it again with --accept-changes\n`);
  return false;
}

function toReleased({ pointer, text, accepts, witnesses }: ClassifiedChange): ReleasedChange {
  const says = witnesses.find(({ shows }) => shows === "refused")?.after.errors[0]?.message;
  return { pointer, text, accepts, ...(says !== undefined && { says }) };
}

/** Records of versions that were released before there was a released.json. */
function collectRecords({ versions }: DomainFolder, except: string): ReleaseRecords {
  const others = versions.filter(
    ({ status, version }) => status === "released" && version !== except,
  );
  return new Map(
    others.map(({ version, spec, hashes }) => [
      version,
      { digest: (spec as CompiledSpec).digest, files: hashes },
    ]),
  );
}

/** Refuses what a draft may have and a released version may not. */
function refuseUnfinished({ path }: DomainFolder, loaded: LoadedVersion): void {
  const words = readSpecFile(join(path, "domain.json"), "domain.schema.json");
  const scaffold = [...lintScaffold(words.value)].map((flaw) => words.error(flaw));
  const found = lintPackage(loaded.spec as CompiledSpec, loaded.files, false);
  const errors = [...scaffold, ...found.filter(({ isWarning }) => !isWarning)];
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
