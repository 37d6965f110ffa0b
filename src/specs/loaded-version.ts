import type { CompiledSpec } from "../engine/compile-spec.js";
import type { SpecStatus } from "../engine/grammar.js";
import type { FileError } from "./file-error.js";
import { byVersion } from "./names.js";
import type { PackageFiles } from "./spec-file.js";

/** A version that was read, with all its errors. */
export interface LoadedVersion {
  readonly folder: string;
  readonly domainId: string;
  readonly version: string;
  /** Undefined if spec.json does not say it. */
  readonly status: SpecStatus | undefined;
  /** Undefined if there are errors. */
  readonly spec: CompiledSpec | undefined;
  /** The files of the version, including those that it inherits. */
  readonly sources: PackageFiles;
  /** The folders of the versions that it extends, the nearest first. */
  readonly bases: readonly string[];
  /** The hash of each file, by its path from the folder of the version. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly errors: readonly FileError[];
}

/** The highest version below the named one that was released; undefined for the first. */
export function versionBefore(version: string, versions: readonly LoadedVersion[]): LoadedVersion | undefined {
  return versions
    .filter((other) => other.status !== "draft" && byVersion(other, { version }) < 0)
    .toSorted(byVersion)
    .at(-1);
}
