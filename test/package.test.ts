import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { inTemporaryFolder } from "./cli/temporary-folder.js";
import { testOfAll } from "./support/runs.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const npm = (args: readonly string[], cwd: string) =>
  run(process.execPath, [process.env.npm_execpath as string, ...args], { cwd, maxBuffer: 2 ** 26 });
const { dependencies, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

async function pack(...args: string[]): Promise<{ filename: string; files: { path: string }[] }> {
  const { stdout } = await npm(["pack", "--json", "--ignore-scripts", ...args], ROOT);
  return JSON.parse(stdout)[0];
}

test("what is packed imports only what is installed with it, and is all that its exports name", async () => {
  const { files } = await pack("--dry-run");
  const paths = files.map(({ path }) => path);
  // A bundle has its imports in it; the library and the client do not.
  const modules = paths.filter((path) => /^dist\/(?!cli\/)[\w-]+\/.*\.js$|^dist\/index\.js$/.test(path));
  const imported = modules.flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/^(?:import|export) .*?from "([^"]+)"/gm)].map(
      ([, name = ""]) => (name.startsWith(".") ? join(path, "..", name) : packageOf(name)),
    ),
  );
  const known = new Set([...paths, ...Object.keys(dependencies)]);
  expect(imported.filter((name) => !known.has(name) && !name.startsWith("node:"))).toEqual([]);
  const named = Object.values<Record<string, string>>(exports).flatMap((entry) => Object.values(entry));
  expect(named.filter((path) => !known.has(path.replace("./", "")))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining(["dist/main.js", "dist/program.cjs", "dist/ioredis.cjs", "dist/third-party.txt"]),
  );
  expect(paths.filter((path) => /^(src|test|bench|docs)\/|\.map$/.test(path))).toEqual([]);
});

/** "ajv" of "ajv/dist/2020.js", "@scope/name" of "@scope/name/part". */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

test("every package that a bundle or the library needs is in the table of what each gives", async () => {
  const table = await readFile("docs/decisions/0006-what-is-installed.md", "utf8");
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const notices = await readFile("dist/third-party.txt", "utf8");
  const bundled = Object.keys(devDependencies).filter((name) => notices.includes(`${name} ${devDependencies[name]} (`));
  const missing = [...Object.keys(dependencies), ...bundled].filter((name) => !table.includes(`| \`${name}\` |`));
  expect(missing).toEqual([]);
  expect(bundled).toContain("koa");
});

testOfAll("publint and attw find nothing wrong with the package", async () => {
  await inTemporaryFolder(async (folder) => {
    const tarball = join(folder, (await pack("--pack-destination", folder)).filename);
    const tools = join(ROOT, "test/tools/node_modules");
    await run(process.execPath, [join(tools, "publint/src/cli.js"), tarball, "--strict"]);
    // It is for ES modules alone: `require` cannot load it in Node 20.
    const attw = [join(tools, "@arethetypeswrong/cli/dist/index.js"), tarball, "--profile", "esm-only"];
    await run(process.execPath, attw);
  });
});

testOfAll("the package works in an empty folder: CLI, MCP, library, client and types", async () => {
  await inTemporaryFolder(async (folder) => {
    const tarball = join(folder, (await pack("--pack-destination", folder)).filename);
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    await npm(["install", "--ignore-scripts", "--no-audit", tarball], folder);
    const { stdout: listed } = await npm(["ls", "--all", "--parseable"], folder);
    expect(listed.trim().split("\n").length).toBeLessThan(120);

    await writeFile(
      join(folder, "use.mts"),
      `import { build, loadSpecs } from "assay";
       import { Client, type Settled } from "assay/client";
       const specs = await loadSpecs();
       const { candidate } = specs.get("generator-option")!.current!.source.examples["city-weather"]!;
       const request = { targetProduct: "sample-studio", domainId: "generator-option", candidate: candidate as object };
       const settled = (): Promise<Settled> => new Client({ url: "http://localhost:8080" }).settle(request);
       console.log(typeof settled, (await build(specs, request)).valid, JSON.stringify(request));`,
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
    const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--skipLibCheck", "false"];
    await run(process.execPath, [tsc, ...options, ...types, "use.mts"], { cwd: folder });
    const { stdout } = await run(process.execPath, ["use.mjs"], { cwd: folder });
    expect(stdout).toMatch(/^function true /);

    await writeFile(join(folder, "request.json"), stdout.slice("function true ".length));
    const validated = await npm(["exec", "--no", "--", "assay", "validate", "request.json"], folder);
    expect(validated.stdout).toContain("valid");
    const assay = join(folder, "node_modules/.bin/assay");
    const served = run(assay, ["mcp"], { cwd: folder });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listDomains" } };
    served.child.stdin?.end(`${JSON.stringify(call)}\n`);
    expect(JSON.parse((await served).stdout).result.structuredContent.domains).toHaveLength(1);
  });
});
