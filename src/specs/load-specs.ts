import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SpecStatus } from "../engine/grammar.js";
import { type Catalog, type Domain, isVersionName, toDomain } from "./catalog.js";
import { compilePackage } from "./compile-package.js";
import { idleBreaks } from "./diff/idle-breaks.js";
import { type FileError, InvalidSpecs } from "./file-error.js";
import { lintPackage, lintScaffold } from "./lint/lint-package.js";
import { type LoadedVersion, versionBefore } from "./loaded-version.js";
import { META_SCHEMAS } from "./meta/index.js";
import { foldersIn, namesIn, readPackage } from "./read-package.js";
import { compareReleased, deletedVersions, hashFiles, RELEASED_FILE, readReleased, releaseNotes } from "./released.js";
import { readSpecFile } from "./spec-file.js";
import { tryPackage } from "./trial/try-package.js";

interface LoadedDomain {
  readonly id: string;
  readonly words: { title: string; description: string };
  readonly versions: readonly LoadedVersion[];
  /** Of the domain itself. */
  readonly errors: readonly FileError[];
  readonly reworded: readonly string[];
  readonly releases: Domain["releases"];
}

export interface LoadedSpecs {
  readonly catalog: Catalog;
  readonly versions: readonly LoadedVersion[];
  /** Errors that no draft has alone: with one of these the specs must not be served. */
  readonly fatal: readonly FileError[];
  /** Files of released versions in which words or examples have changed, and nothing that decides. */
  readonly reworded: readonly string[];
}

/** Loads every spec package of the rules folders, or throws `InvalidSpecs` with every error of every file. */
export async function loadSpecs(dirs: string | readonly string[]): Promise<Catalog> {
  const { catalog, versions, fatal } = await openSpecs(dirs);
  const drafts = versions.filter(({ status }) => status === "draft").flatMap(({ errors }) => errors);
  if (fatal.length + drafts.length > 0) throw new InvalidSpecs([...fatal, ...drafts]);
  return catalog;
}

/**
 * The same, but a draft with errors is left out of the catalog: it must not keep other versions from being served. `wanted` is
 * a domain, or a version of one as `domain/v1`: nothing else is loaded.
 */
export async function openSpecs(dirs: string | readonly string[], wanted?: string): Promise<LoadedSpecs> {
  const [wantedDomain, wantedVersion] = wanted?.split("/") ?? [];
  const loaded: LoadedDomain[] = [];
  const fatal: FileError[] = [];
  for (const dir of [dirs].flat()) {
    const { names, errors } = readFolders(dir);
    fatal.push(...errors);
    fatal.push(...strayFiles(dir, Object.keys(META_SCHEMAS), "into the folder of a domain"));
    if (errors.length === 0 && names.length === 0)
      fatal.push({ file: dir, pointer: "", detail: "there is no domain folder here; add one" });
    for (const id of names) {
      if (wantedDomain !== undefined && id !== wantedDomain) continue;
      const other = loaded.find((domain) => domain.id === id);
      if (other === undefined) loaded.push(await loadDomain(dir, id, wantedVersion));
      else fatal.push({ file: join(dir, id), pointer: "", detail: `the domain "${id}" is in two folders; remove one` });
    }
  }
  const versions = loaded.flatMap((domain) => domain.versions);
  fatal.push(...loaded.flatMap(({ errors }) => errors));
  fatal.push(...versions.filter(({ status }) => status !== "draft").flatMap(({ errors }) => errors));
  const catalog = new Map(loaded.map((domain) => [domain.id, domainOf(domain)]));
  return { catalog, versions, fatal, reworded: loaded.flatMap(({ reworded }) => reworded) };
}

function domainOf({ id, words, versions, releases }: LoadedDomain): Domain {
  return toDomain(
    id,
    words,
    versions.flatMap(({ spec }) => spec ?? []),
    releases,
  );
}

async function loadDomain(dir: string, id: string, wanted: string | undefined): Promise<LoadedDomain> {
  const folder = join(dir, id);
  const errors: FileError[] = [];
  const complain = (file: string, detail: string) => errors.push({ file, pointer: "", detail });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 64)
    complain(folder, "folders of domains are named in kebab-case, with at most 64 characters; rename it");
  const words = readSpecFile(join(folder, "domain.json"), "domain.schema.json");
  errors.push(...words.errors, ...strayFiles(folder, ["domain.json", RELEASED_FILE], "into the folder of a version"));
  const { names, errors: unreadable } = readFolders(folder);
  errors.push(...unreadable);
  if (names.length === 0 && unreadable.length === 0) complain(folder, "the domain has no version; add a folder v1");
  const versions: LoadedVersion[] = [];
  for (const name of names) {
    if (wanted !== undefined && name !== wanted) continue;
    const isNamed = isVersionName(name);
    if (!isNamed) complain(join(folder, name), "folders of versions are named v1, v2 and so on; rename it");
    // What is not named like a version may still be meant as one.
    if (isNamed || existsSync(join(folder, name, "spec.json"))) versions.push(await loadVersion(folder, id, name));
  }
  if (versions.some(({ status }) => status === "released"))
    errors.push(...[...lintScaffold(words.value)].map((found) => words.error(found)));
  const released = readReleased(folder);
  const compared = released && compareReleased(folder, released, versions);
  if (released !== undefined) errors.push(...released.errors, ...deletedVersions(released, names));
  errors.push(...(compared?.errors ?? []));
  const reworded = compared?.reworded ?? [];
  const releases = releaseNotes(released);
  return {
    id,
    words: words.sound() ?? { title: id, description: "" },
    versions: versions.map((version) => withIdleBreaks(version, versions, folder)),
    errors,
    reworded,
    releases,
  };
}

/** A draft that announces what it does not change has an error; a released one stays as it is. */
function withIdleBreaks(loaded: LoadedVersion, versions: readonly LoadedVersion[], folder: string): LoadedVersion {
  const { version, status, spec } = loaded;
  const before = versionBefore(version, versions)?.spec;
  if (status !== "draft" || spec === undefined || before === undefined) return loaded;
  const found = idleBreaks(before.source, spec.source);
  if (found.length === 0) return loaded;
  const file = readSpecFile(join(folder, version, "spec.json"), "spec.schema.json");
  return { ...loaded, spec: undefined, errors: found.map((one) => file.error(one)) };
}

const BASIS = /^\/(data|declarations|normalize)(\/|$)/;

/** read → compile → try: each stage gives what it made and what is wrong with it. */
export async function loadVersion(domain: string, domainId: string, version: string): Promise<LoadedVersion> {
  const { files, errors: unread } = readPackage(join(domain, version));
  const { spec, errors: uncompiled } = compilePackage(domainId, version, files);
  const found = [...unread, ...uncompiled];
  const isComplete = found.length === 0;
  const lint = isComplete ? lintPackage(spec, files) : [];
  // What every rule builds on must be sound, or examples would fail for that reason alone.
  const isBasisSound =
    files.spec.sound("/data") !== undefined &&
    !found.some(({ file, pointer }) => file === files.spec.path && BASIS.test(pointer));
  const failures = isBasisSound ? await tryPackage(spec, files, isComplete, [...found, ...lint]) : [];
  const errors = [...found, ...lint, ...failures];
  return {
    domainId,
    version,
    status: files.spec.sound<SpecStatus>("/status"),
    spec: errors.length === 0 ? spec : undefined,
    files: hashFiles(join(domain, version), files),
    errors,
  };
}

/** A rule that lies here would never fire. */
function strayFiles(folder: string, known: readonly string[], where: string): FileError[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json") && !known.includes(name))
    .map((name) => ({ file: join(folder, name), pointer: "", detail: `nobody reads this file; move it ${where}` }));
}

function readFolders(dir: string): { names: string[]; errors: FileError[] } {
  try {
    return { names: foldersIn(dir), errors: [] };
  } catch {
    return { names: [], errors: [{ file: dir, pointer: "", detail: "the folder cannot be read; check the path" }] };
  }
}
