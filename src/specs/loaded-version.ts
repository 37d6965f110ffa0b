import type { CompiledSpec } from "../engine/compile-spec.js";
import type { SpecStatus } from "../engine/grammar.js";
import type { FileError } from "./file-error.js";
import type { PackageFiles } from "./spec-file.js";

/** A version that was read, with all that is wrong with it. */
export interface LoadedVersion {
  readonly folder: string;
  readonly domainId: string;
  readonly version: string;
  /** Undefined where it cannot be read. */
  readonly status: SpecStatus | undefined;
  /** Undefined after an error. */
  readonly spec: CompiledSpec | undefined;
  /** Its files as they were read, with those that it inherits. */
  readonly sources: PackageFiles;
  /** The folders of the versions that it extends, the nearest first. */
  readonly bases: readonly string[];
  /** The hash of each file, by its path from the folder of the version. */
  readonly files: Readonly<Record<string, string>>;
  readonly errors: readonly FileError[];
}

/** The highest version below another that was released. */
export function versionBefore(name: string, versions: readonly LoadedVersion[]): LoadedVersion | undefined {
  return versions
    .filter((one) => one.status !== "draft" && numberOf(one) < numberOf({ version: name }))
    .sort((one, other) => numberOf(one) - numberOf(other))
    .at(-1);
}

export function numberOf({ version }: { readonly version: string }): number {
  return Number(version.slice(1));
}
