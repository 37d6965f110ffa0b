import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidSpecs } from "../../src/ground/files/file-error.js";
import { type Catalog, toDomain } from "../../src/specs/catalog.js";
import { compilePackage } from "../../src/specs/compile-package.js";
import { readPackage } from "../../src/specs/read-package.js";
import { listFolders } from "../../src/specs/rules-folder.js";

/**
 * What `loadSpecs` loads, without trying the examples: that takes most of the time, and other tests
 * do it.
 */
export function compiledSpecs(...dirs: string[]): Catalog {
  const domains = dirs.flatMap((dir) =>
    listFolders(dir).map((id) => ({ id, folder: join(dir, id) })),
  );
  return new Map(
    domains.map(({ id, folder }) => {
      const words = JSON.parse(readFileSync(join(folder, "domain.json"), "utf8"));
      const versions = listFolders(folder).map((version) => compiled(folder, id, version));
      return [id, toDomain(id, words, versions)];
    }),
  );
}

function compiled(folder: string, domainId: string, version: string) {
  const { files, errors: unread } = readPackage(join(folder, version));
  const { spec, errors } = compilePackage(domainId, version, files);
  if (unread.length + errors.length > 0) throw new InvalidSpecs([...unread, ...errors]);
  return spec;
}
