import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { FileError } from "../../../src/errors/file-error.js";
import { allErrors, openSpecs } from "../../../src/specs/load-specs.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

// biome-ignore lint/suspicious/noExplicitAny: files are changed as they come, into what no type allows.
export type Loose = any;

export const DOMAINS = {
  "generator-option": "rules",
  "data-contract": "examples/rules",
} as const;
export type DomainName = keyof typeof DOMAINS;

/** A copy of one domain that comes with assay, to be spoilt. Paths are relative to its first version. */
export class Workshop {
  readonly #root = temporaryFolder();
  readonly rules: string;
  readonly version: string;

  constructor(readonly domain: DomainName) {
    const folder = DOMAINS[domain];
    this.rules = join(this.#root, folder);
    this.version = join(this.rules, domain, "v1");
    mkdirSync(this.rules, { recursive: true });
    cpSync(join(folder, domain), join(this.rules, domain), {
      recursive: true,
      filter: (path) => !path.endsWith("released.json"),
    });
    cpSync("rules", join(this.#root, "rules"), {
      recursive: true,
      filter: (path) => path === "rules" || path.endsWith(".schema.json"),
    });
  }

  read(file: string): Loose {
    return JSON.parse(readFileSync(join(this.version, file), "utf8"));
  }

  /** As the files are formatted, so that lines and columns say something. */
  write(file: string, content: string | Buffer | object): void {
    const isRaw = typeof content === "string" || Buffer.isBuffer(content);
    const path = join(this.version, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
  }

  edit(file: string, change: (content: Loose) => void): void {
    const content = this.read(file);
    change(content);
    this.write(file, content);
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.version, to)), { recursive: true });
    renameSync(join(this.version, from), join(this.version, to));
  }

  remove(file: string): void {
    rmSync(join(this.version, file), { recursive: true });
  }

  /** Every error, with its file relative to the version. */
  async errors(): Promise<FileError[]> {
    return allErrors(await openSpecs(this.rules, { wanted: this.domain })).map((error) => ({
      ...error,
      file: relative(this.version, error.file),
    }));
  }
}
