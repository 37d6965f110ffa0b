import { existsSync, readFileSync, statSync } from "node:fs";
import { relative } from "node:path";
import { type FileError, InvalidSpecs } from "../../src/errors/file-error.js";
import { loadSpecs } from "../../src/specs/load-specs.js";
import { RulesFolder } from "./rules-folder.js";

export const VERSION = "generator-option/v1";
export const SPEC = `${VERSION}/spec.json`;
export const SHAPE = `${VERSION}/candidate.schema.json`;
export const BASE = `${VERSION}/examples/city-weather.json`;
export const FREE = `${VERSION}/rules/generator-id-is-free.json`;
export const KEBAB = `${VERSION}/rules/generator-id-is-kebab-case.json`;
export const OWNER_ID = `${VERSION}/rules/owner-id-has-no-white-space.json`;
export const OWNER_KIND = `${VERSION}/rules/owner-kind-is-allowed.json`;
export const STRATEGIES = `${VERSION}/rules/supported-strategies-are-known.json`;
export const SLOW = "^(\\w+\\s?)+$";

export const add = (path: string, value: unknown) => [{ op: "add" as const, path, value }];
export const replace = (path: string, value: unknown) => [{ op: "replace" as const, path, value }];
export const remove = (path: string) => [{ op: "remove" as const, path }];

/** A comparison for `when`, changed in parts. */
export const comparison = (parts: object) => ({ path: "/generatorId", operator: "notEqual", value: "x", ...parts });

export type Reported = Pick<FileError, "file" | "pointer" | "detail">;

/** Every error, with its file relative to the rules folder. */
export async function errorsOf(breakRules: (rules: RulesFolder) => void): Promise<Reported[]> {
  const rules = new RulesFolder();
  try {
    breakRules(rules);
    await loadSpecs(rules.dir);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidSpecs)) throw error;
    return error.errors.map((one) => {
      expectPlace(one);
      const { file, pointer, detail } = one;
      return { file: relative(rules.dir, file) || ".", pointer, detail };
    });
  }
}

/** Where there is a file, a maintainer can click on the very place in it. */
function expectPlace({ file, line, column, detail }: FileError): void {
  const isAboutTheFile = /rename the file|move it|larger than/.test(detail);
  if (isAboutTheFile) return;
  if (!existsSync(file) || !statSync(file).isFile()) return;
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(line ?? Number.POSITIVE_INFINITY);
  expect(lines[(line ?? 0) - 1]?.length).toBeGreaterThanOrEqual((column ?? Number.POSITIVE_INFINITY) - 1);
}

export const reported = (file: string, pointer: string, detail: RegExp) => ({
  file,
  pointer,
  detail: expect.stringMatching(detail),
});
