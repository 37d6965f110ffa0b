import { join, relative, resolve, sep } from "node:path";
import { isPortable } from "../engine/problems/portability.js";
import { errorOfFile, type FileError } from "../ground/files/file-error.js";
import { digest } from "../ground/json/digest.js";
import { groupBy } from "../ground/json/group-by.js";
import { isObject } from "../ground/json/value.js";
import { type LoadedVersion, RELEASED_FILE, type ReadDomain, readReleased } from "./read-specs.js";
import { listFiles, type PackageFiles, type SpecFile } from "./spec-file.js";

/**
 * What a change does to the candidates that a version accepts: it accepts no more and perhaps less,
 * no less and perhaps more, perhaps both, or the same; or only the package of a candidate may
 * differ. When in doubt it is "either".
 */
export type Direction = "less" | "more" | "either" | "same" | "package";

/** What released.json says about one version. */
interface ReleaseRecord {
  readonly digest: string;
  /**
   * The hash of each file, by its path from the folder of the version; inherited ones are in
   * another folder.
   */
  readonly files: Readonly<Record<string, string>>;
  /** The version before, and the changes since then; not for the first version. */
  readonly since?: string;
  readonly changes?: readonly ReleasedChange[];
}

/** One change, as it was classified at the release. */
export interface ReleasedChange {
  readonly pointer: string;
  readonly text: string;
  readonly accepts: Direction;
  /**
   * The first error that the new version reports for an example that the version before accepted.
   */
  readonly says?: string;
}

export type ReleaseNotes = Required<Pick<ReleaseRecord, "since" | "changes">>;

/** By version. */
export type ReleaseRecords = ReadonlyMap<string, ReleaseRecord>;

/** The records in released.json; none if it is missing or has errors. */
export function readRecords(released: SpecFile | undefined): ReleaseRecords {
  return new Map(Object.entries(released?.sound<Record<string, ReleaseRecord>>("/versions") ?? {}));
}

/** Whether released.json has a version, which then never changes again. */
export function isRecorded(domain: string, version: string): boolean {
  return readRecords(readReleased(domain)).has(version);
}

/** The properties of spec.json that may change after a release. */
const LIFECYCLE_KEYS = ["$schema", "status", "deprecatedOn", "retiresOn"];

/**
 * The hash of each readable file, by its path from `folder`. Neither formatting nor `rules retire`
 * changes a hash.
 */
export function hashFiles(folder: string, files: PackageFiles): Record<string, string> {
  const readable = listFiles(files).filter(({ value }) => value !== undefined && isPortable(value));
  const nameOf = (path: string) => relative(folder, path).split(sep).join("/");
  return Object.fromEntries(
    readable.map(({ path, value }) => [nameOf(path), digest(withoutLifecycle(value))]),
  );
}

function withoutLifecycle(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !LIFECYCLE_KEYS.includes(key)));
}

/**
 * A file of a version that is not as it was released. Several versions may inherit the same file.
 */
interface DifferingFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly loaded: LoadedVersion;
}

/**
 * Compares a domain with its released.json; without one, there is nothing to compare. In `reworded`
 * files, only words or examples have changed, which is allowed.
 */
export function compareReleased(
  { folder: domain, names, released }: ReadDomain,
  versions: readonly LoadedVersion[],
): { errors: FileError[]; reworded: string[] } {
  if (released === undefined) return { errors: [], reworded: [] };
  const errors = [...released.errors, ...deletedVersions(released, names)];
  const differing: DifferingFile[] = [];
  const reworded: string[] = [];
  const records = readRecords(released);
  for (const loaded of versions) {
    const { version } = loaded;
    const folder = join(domain, version);
    const record = records.get(version);
    errors.push(...statusErrors(loaded, record));
    if (record === undefined) continue;
    const changed = differingFiles(record.files, loaded.hashes);
    if (loaded.spec?.digest === record.digest) {
      reworded.push(...changed.map((file) => join(folder, file)));
      continue;
    }
    const decisive = changed.filter((file) => !/(^|\/)examples\//.test(file));
    for (const file of decisive)
      differing.push({
        path: join(folder, file),
        isNew: !Object.hasOwn(record.files, file),
        loaded,
      });
    if (decisive.length > 0 || loaded.spec === undefined) continue;
    const detail = `is not that of the files, ${loaded.spec.digest}; restore ${RELEASED_FILE}`;
    errors.push(released.error({ pointer: `/versions/${version}/digest`, detail }));
  }
  errors.push(...differingErrors(domain, differing));
  return { errors, reworded: [...new Set(reworded)] };
}

function* statusErrors(
  { domainId, version, status, files }: LoadedVersion,
  record: ReleaseRecord | undefined,
): Generator<FileError> {
  const inStatus = (detail: string) => files.spec.error({ pointer: "/status", detail });
  if (record === undefined && status === "released")
    yield inStatus(
      `${RELEASED_FILE} does not have ${version}; run: assay rules release ${domainId} ${version}`,
    );
  if (record !== undefined && status === "draft")
    yield inStatus(`${version} was released; set its status to released, or to retired`);
}

function* differingErrors(
  domain: string,
  differing: readonly DifferingFile[],
): Generator<FileError> {
  const byPath = groupBy(differing, ({ path }) => path);
  const isDiffering = (folder: string) =>
    [...byPath.keys()].some((path) => resolve(path) === join(folder, "spec.json"));
  for (const [path, files] of byPath) {
    const names = files.map(({ loaded }) => loaded.version).join(", ");
    const own = files.filter(({ loaded }) => path === join(domain, loaded.version, "spec.json"));
    const bases = own.flatMap(({ loaded }) => loaded.bases);
    // The hash of a spec.json includes those that it extends. If one of these differs, that one is
    // reported.
    if (bases.some(isDiffering)) continue;
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
export function releaseNotes(released: SpecFile | undefined): Record<string, ReleaseNotes> {
  return Object.fromEntries(
    [...readRecords(released)].flatMap(([version, { since, changes }]) =>
      since === undefined || changes === undefined ? [] : [[version, { since, changes }]],
    ),
  );
}

/** An error for each released version whose folder is missing. */
function deletedVersions(released: SpecFile, names: readonly string[]): FileError[] {
  return [...readRecords(released).keys()]
    .filter((version) => !names.includes(version))
    .map((version) => {
      const detail = `the folder of ${version} is missing; restore it, and set its status to retired to end it`;
      return released.error({ pointer: `/versions/${version}`, detail });
    });
}

/** The files whose hashes differ, including those that only one side has. */
function differingFiles(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}
