import { execFile } from "node:child_process";
import { cp, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { assay, assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

describe("assay rules new", () => {
  test("starts a domain that passes the rule check and the linter at once", async () => {
    await inTemporaryFolder(async (folder) => {
      expect(await assay(["rules", "new", "colour-palette", "v1"], { cwd: folder })).toMatchObject({
        code: 0,
        stderr: "",
      });
      const env = { npm_lifecycle_event: "assay" };
      const byNpm = await assayHere(["rules", "new", "colour-palette", "v2", "--from", "v1"], { cwd: folder, env });
      expect(byNpm.stdout).toContain("then run: npm run -s assay -- rules check colour-palette/v2\n");
      const { code, stdout } = await assayHere(["rules", "check"], { cwd: folder });
      expect(code).toBe(0);
      expect(stdout).toMatch(/colour-palette +v1 +draft +1 +4 +sha256:/);
      const biome = ["check", `--config-path=${resolve("biome.json")}`, "--vcs-enabled=false", "rules"];
      await promisify(execFile)(resolve("node_modules/.bin/biome"), biome, { cwd: folder });
    });
  });

  test("copies a version: its status changes, and no other byte", async () => {
    await inTemporaryFolder(async (folder) => {
      await cp("rules", folder, { recursive: true });
      const args = ["rules", "new", "generator-option", "v2", "--from", "v1", "--rules", folder];
      expect((await assay(args)).code).toBe(0);
      const { code, stdout } = await assayHere(["rules", "check", "--rules", folder]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/generator-option +v1 +released +current/);
      expect(stdout).toMatch(/generator-option +v2 +draft +\d/);

      const [v1, v2] = ["v1", "v2"].map((version) => join(folder, "generator-option", version)) as [string, string];
      const files = await readdir(v1, { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => entry.isFile())) {
        const path = join(file.parentPath, file.name);
        const original = await readFile(path, "utf8");
        const expected = file.name === "spec.json" ? original.replace('"released"', '"draft"') : original;
        expect(await readFile(path.replace(v1, v2), "utf8")).toBe(expected);
      }
    });
  });

  test("adds a minimal version to a domain and keeps the words of the domain", async () => {
    await inTemporaryFolder(async (folder) => {
      await cp("rules", folder, { recursive: true });
      const words = await readFile(join(folder, "generator-option/domain.json"), "utf8");
      expect((await assayHere(["rules", "new", "generator-option", "v7", "--rules", folder])).code).toBe(0);
      expect(await readFile(join(folder, "generator-option/domain.json"), "utf8")).toBe(words);
      expect((await assayHere(["rules", "check", "--rules", folder])).code).toBe(0);
    });
  });

  test.each([
    [["generator-option", "v1"], "is there already"],
    [["Generator Option", "v1"], "no name for a domain"],
    [["../outside", "v1"], "no name for a domain"],
    [["generator-option", "2"], '"2" is no version'],
    [["generator-option", "v2", "--from", "../v1"], '"../v1" is no version'],
    [["generator-option", "v2", "--from", "v9"], "v9/spec.json: no such file or directory"],
  ])("%j makes nothing and exits with 2", async (args, expected) => {
    await inTemporaryFolder(async (folder) => {
      await cp("rules", folder, { recursive: true });
      const before = (await readdir(folder, { recursive: true })).sort();
      const { code, stderr } = await assayHere(["rules", "new", ...args, "--rules", folder]);
      expect(code).toBe(2);
      expect(stderr).toContain(expected);
      expect((await readdir(folder, { recursive: true })).sort()).toEqual(before);
    });
  });
});
