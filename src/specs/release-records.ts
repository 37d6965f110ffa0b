import { join, relative, resolve, sep } from "node:path";
import { isPortable } from "../engine/problems/portability.js";
import { errorOfFile, type FileError } from "../ground/files/file-error.js";
import { digest } from "../ground/json/digest.js";
import { groupBy } from "../ground/json/group-by.js";
import { isObject } from "../ground/json/value.js";
import { type LoadedVersion, type RawDomain, RELEASED_FILE, readReleases } from "./read-specs.js";
import { listPackageFiles, type PackageFiles, type SpecFile } from "./spec-file.js";

/**
 * What a later version accepts, compared with an earlier one:
 *
 * - `less`: it refuses some candidates that were valid, and accepts none that was refused
 * - `more`: the other way round
 * - `either`: perhaps both. This is the answer in doubt
 * - `same`: the same candidates, with the same packages
 * - `package`: the same candidates, but some packages may differ
 */
export type Acceptance = "less" | "more" | "either" | "same" | "package";

/** What released.json says about one version. */
interface ReleaseRecord {
  readonly digest: string;
  /** The hash of each file, inherited ones too, by its path from the folder of the version. */
  readonly files: Readonly<Record<string, string>>;
  /** The version before, and the changes since then; not for the first version. */
  readonly since?: string;
  readonly changes?: readonly ReleasedChange[];
}

export interface ReleasedChange {
  readonly pointer: string;
  readonly text: string;
  readonly accepts: Acceptance;
  /** The first error that the new version reports for an example that was valid before. */
  readonly says?: string;
}

export type ReleaseNotes = Required<Pick<ReleaseRecord, "since" | "changes">>;

export type ReleaseRecords = ReadonlyMap<string, ReleaseRecord>;

/** The records in released.json; none if it is missing or has errors. */
export function readRecords(released: SpecFile | undefined): ReleaseRecords {
  const versions = released?.validValue<Record<string, ReleaseRecord>>("/versions");
  return new Map(Object.entries(versions ?? {}));
}

/** Whether released.json has a version, which then never changes again. */
export function isReleased(domain: string, version: string): boolean {
  return readRecords(readReleases(domain)).has(version);
}

/** The properties of spec.json that may change after a release. */
const LIFECYCLE_KEYS = ["$schema", "status", "deprecatedOn", "retiresOn"];

/**
 * The hash of each readable file, by its path from `folder`. Neither formatting nor `rules retire`
 * changes a hash.
 */
export function hashFiles(folder: string, files: PackageFiles): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const { path, value } of listPackageFiles(files)) {
    if (value === undefined || !isPortable(value)) continue;
    const entries = isObject(value) ? Object.entries(value) : undefined;
    const hashed = entries?.filter(([key]) => !LIFECYCLE_KEYS.includes(key));
    const name = relative(folder, path).split(sep).join("/");
    hashes[name] = digest(hashed === undefined ? value : Object.fromEntries(hashed));
  }
  return hashes;
}

/** A file of a released version that has changed. Several versions may inherit the same file. */
interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly loaded: LoadedVersion;
}

/**
 * Compares a domain with its released.json; without one, there is nothing to compare. In `reworded`
 * files, only texts or examples have changed, which is allowed.
 */
export function compareWithReleases(
  { folder: domain, folderNames, released }: RawDomain,
  versions: readonly LoadedVersion[],
): { errors: FileError[]; reworded: string[] } {
  if (released === undefined) return { errors: [], reworded: [] };
  const records = readRecords(released);
  const errors = [...released.errors];
  for (const version of records.keys()) {
    if (folderNames.includes(version)) continue;
    const detail = `the folder of ${version} is missing; restore it, and set its status to retired to end it`;
    errors.push(released.error({ pointer: `/versions/${version}`, detail }));
  }
  const changedFiles: ChangedFile[] = [];
  const reworded = new Set<string>();
  for (const loaded of versions) {
    const { version, spec } = loaded;
    const record = records.get(version);
    errors.push(...findStatusErrors(loaded, record));
    if (record === undefined) continue;
    let mayDecide = false;
    for (const file of listChangedFiles(record.files, loaded.hashes)) {
      const path = join(domain, version, file);
      if (spec?.digest === record.digest) reworded.add(path);
      else if (!/(^|\/)examples\//.test(file)) {
        mayDecide = true;
        changedFiles.push({ path, isNew: !Object.hasOwn(record.files, file), loaded });
      }
    }
    if (mayDecide || spec === undefined || spec.digest === record.digest) continue;
    const detail = `is not that of the files, ${spec.digest}; restore ${RELEASED_FILE}`;
    errors.push(released.error({ pointer: `/versions/${version}/digest`, detail }));
  }
  errors.push(...describeChangedFiles(domain, changedFiles));
  return { errors, reworded: [...reworded] };
}

function* findStatusErrors(
  { domainId, version, status, files }: LoadedVersion,
  record: ReleaseRecord | undefined,
): Generator<FileError> {
  let detail: string | undefined;
  if (record === undefined && status === "released")
    detail = `${RELEASED_FILE} does not have ${version}; run: assay rules release ${domainId} ${version}`;
  if (record !== undefined && status === "draft")
    detail = `${version} was released; set its status to released, or to retired`;
  if (detail !== undefined) yield files.spec.error({ pointer: "/status", detail });
}

function* describeChangedFiles(
  domain: string,
  changedFiles: readonly ChangedFile[],
): Generator<FileError> {
  const byPath = groupBy(changedFiles, ({ path }) => path);
  const changedPaths = new Set([...byPath.keys()].map((path) => resolve(path)));
  for (const [path, files] of byPath) {
    const names = files.map(({ loaded }) => loaded.version).join(", ");
    const own = files.filter(({ loaded }) => path === join(domain, loaded.version, "spec.json"));
    const bases = own.flatMap(({ loaded }) => loaded.bases);
    // The hash of a spec.json includes those that it extends. If one of these has changed, that one
    // is reported.
    if (bases.some((base) => changedPaths.has(join(base, "spec.json")))) continue;
    const inherits =
      bases.length === 0
        ? ""
        : `, or spec.json of ${bases.map((base) => relative(domain, base)).join(", ")} does`;
    const detail = files.every(({ isNew }) => isNew)
      ? `was added after the release of ${names}; remove it, and add it to a new version instead`
      : `differs from what was released as ${names}${inherits}; restore it, and change a new version instead`;
    yield errorOfFile(path, detail);
  }
}

/** By version: the changes since the version before, if they were recorded. */
export function readReleaseNotes(released: SpecFile | undefined): Record<string, ReleaseNotes> {
  const notes: Record<string, ReleaseNotes> = {};
  for (const [version, { since, changes }] of readRecords(released))
    if (since !== undefined && changes !== undefined) notes[version] = { since, changes };
  return notes;
}

/** The files whose hashes differ, including those that only one side has. */
function listChangedFiles(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}
