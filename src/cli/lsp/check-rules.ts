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
import { allErrors, openSpecs } from "../../specs/load-specs.js";
import { isLeftBehind, listFolders } from "../../specs/rules-folder.js";
import { SCHEMA_POINTER } from "../../specs/spec-file.js";
import { checkVersion } from "../../workshop/check-version.js";
import type { RuleError, RuleFile } from "./open-document.js";

/** A file whose version is checked, with the texts that the editor has not saved yet. */
interface RulesTask extends RuleFile {
  readonly unsaved: readonly { readonly path: string; readonly text: string }[];
}

/**
 * All errors of a version: grammar, lint and examples. Rules are read from files, so unsaved texts
 * are written into a copy of the domain. The other domains, which it may extend, are links.
 */
export async function checkRuleFiles(task: RulesTask): Promise<RuleError[]> {
  const { root, domainId, version, unsaved } = task;
  const copy = mkdtempSync(join(tmpdir(), "assay-lsp-"));
  try {
    for (const id of existsSync(root) ? listFolders(root) : []) {
      // A link within the domain is copied as a folder: unsaved texts must not be written through
      // it.
      const options = {
        recursive: true,
        dereference: true,
        filter: (path: string) => !isLeftBehind(basename(path)),
      };
      if (id === domainId) cpSync(join(root, id), join(copy, id), options);
      else symlinkSync(join(root, id), join(copy, id), "junction");
    }
    for (const { path, text } of unsaved) {
      const file = join(copy, relative(root, path));
      // The folder may be as new as the file.
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    // An error of `$schema` is left out: the schemas are beside the rules folder, not beside the
    // copy.
    const loaded = await openSpecs([copy], {
      wanted: `${domainId}/${version}`,
      loadVersion: checkVersion,
    });
    return [...allErrors(loaded), ...loaded.versions.flatMap(({ warnings = [] }) => warnings)]
      .filter(({ pointer }) => pointer !== SCHEMA_POINTER)
      .map((error) => ({ ...error, version, file: join(root, relative(copy, error.file)) }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
