import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import { exampleRequest, fixableRequest } from "../support/example-request.js";
import { slowTest } from "../support/runs.js";
import { temporaryFolder } from "../support/temporary-folder.js";

// biome-ignore lint/suspicious/noExplicitAny: the tests say what is wanted of these files.
type Yaml = any;

const ROOT = resolve(".");
const ASSAY = `${process.execPath} ${join(ROOT, "dist/cli/main.js")}`;
const action: Yaml = parseYaml(await readFile("action.yml", "utf8"));
const hooks: Yaml[] = parseYaml(await readFile(".pre-commit-hooks.yaml", "utf8")) as Yaml[];
const documented: Yaml[] = [
  ...(await readFile("docs/ci.md", "utf8")).matchAll(/```yaml\n(.*?)```/gs),
].map(([, text]) => parseYaml(text as string));
const [workflow, preCommit, gitlab] = documented;

/** A repository with a valid proposal and one with errors, whose name has a space. */
async function newRepository(): Promise<string> {
  const folder = temporaryFolder({
    "proposals/a.proposal.json": exampleRequest(),
    "proposals/deep/b c.proposal.json": JSON.stringify(fixableRequest(), null, 2),
  });
  return folder;
}

/**
 * Runs the step of the action that validates, as a runner does: inputs and contexts are in the
 * environment.
 */
function runAction(given: Record<string, string>, cwd: string) {
  const inputs = Object.fromEntries(
    Object.entries<Yaml>(action.inputs).map(([name, { default: preset }]) => [
      name,
      given[name] ?? preset,
    ]),
  );
  const step = action.runs.steps.find(({ id }: Yaml) => id === "validate");
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ (?:inputs\.([\w-]+)|github\.action_path) \}\}/g, (_, name) =>
      name ? inputs[name] : ROOT,
    );
  const env = Object.fromEntries(
    Object.entries<string>(step.env).map(([name, value]) => [name, fill(value)]),
  );
  const [GITHUB_OUTPUT, RUNNER_TEMP] = [join(cwd, "output.txt"), cwd];
  const run = spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run], {
    cwd,
    encoding: "utf8",
    env: { PATH: process.env.PATH, GITHUB_OUTPUT, RUNNER_TEMP, ...env },
  });
  return { ...run, sarif: join(cwd, "assay.sarif") };
}

describe("the action", () => {
  test("annotates what is wrong, writes SARIF, and fails", async () => {
    const folder = await newRepository();
    const { status, stdout, sarif } = runAction({}, folder);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^::error file=proposals\/deep\/b c\.proposal\.json,line=\d+,col=\d+,title=/m,
    );
    expect(JSON.parse(await readFile(sarif, "utf8")).runs[0].results.length).toBeGreaterThan(0);
    expect(await readFile(join(folder, "output.txt"), "utf8")).toBe(`sarif=${sarif}\n`);
  });

  test("passes what is valid, and a repository without proposals", async () => {
    const folder = await newRepository();
    expect(runAction({ files: "proposals/*.proposal.json" }, folder).status).toBe(0);
    const { status, stdout } = runAction({ files: "nowhere/**" }, folder);
    expect([status, stdout]).toEqual([0, "::notice title=assay::no file matches\n"]);
  });

  test("leaves out links that leave the repository", async () => {
    const folder = await newRepository();
    const outside = temporaryFolder({ "outside.json": '{ "secret": "quoted' });
    await symlink(join(outside, "outside.json"), join(folder, "proposals/link.proposal.json"));
    await symlink(outside, join(folder, "proposals/folder"));
    await symlink("a.proposal.json", join(folder, "proposals/inner.proposal.json"));
    const { status, stdout, stderr } = runAction(
      { files: "proposals/*.json\nproposals/*/outside.json" },
      folder,
    );
    expect([status, stderr.includes("quoted")]).toEqual([0, false]);
    expect(stdout).toBe(
      "::warning title=assay::a link that leaves the repository is left out\n".repeat(2),
    );
  });

  test("runs no command that an input contains", async () => {
    const folder = await newRepository();
    const hostile = '"; touch pwned; echo "$(touch pwned)`touch pwned`';
    runAction({ files: `proposals/*.json\n${hostile}`, domain: hostile, rules: hostile }, folder);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  test("is used by the documented workflow with inputs that it has, and every action is pinned by its commit", () => {
    const [, step] = workflow.jobs.validate.steps;
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    const used = [...action.runs.steps, ...workflow.jobs.validate.steps].flatMap(
      ({ uses = [] }: Yaml) => uses,
    );
    for (const name of used) expect(name).toMatch(/^OWNER\/assay@COMMIT$|@[0-9a-f]{40}$/);
  });
});

describe("the hooks of pre-commit", () => {
  test("find proposals and rules, and end as they should", async () => {
    const folder = await newRepository();
    const [valid, fixable] = ["proposals/a.proposal.json", "proposals/deep/b c.proposal.json"];
    for (const { files } of hooks.slice(0, 2)) expect(valid).toMatch(new RegExp(files));
    const run = (id: string, ...files: string[]) => {
      const { entry } = hooks.find((hook) => hook.id === id);
      const [program, ...args] = entry.replace(/^assay/, ASSAY).split(" ");
      return spawnSync(program, [...args, ...files], { cwd: folder }).status;
    };
    expect(run("assay", valid, fixable)).toBe(1);
    run("assay-fix", valid, fixable);
    const fixed = await readFile(join(folder, fixable), "utf8");
    expect([fixed.includes("realstic"), fixed.includes("realistic")]).toEqual([false, true]);
    await cp(join(ROOT, "rules"), join(folder, "rules"), { recursive: true });
    const rule = join(
      folder,
      "rules/generator-option/v1/rules/supported-strategies-are-unique.json",
    );
    await writeFile(rule, JSON.stringify(JSON.parse(await readFile(rule, "utf8"))));
    expect(run("assay-rules")).toBe(0);
  });

  test("are named by the documented configuration", () => {
    const named = preCommit.repos[0].hooks.map(({ id }: Yaml) => id);
    expect(hooks.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
  });

  const hasPreCommit = spawnSync("pre-commit", ["--version"]).status === 0;
  (hasPreCommit ? slowTest : test.skip)("run in pre-commit itself", async () => {
    const folder = await newRepository();
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
    git("init", "-q");
    git("add", "-A");
    // Tests see a folder of links, which git takes for changed files.
    const repository = dirname(realpathSync("package.json"));
    const run = spawnSync("pre-commit", ["try-repo", repository, "assay", "--all-files"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([run.stdout, run.status]).toEqual([expect.stringContaining("1 valid, 1 invalid"), 1]);
  });
});

slowTest("the documented job of GitLab leaves a report", async () => {
  const folder = await newRepository();
  const [, script] = gitlab.validate.script;
  // In place of the installed package.
  const here = script.replace("npm exec --no -- assay", ASSAY);
  const { status } = spawnSync("bash", ["-c", here], {
    cwd: folder,
    env: { PATH: [join(process.execPath, ".."), process.env.PATH].join(delimiter) },
  });
  expect(status).toBe(1);
  expect(await readFile(join(folder, gitlab.validate.artifacts.reports.junit), "utf8")).toMatch(
    /^<\?xml/,
  );
});
