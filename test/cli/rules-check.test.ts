import { cp, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { loadSpecs } from "../../src/index.js";
import { assay, assayHere } from "./run-assay.js";
import { inTemporaryFolder } from "./temporary-folder.js";

describe("assay rules check", () => {
  test("shows status, rules, examples and digest of every version", async () => {
    const { code, stdout } = await assay(["rules", "check"]);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    const spec = (await loadSpecs("rules")).get("generator-option")?.versions[0];
    expect(code).toBe(0);
    expect(rows[0]).toEqual(["domain", "version", "status", "current", "rules", "examples", "digest"]);
    expect(rows[1]?.slice(0, 4)).toEqual(["generator-option", "v1", "released", "current"]);
    const rules = Object.values(spec?.source.rules ?? {});
    const shown = rules.flatMap((rule) => rule.examples).length + Object.keys(spec?.source.examples ?? {}).length;
    expect(rows[1]?.slice(4, 6)).toEqual([String(rules.length), String(shown)]);
    expect(rows[1]?.[6]).toMatch(/^sha256:[0-9a-f]{12,}$/);
    expect(spec?.digest.startsWith(rows[1]?.[6] ?? "none")).toBe(true);
  });

  test("reports every error with file, line and column, and exits with 1", async () => {
    await inTemporaryFolder(async (folder) => {
      await cp("rules", folder, { recursive: true });
      const rule = join(folder, "generator-option/v1/rules/owner-kind-is-allowed.json");
      await writeFile(rule, (await readFile(rule, "utf8")).replace('"severity": "error"', '"severity": "eror"'));
      await writeFile(join(folder, "generator-option/domain.json"), "{");
      const { code, stdout } = await assay(["rules", "check", "--rules", folder], { cwd: folder });
      expect(code).toBe(1);
      expect(stdout).toContain(
        `${relative(folder, rule)}:3:15: /severity: "eror" is not known here; did you mean "error"?`,
      );
      expect(stdout).toContain(`${join("generator-option/domain.json")}:1:2: not JSON`);
      expect(stdout).toMatch(/\n\d errors\n$/);
    });
  });

  test.each([
    ["no-such-folder", "no such file or directory"],
    ["package.json", "not a directory"],
  ])("%s gets no verdict: exit 2 and why", async (name, why) => {
    const { code, stdout, stderr } = await assayHere(["rules", "check", "--rules", name]);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `error: ${resolve(name)}: ${why}\n` });
  });
});
