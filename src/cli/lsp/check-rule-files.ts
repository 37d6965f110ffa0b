import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { listErrors, tryLoadSpecs } from "../../specs/load-specs.js";
import { isJunkFile, listFolders } from "../../specs/rules-folder.js";
import { SCHEMA_POINTER } from "../../specs/spec-file.js";
import { checkVersion } from "../../workshop/check-version.js";
import type { OpenDocument, RuleError, RuleFile } from "./open-document.js";

/**
 * All errors of the version of a file: grammar, lint and examples. Rules are read from disk, so
 * unsaved texts are written into a copy of the domain. The other domains, which it may extend, are
 * links.
 */
export async function checkRuleFiles(
  { root, domainId, version }: RuleFile,
  openFiles: readonly OpenDocument[],
): Promise<RuleError[]> {
  const copy = mkdtempSync(join(tmpdir(), "assay-lsp-"));
  try {
    for (const id of existsSync(root) ? listFolders(root) : []) {
      const [source, target] = [join(root, id), join(copy, id)];
      if (id === domainId)
        cpSync(source, target, {
          recursive: true,
          // Links are followed, so that no unsaved text is written through one.
          dereference: true,
          filter: (path) => !isJunkFile(basename(path)),
        });
      else symlinkSync(source, target, "junction");
    }
    for (const { path, text } of openFiles) {
      const file = join(copy, relative(root, path));
      // The folder may be as new as the file.
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const loaded = await tryLoadSpecs([copy], {
      wanted: `${domainId}/${version}`,
      loadVersion: checkVersion,
    });
    const warnings = loaded.versions.flatMap((one) => one.warnings ?? []);
    // `$schema` leads beside the rules folder, where the copy has nothing.
    const errors = [...listErrors(loaded), ...warnings].filter(
      ({ pointer }) => pointer !== SCHEMA_POINTER,
    );
    return errors.map((error) => ({
      ...error,
      version,
      file: join(root, relative(copy, error.file)),
    }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
