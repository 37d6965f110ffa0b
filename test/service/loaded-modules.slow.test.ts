import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { RulesFolder } from "../support/rules-folder.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** The source files that a start of the service has loaded, in all its threads. */
function loadedWith(rulesDir: string): string[] {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve("dist/cli/main.js"), "serve", "--check"],
    {
      env: { ...process.env, RULES_DIR: rulesDir, NODE_V8_COVERAGE: folder },
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([0, ""]);
  const scripts = readdirSync(folder).flatMap((file): string[] =>
    JSON.parse(readFileSync(join(folder, file), "utf8")).result.map(
      ({ url }: { url: string }) => url,
    ),
  );
  const files = scripts.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
  return files
    .filter((file) => existsSync(`${file}.map`))
    .flatMap((file): string[] => JSON.parse(readFileSync(`${file}.map`, "utf8")).sources);
}

test("a start loads nothing of the workshop, also for a draft", () => {
  const rules = new RulesFolder("generator-option");
  rules.copy("generator-option/v1", "generator-option/v2");
  rules.edit("generator-option/v2/spec.json", { "/status": "draft" });
  const loaded = loadedWith(rules.dir);
  expect(loaded.some((source) => source.endsWith("src/specs/load-specs.ts"))).toBe(true);
  expect(loaded.filter((source) => source.includes("src/workshop/"))).toEqual([]);
});
