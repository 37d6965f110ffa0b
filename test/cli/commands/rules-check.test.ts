import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { loadSpecs } from "../../../src/index.js";
import { copyRules } from "../../support/rules-folder.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { DOMAIN, newDraft, newRelease } from "../palette.js";
import { assayHere } from "../run-assay.js";

describe("assay rules check", () => {
  test("shows status, rules, examples and digest of every version", async () => {
    const { rules, run } = await newRelease();
    const { code, stdout } = await run("check");
    const [titles, row] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    const digest = (await loadSpecs(dirname(rules.folder))).get(DOMAIN)?.current?.digest ?? "";
    expect(code).toBe(0);
    expect(titles).toEqual([
      "domain",
      "version",
      "status",
      "current",
      "rules",
      "examples",
      "digest",
    ]);
    // Of the examples, three are of the rule, and one is the base.
    expect(row?.slice(0, 6)).toEqual([DOMAIN, "v1", "released", "current", "1", "4"]);
    expect(row?.[6]).toMatch(/^sha256:[0-9a-f]{12,}$/);
    expect(digest.startsWith(row?.[6] ?? "none")).toBe(true);
  });

  test("reports an error of a file once, even if other versions inherit it", async () => {
    const { rules, run } = await newDraft();
    await run("new", DOMAIN, "v2", "--extends", "v1");
    await rules.replace(
      "v1/rules/kind-is-known.json",
      '"fix": "machine-applicable"',
      '"fix": "none"',
    );
    const about = (await run("check")).stdout.split("\n").filter((line) => line.includes("/fix: "));
    expect(about).toEqual([
      expect.stringMatching(/^colour-palette\/v1\/rules\/kind-is-known\.json/),
    ]);
  });

  test.each([
    ["DOMAIN/VERSION/RULE", ["generator-option/v1/owner-kind-is-allowed"]],
    ["--only RULE", ["--only", "owner-kind-is-allowed"]],
  ])("one rule, named by %s, is checked without the errors of others", async (_, named) => {
    const folder = await rulesWithErrors();
    const { code, stdout, stderr } = await assayHere(["rules", "check", ...named], {
      cwd: folder,
      env: { RULES_DIR: "." },
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "note: 1 error of other rules left out\n",
    });
    expect(stdout).toContain("owner-kind-is-allowed.json");
    expect(stdout).not.toContain("rationale-notes-are-given.json");
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
    expect(text).toContain(
      `${file}:3:15: /severity: "eror" is not allowed here; allowed: "error", "warning", "info"; did you mean "error"?`,
    );
    expect(text).toContain("generator-option/domain.json:1:2: not JSON");
    expect(text).toMatch(/\n\d errors\n$/);
    const region = expect.objectContaining({ startLine: 3, startColumn: 15 });
    const [{ results, tool }] = JSON.parse(await check("sarif")).runs;
    expect(tool.driver.name).toBe("assay");
    expect(results).toContainEqual(
      expect.objectContaining({
        ruleId: "rules-check",
        level: "error",
        message: { text: expect.stringMatching(/^\/severity: "eror" is not allowed here/) },
        locations: [{ physicalLocation: { artifactLocation: { uri: file }, region } }],
      }),
    );
    expect(await check("github")).toContain(
      `::error file=${file},line=3,col=15,title=rules-check::/severity: "eror"`,
    );
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
    [["--format", "junit"], 'there is no format "junit"; formats: text, json, sarif, github'],
    [["--rules", "no-such-folder"], `${resolve("no-such-folder")}: no such file or directory`],
    [["--rules", "package.json"], `${resolve("package.json")}: not a directory`],
  ])("%j is refused: exit 2 and why", async (args, why) => {
    const { code, stdout, stderr } = await assayHere(["rules", "check", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(why);
  });
});

/** A folder of rules, two of which have errors. */
async function rulesWithErrors(): Promise<string> {
  const folder = temporaryFolder();
  copyRules(folder);
  const rules = join(folder, "generator-option/v1/rules");
  for (const name of ["owner-kind-is-allowed", "rationale-notes-are-given"]) {
    const rule = join(rules, `${name}.json`);
    await writeFile(
      rule,
      (await readFile(rule, "utf8")).replace(/"severity": "\w+"/, '"severity": "eror"'),
    );
  }
  return folder;
}
