import { join } from "node:path";
import type { FileError } from "../../../src/ground/files/file-error.js";
import { compilePackage } from "../../../src/specs/compile-package.js";
import { readPackage } from "../../../src/specs/read-package.js";
import { tryPackage } from "../../../src/workshop/examples/try-package.js";
import { lintPackage } from "../../../src/workshop/lint/lint-package.js";
import { searchPackage } from "../../../src/workshop/probes/search-package.js";
import type { RulesFolder } from "../../support/rules-folder.js";

/** The stages of `rules check`, in their order: each looks only at what the stages before it have passed. */
export type Stage = "files" | "lint" | "base" | "examples" | "search" | "warning";

export interface Caught {
  readonly stage: Stage | "none";
  readonly errors: readonly FileError[];
  readonly warnings: readonly FileError[];
}

/** Which stage refuses a package, and what it says. */
export async function caughtIn({ dir, domain }: RulesFolder): Promise<Caught> {
  const folder = join(dir, domain, "v1");
  const { files, errors: unread } = readPackage(folder);
  const { spec, errors: uncompiled } = compilePackage(domain, "v1", files);
  const caught = (stage: Stage, errors: readonly FileError[]) => ({ stage, errors, warnings: [] });
  if (unread.length + uncompiled.length > 0) return caught("files", [...unread, ...uncompiled]);
  const lint = lintPackage(spec, files);
  if (lint.length > 0) return caught("lint", lint);
  const failures = await tryPackage(spec, files, true, []);
  const base = join("examples", `${spec.source.settings.base}.json`);
  if (failures.length > 0) return caught(failures[0]?.file.endsWith(base) ? "base" : "examples", failures);
  const { errors, warnings } = await searchPackage({ spec, files, folder, version: "v1" });
  const stage = errors.length > 0 ? "search" : warnings.length > 0 ? "warning" : "none";
  return { stage, errors, warnings };
}
