import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const DOMAIN = "generator-option";
const VERSION = "v1";
const TARGET = "sample-studio";
const SEED_WITHOUT_GIT = 20261115;

/**
 * The project as the tests see it: with the one domain, version and target product that they speak
 * of, whatever a maintainer has added beside them or done with them since. `rules check` looks at
 * the rules as they are.
 */
export default function makeTestProject(): void {
  const project = mkdtempSync(join(tmpdir(), "assay-test-project-"));
  process.on("exit", () => rmSync(project, { recursive: true, force: true }));
  process.env.SEED ??= seedOfCommit();
  process.on("exit", () =>
    process.stderr.write(`SEED=${process.env.SEED} repeats what chance decided in this run\n`),
  );
  // Temporary folders are part of it, so that no test has to remove its own.
  process.env.TMPDIR = join(project, "tmp");
  mkdirSync(process.env.TMPDIR);
  const own = new Set(["rules", "config"]);
  for (const name of readdirSync("."))
    if (!own.has(name)) symlinkSync(resolve(name), join(project, name));

  const rules = join(project, "rules");
  mkdirSync(rules);
  for (const { name } of readdirSync("rules", { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ))
    cpSync(join("rules", name), join(rules, name));
  for (const part of ["domain.json", "released.json", VERSION])
    cpSync(join("rules", DOMAIN, part), join(rules, DOMAIN, part), { recursive: true });
  edit(join(rules, DOMAIN, VERSION, "spec.json"), (spec) => ({ ...spec, status: "released" }));

  cpSync("config", join(project, "config"), { recursive: true });
  edit(join(project, "config", "targets.json"), (file) => ({
    ...file,
    targets: file.targets
      .filter(({ id }) => id === TARGET)
      .map((target) => ({ ...target, domains: [DOMAIN] })),
  }));
  process.env.TEST_PROJECT = project;
}

/** Every commit tries other rows and values, and repeats its own. */
function seedOfCommit(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return `${Number.parseInt(stdout?.slice(0, 7), 16) || SEED_WITHOUT_GIT}`;
}

interface Content {
  readonly targets: readonly { readonly id: string }[];
}

function edit(path: string, change: (content: Content) => object): void {
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, "utf8")))));
}
