import type { SpecFile } from "./spec-file.js";

/** The files of one version. Rules and examples go by the names of their files. */
export interface PackageFiles {
  readonly spec: SpecFile;
  readonly shape: SpecFile;
  readonly rules: ReadonlyMap<string, SpecFile>;
  readonly examples: ReadonlyMap<string, SpecFile>;
}

export function filesOf({ spec, shape, rules, examples }: PackageFiles): SpecFile[] {
  return [spec, shape, ...rules.values(), ...examples.values()];
}
