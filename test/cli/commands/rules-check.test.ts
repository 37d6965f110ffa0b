import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadSpecs } from "../../../src/index.js";
import { copyRules } from "../../support/rules-folder.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { assayHere } from "../run-assay.js";

describe("assay rules check", () => {
  test("shows status, rules, examples and digest of every version", async () => {
    const { code, stdout } = await assayHere(["rules", "check"]);
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

  test("reports an error of a file once, even if other versions inherit it", async () => {
    const folder = await rulesWithErrors();
    await mkdir(join(folder, "generator-option/v2"));
    const spec = { $schema: "../../spec.schema.json", status: "draft", title: "Second version", extends: "v1" };
    await writeFile(join(folder, "generator-option/v2/spec.json"), JSON.stringify(spec));
    const rule = join(folder, "generator-option/v1/rules/owner-kind-is-allowed.json");
    await cp("rules/generator-option/v1/rules", join(rule, ".."), { recursive: true });
    await writeFile(rule, (await readFile(rule, "utf8")).replace('"fix": "machine-applicable"', '"fix": "none"'));
    const { stdout } = await assayHere(["rules", "check"], { cwd: folder, env: { RULES_DIR: "." } });
    const about = stdout.split("\n").filter((line) => line.includes("/fix: "));
    expect(about).toEqual([expect.stringMatching(/^generator-option\/v1\/rules\/owner-kind-is-allowed\.json/)]);
  });

  test("searches a package without errors, even if another one has some", async () => {
    const folder = await rulesWithErrors();
    await assayHere(["rules", "new", "gadget", "v1", "--rules", folder]);
    const rule = join(folder, "gadget/v1/rules/kind-is-known.json");
    // The shape requires a title.
    const when = { path: "/title", operator: "exists", value: true };
    await writeFile(rule, JSON.stringify({ ...JSON.parse(await readFile(rule, "utf8")), when }));
    const { stdout } = await assayHere(["rules", "check"], { cwd: folder, env: { RULES_DIR: "." } });
    expect(stdout).toMatch(
      /^gadget\/v1\/rules\/kind-is-known.json:\S+ \/when: no example notices when "when" is dropped/m,
    );
    expect(stdout).toContain("generator-option/v1/rules/owner-kind-is-allowed.json");
  });

  describe("one rule", () => {
    test.each([
      ["DOMAIN/VERSION/RULE", ["generator-option/v1/owner-kind-is-allowed"]],
      ["--only RULE", ["--only", "owner-kind-is-allowed"]],
    ])("named by %s is checked without the errors of others", async (_, named) => {
      const folder = await rulesWithErrors();
      const { code, stdout, stderr } = await assayHere(["rules", "check", ...named], {
        cwd: folder,
        env: { RULES_DIR: "." },
      });
      expect({ code, stderr }).toEqual({ code: 1, stderr: "note: 1 error of other rules left out\n" });
      expect(stdout).toContain("owner-kind-is-allowed.json");
      expect(stdout).not.toContain("rationale-notes-are-given.json");
    });

    test.each([
      [
        ["generator-option/v1/owner-kind-is-alowed"],
        'no rule "owner-kind-is-alowed"; did you mean "owner-kind-is-allowed"?',
      ],
      [["--only", "owner-kind-is-alowed"], 'did you mean "owner-kind-is-allowed"?'],
      [
        ["generator-option/v1/owner-kind-is-allowed", "--only", "other"],
        "name one rule: owner-kind-is-allowed, or --only other",
      ],
    ])("%j is refused", async (args, why) => {
      const { code, stdout, stderr } = await assayHere(["rules", "check", ...args]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(why);
    });
  });

  test("reports every error at its place, as text, SARIF and annotations, and exits with 1", async () => {
    const folder = await rulesWithErrors();
    await writeFile(join(folder, "generator-option/domain.json"), "{");
    const check = async (format: string) => {
      const args = ["rules", "check", "--format", format];
      const { code, stdout } = await assayHere(args, { cwd: folder, env: { RULES_DIR: "." } });
      expect(code).toBe(1);
      return stdout;
    };
    const file = "generator-option/v1/rules/owner-kind-is-allowed.json";
    const text = await check("text");
    expect(text).toContain(`${file}:3:15: /severity: "eror" is not known here; did you mean "error"?`);
    expect(text).toContain("generator-option/domain.json:1:2: not JSON");
    expect(text).toMatch(/\n\d errors\n$/);
    const region = expect.objectContaining({ startLine: 3, startColumn: 15 });
    const [{ results, tool }] = JSON.parse(await check("sarif")).runs;
    expect(tool.driver.name).toBe("assay");
    expect(results).toContainEqual(
      expect.objectContaining({
        ruleId: "rules-check",
        level: "error",
        message: { text: expect.stringMatching(/^\/severity: "eror" is not known here/) },
        locations: [{ physicalLocation: { artifactLocation: { uri: file }, region } }],
      }),
    );
    expect(await check("github")).toContain(`::error file=${file},line=3,col=15,title=rules-check::/severity: "eror"`);
  });

  test("another format is refused", async () => {
    const { code, stderr } = await assayHere(["rules", "check", "--format", "junit"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: there is no format "junit"; formats: text, json, sarif, github\n',
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

/** A folder of rules, two of which have errors. */
async function rulesWithErrors(): Promise<string> {
  const folder = temporaryFolder();
  copyRules(folder);
  const rules = join(folder, "generator-option/v1/rules");
  for (const name of ["owner-kind-is-allowed", "rationale-notes-are-given"]) {
    const rule = join(rules, `${name}.json`);
    await writeFile(rule, (await readFile(rule, "utf8")).replace(/"severity": "\w+"/, '"severity": "eror"'));
  }
  return folder;
}
