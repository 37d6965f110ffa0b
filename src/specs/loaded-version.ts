import type { CompiledSpec } from "../engine/compile-spec.js";
import type { SpecStatus } from "../engine/grammar.js";
import type { FileError } from "./file-error.js";

/** A version that was read, with all that is wrong with it. */
export interface LoadedVersion {
  readonly folder: string;
  readonly domainId: string;
  readonly version: string;
  /** Undefined where it cannot be read. */
  readonly status: SpecStatus | undefined;
  /** Undefined after an error. */
  readonly spec: CompiledSpec | undefined;
  /** The hash of each file, by its path from the folder of the version. */
  readonly files: Readonly<Record<string, string>>;
  readonly errors: readonly FileError[];
}

/** The highest version below another that was released. */
export function versionBefore(name: string, versions: readonly LoadedVersion[]): LoadedVersion | undefined {
  const numberOf = (version: string) => Number(version.slice(1));
  return versions
    .filter(({ version, status }) => status !== "draft" && numberOf(version) < numberOf(name))
    .reduce<LoadedVersion | undefined>(
      (highest, one) => (highest === undefined || numberOf(one.version) > numberOf(highest.version) ? one : highest),
      undefined,
    );
}
