import type { FileError } from "../../src/ground/files/file-error.js";
import { tryLoadSpecs } from "../../src/specs/load-specs.js";
import { RulesFolder } from "../support/rules-folder.js";

export const VERSION = "generator-option/v1";
export const SPEC = `${VERSION}/spec.json`;
export const SHAPE = `${VERSION}/candidate.schema.json`;
export const BASE = `${VERSION}/examples/city-weather.json`;
export const FREE = `${VERSION}/rules/generator-id-is-free.json`;
export const OWNER_ID = `${VERSION}/rules/owner-id-has-no-white-space.json`;
export const OWNER_KIND = `${VERSION}/rules/owner-kind-is-allowed.json`;
export const STRATEGIES = `${VERSION}/rules/supported-strategies-are-known.json`;

export async function errorsOf(breakRules: (rules: RulesFolder) => void): Promise<FileError[]> {
  const rules = new RulesFolder();
  breakRules(rules);
  return await rules.errors();
}

export const reported = (file: string, pointer: string, detail: RegExp) =>
  expect.objectContaining({ file, pointer, detail: expect.stringMatching(detail) });

/**
 * Records the versions of rollout plans as they are, as `rules release` does for those without
 * errors.
 */
export async function recordVersions(rules: RulesFolder): Promise<void> {
  const { versions } = await tryLoadSpecs(rules.dir);
  const records = versions.map(({ version, spec, hashes: files }) => [
    version,
    { digest: spec?.digest, files },
  ]);
  const $schema = "../../../rules/released.schema.json";
  rules.write("rollout-plan/released.json", { $schema, versions: Object.fromEntries(records) });
}
