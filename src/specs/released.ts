import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { isPortable } from "../engine/problems/portability.js";
import { digest } from "../json/digest.js";
import { isObject } from "../json/value.js";
import type { EffectKind } from "./diff/possible-effects.js";
import type { FileError } from "./file-error.js";
import type { LoadedVersion } from "./loaded-version.js";
import { filesOf, type PackageFiles, readSpecFile, type SpecFile } from "./spec-file.js";

/** What released.json says about one version. */
export interface ReleaseRecord {
  readonly digest: string;
  /** The hash of each file, by its path from the folder of the version; inherited ones are in another folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The version before, and what changed since; not for the first one. */
  readonly since?: string;
  readonly changes?: readonly ReleasedChange[];
}

/** One change, as it was computed at the release. */
export interface ReleasedChange {
  readonly pointer: string;
  readonly text: string;
  /** The effects that candidates have shown; "words" if it decides nothing, "unknown" if no effect was found. */
  readonly effects: readonly (EffectKind | "words" | "unknown")[];
  /** The first error of the new version about the witness of a breaking change. */
  readonly says?: string;
}

export type ReleaseNotes = Required<Pick<ReleaseRecord, "since" | "changes">>;

export type ReleaseRecords = Readonly<Record<string, ReleaseRecord>>;

export const RELEASED_FILE = "released.json";

/**
 * Undefined for a domain that has released nothing with `assay rules release` yet: none of its versions is compared.
 */
export function readReleased(domain: string): SpecFile | undefined {
  const path = join(domain, RELEASED_FILE);
  return existsSync(path) ? readSpecFile(path, "released.schema.json") : undefined;
}

/** Whether a version was released, so that it never changes again. */
export function isRecorded(domain: string, version: string): boolean {
  return Object.hasOwn(readReleased(domain)?.sound<ReleaseRecords>("/versions") ?? {}, version);
}

/** The properties of spec.json that may change after a release. */
const LIFECYCLE = ["$schema", "status", "deprecatedOn", "retiresOn"];

/** The hash of each file that can be read, which formatting and `rules retire` do not change. */
export function hashFiles(folder: string, files: PackageFiles): Record<string, string> {
  const hashed = filesOf(files).flatMap(({ path, value }): [string, string][] =>
    value === undefined || !isPortable(value)
      ? []
      : [[relative(folder, path).split(sep).join("/"), digest(withoutLifecycle(value))]],
  );
  return Object.fromEntries(hashed);
}

function withoutLifecycle(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !LIFECYCLE.includes(key)));
}

/**
 * Compares the versions of a domain with what was released. Words and examples may change: `reworded` are the files in
 * which only they did.
 */
export function compareReleased(
  domain: string,
  released: SpecFile,
  versions: readonly LoadedVersion[],
): { errors: FileError[]; reworded: string[] } {
  const errors: FileError[] = [];
  // Several versions may inherit one file.
  const differing = new Map<string, { readonly isNew: boolean; readonly versions: string[] }>();
  const reworded: string[] = [];
  const records = released.sound<ReleaseRecords>("/versions") ?? {};
  for (const loaded of versions) {
    const { domainId, version, status } = loaded;
    const folder = join(domain, version);
    const inStatus = (detail: string) =>
      errors.push(readSpecFile(join(folder, "spec.json"), "spec.schema.json").error({ pointer: "/status", detail }));
    const record = Object.hasOwn(records, version) ? records[version] : undefined;
    if (record === undefined) {
      if (status === "released")
        inStatus(`${RELEASED_FILE} does not have ${version}; run: assay rules release ${domainId} ${version}`);
      continue;
    }
    if (status === "draft") inStatus(`${version} was released; set its status to released, or to retired`);
    const changed = differingFiles(record.files, loaded.hashes);
    if (loaded.spec?.digest === record.digest) {
      reworded.push(...changed.map((file) => join(folder, file)));
      continue;
    }
    const decisive = changed.filter((file) => !/(^|\/)examples\//.test(file));
    for (const file of decisive) {
      const path = join(folder, file);
      const known = differing.get(path)?.versions ?? [];
      differing.set(path, { isNew: !Object.hasOwn(record.files, file), versions: [...known, version] });
    }
    if (decisive.length === 0 && loaded.spec !== undefined)
      errors.push(
        released.error({
          pointer: `/versions/${version}/digest`,
          detail: `is not that of the files, ${loaded.spec.digest}; restore ${RELEASED_FILE}`,
        }),
      );
  }
  const isChanged = (folder: string) =>
    [...differing.keys()].some((file) => resolve(file) === join(folder, "spec.json"));
  for (const [file, { isNew, versions: names }] of differing) {
    const bases = file === join(domain, names[0] as string, "spec.json") ? basesOf(versions, names[0] as string) : [];
    // It is compared together with what it inherits.
    if (bases.some(isChanged)) continue;
    const inherits =
      bases.length === 0 ? "" : `, or spec.json of ${bases.map((base) => relative(domain, base)).join(", ")} does`;
    const detail = isNew
      ? `was added after the release of ${names.join(", ")}; remove it, and add it to a new version instead`
      : `differs from what was released as ${names.join(", ")}${inherits}; restore it, and change a new version instead`;
    errors.push({ file, pointer: "", detail });
  }
  return { errors, reworded: [...new Set(reworded)] };
}

function basesOf(versions: readonly LoadedVersion[], name: string): readonly string[] {
  return versions.find(({ version }) => version === name)?.bases ?? [];
}

/** What changed in each version, where it was recorded. */
export function releaseNotes(released: SpecFile | undefined): Record<string, ReleaseNotes> {
  const records = Object.entries(released?.sound<ReleaseRecords>("/versions") ?? {});
  return Object.fromEntries(
    records.flatMap(([version, { since, changes }]) =>
      since === undefined || changes === undefined ? [] : [[version, { since, changes }]],
    ),
  );
}

/** Released versions whose folders are gone. */
export function deletedVersions(released: SpecFile, names: readonly string[]): FileError[] {
  return Object.keys(released.sound<ReleaseRecords>("/versions") ?? {})
    .filter((version) => !names.includes(version))
    .map((version) =>
      released.error({
        pointer: `/versions/${version}`,
        detail: `the folder of ${version} is missing; restore it, and set its status to retired to end it`,
      }),
    );
}

export function differingFiles(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}
