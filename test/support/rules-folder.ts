import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { applyPatch, Pointer } from "rfc6902";
import type { FileError } from "../../src/ground/files/file-error.js";
import { listErrors, tryLoadSpecs } from "../../src/specs/load-specs.js";
import { checkVersion } from "../../src/workshop/check-version.js";
import { temporaryFolder } from "./temporary-folder.js";

// biome-ignore lint/suspicious/noExplicitAny: files are changed as they come, into what no type allows.
export type Loose = any;

/**
 * What is put at each pointer of a file; undefined removes what is there, and `-` appends to an
 * array.
 */
export type Edits = Readonly<Record<string, unknown>>;

export type DomainName = "generator-option" | "data-contract" | "rollout-plan" | "trade";

/** Where a domain comes from: its files name the grammars by their place relative to it. */
const FOLDERS: Readonly<Record<DomainName, string>> = {
  "generator-option": "rules",
  "data-contract": "examples/rules",
  "rollout-plan": "examples/rules",
  // Every part of the grammar that the others do not use.
  trade: "test/workshop/domains",
};

/** Without the record of a release: that allows no change. */
const copyFolder = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith("released.json") });

/** The rules that come with assay. */
export const copyRules = (to: string) => copyFolder("rules", to);

/**
 * By another implementation of RFC 6902 than the engine's; an edit that does not apply is a mistake
 * in the test.
 */
export function edit(content: object, edits: Edits): void {
  for (const [path, value] of Object.entries(edits)) {
    const isThere = Pointer.fromJSON(path).get(content) !== undefined;
    const op = value === undefined ? "remove" : isThere ? "replace" : "add";
    const [failure] = applyPatch(content, [{ op, path, value }]);
    if (failure !== null) throw new Error(`${path}: ${failure}`);
  }
}

/** A copy of a domain that comes with assay, in a temporary folder, to be changed at will. */
export class RulesFolder {
  readonly #root = temporaryFolder();
  readonly dir: string;

  constructor(readonly domain: DomainName = "generator-option") {
    this.dir = join(this.#root, FOLDERS[domain]);
    this.restore();
  }

  /** Undoes every change. */
  restore(): void {
    rmSync(this.#root, { recursive: true });
    copyRules(join(this.#root, "rules"));
    if (this.domain !== "generator-option")
      copyFolder(join(FOLDERS[this.domain], this.domain), join(this.dir, this.domain));
  }

  read(file: string): Loose {
    return JSON.parse(readFileSync(join(this.dir, file), "utf8"));
  }

  list(folder: string): string[] {
    return readdirSync(join(this.dir, folder));
  }

  /** Formats JSON as the files are, so that lines and columns say something. */
  write(file: string, content: string | Buffer | object): void {
    const isRaw = typeof content === "string" || Buffer.isBuffer(content);
    mkdirSync(dirname(join(this.dir, file)), { recursive: true });
    writeFileSync(join(this.dir, file), isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
  }

  edit(file: string, change: Edits | ((content: Loose) => void)): void {
    const content = this.read(file);
    if (typeof change === "function") change(content);
    else edit(content, change);
    this.write(file, content);
  }

  copy(from: string, to: string): void {
    cpSync(join(this.dir, from), join(this.dir, to), { recursive: true });
  }

  rename(from: string, to: string): void {
    mkdirSync(dirname(join(this.dir, to)), { recursive: true });
    renameSync(join(this.dir, from), join(this.dir, to));
  }

  remove(path = ""): void {
    rmSync(join(this.dir, path), { recursive: true });
  }

  /** Every error, with its file relative to the folder. */
  async errors(): Promise<FileError[]> {
    const loaded = await tryLoadSpecs(this.dir, { loadVersion: checkVersion });
    const errors = [
      ...listErrors(loaded),
      ...loaded.versions.flatMap(({ warnings = [] }) => warnings),
    ];
    for (const error of errors) expectPlace(error);
    return errors.map((error) => ({ ...error, file: relative(this.dir, error.file) || "." }));
  }
}

/** Where there is a file, a maintainer can click on the very place in it. */
function expectPlace({ file, line, column, detail }: FileError): void {
  const isAboutTheFile = /rename the file|move it|larger than/.test(detail);
  if (isAboutTheFile || !existsSync(file) || !statSync(file).isFile()) return;
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(line ?? Number.POSITIVE_INFINITY);
  expect(lines[(line ?? 0) - 1]?.length).toBeGreaterThanOrEqual(
    (column ?? Number.POSITIVE_INFINITY) - 1,
  );
}
