import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyPatch, type Operation } from "rfc6902";
import type { JsonObject } from "../../src/json/value.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** The rules that come with assay, without the record of their release: that allows no change. */
export function copyRules(to: string): void {
  cpSync("rules", to, { recursive: true, filter: (path) => !path.endsWith("released.json") });
}

/** A copy of the rules that come with assay, in a temporary folder, to be changed at will. */
export class RulesFolder {
  readonly dir = temporaryFolder();

  constructor() {
    this.restore();
  }

  /** Undoes every change. A version that is unchanged at the same path is not checked again. */
  restore(): void {
    rmSync(this.dir, { recursive: true });
    copyRules(this.dir);
  }

  read(file: string): JsonObject {
    return JSON.parse(readFileSync(join(this.dir, file), "utf8"));
  }

  list(folder: string): string[] {
    return readdirSync(join(this.dir, folder));
  }

  write(file: string, content: string | object): void {
    writeFileSync(join(this.dir, file), typeof content === "string" ? content : JSON.stringify(content));
  }

  /** By another implementation of RFC 6902 than the engine's; a patch that does not apply is a mistake in the test. */
  patch(file: string, patch: Operation[]): void {
    const content = this.read(file);
    const failures = applyPatch(content, patch).filter((failure) => failure !== null);
    if (failures.length > 0) throw new Error(`${file}: ${failures.join("; ")}`);
    this.write(file, content);
  }

  copy(from: string, to: string): void {
    cpSync(join(this.dir, from), join(this.dir, to), { recursive: true });
  }

  rename(from: string, to: string): void {
    renameSync(join(this.dir, from), join(this.dir, to));
  }

  remove(path = ""): void {
    rmSync(join(this.dir, path), { recursive: true });
  }
}
