import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { IS_OF_ALL, testOfAll } from "./support/runs.js";
import { temporaryFolder } from "./support/temporary-folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const npm = (args: readonly string[], cwd: string) =>
  run(process.execPath, [process.env.npm_execpath as string, ...args], { cwd, maxBuffer: 2 ** 26 });
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** A checkout in which `npm pack` has run. It builds what it packs, and the types, when everything is tested. */
const checkout = temporaryFolder();
const sources = IS_OF_ALL ? ["src", "web", "scripts", "build.js", "tsconfig.json", "tsconfig.build.json"] : [];
const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
// Compressing the pages takes longest; the same files need not be compressed again.
const others = ["package.json", "LICENSE", "rules", "config", "docs", "bench/report", IS_OF_ALL ? "dist/web" : "dist"];
for (const name of [...sources, ...pages, ...others])
  await cp(join(ROOT, name), join(checkout, name), { recursive: true });
await symlink(join(ROOT, "node_modules"), join(checkout, "node_modules"));
const scripts = IS_OF_ALL ? "--foreground-scripts=false" : "--ignore-scripts";
const { stdout } = await npm(["pack", "--json", scripts], checkout);
const [{ filename, files }] = JSON.parse(stdout);
const tarball = join(checkout, filename);
const paths: string[] = files.map(({ path }: { path: string }) => path);

test("what is packed imports only what is installed with it, and is all that package.json names", async () => {
  // What browsers load has its imports in it.
  const modules = paths.filter((path) => /^dist\/(?!web\/|browser\.js$).*\.js$/.test(path));
  const imported = modules.flatMap((path) =>
    [
      ...readFileSync(join(checkout, path), "utf8").matchAll(
        /^(?:import|export) .*?from ?"([^"]+)"|import\("(.+?)"\)/gm,
      ),
    ].map(([, from, name = from ?? ""]) => (name.startsWith(".") ? join(path, "..", name) : packageOf(name))),
  );
  const known = new Set([
    ...paths,
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.imports }),
  ]);
  expect(imported.filter((name) => !known.has(name) && !name.startsWith("node:"))).toEqual([]);
  expect(imported).toEqual(expect.arrayContaining(["koa", "ioredis", "ajv", "#meta-validators"]));
  const exported = Object.values<Record<string, string>>(manifest.exports).flatMap(({ types, default: code }) =>
    IS_OF_ALL ? [types, code] : [code],
  ) as string[];
  const named = [...exported, ...Object.values<string>(manifest.bin), manifest.imports["#meta-validators"].default];
  expect(named.filter((path) => !known.has(path.replace("./", "")))).toEqual([]);
});

test("the links of the README lead to files of the package", async () => {
  const readme = await readFile("README.md", "utf8");
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path);
  expect(links.filter((path) => !paths.includes(path as string))).toEqual([]);
});

test("what is packed is what the build makes, the rules and the pages: no sources, tests or maps", () => {
  expect(paths).toEqual(
    expect.arrayContaining(["dist/cli/main.js", "dist/service/live/files-check-worker.js", "dist/cli/worker.js"]),
  );
  expect(paths).toEqual(expect.arrayContaining(["dist/web/manifest.json", "rules/rule.schema.json"]));
  expect(new Set(paths.map((path) => path.split("/")[0]))).toEqual(
    new Set([
      ...["LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "package.json"],
      ...["bench", "config", "dist", "docs", "rules"],
    ]),
  );
  expect(paths.filter((path) => /\.map$|\.mjs$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
});

/** "ajv" of "ajv/dist/2020.js", "@scope/name" of "@scope/name/part". */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

test("every package that is installed is in the table of what each gives", async () => {
  const table = await readFile("docs/decisions/0007-plain-build.md", "utf8");
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect(names.filter((name) => !table.includes(`| \`${name}\` |`))).toEqual([]);
});

testOfAll("publint and attw find nothing wrong with the package", async () => {
  const tools = join(ROOT, "test/tools/node_modules");
  await run(process.execPath, [join(tools, "publint/src/cli.js"), tarball, "--strict"]);
  // It is for ES modules alone: `require` cannot load it in Node 20.
  const attw = [join(tools, "@arethetypeswrong/cli/dist/index.js"), tarball, "--profile", "esm-only"];
  await run(process.execPath, attw);
});

testOfAll("the package works in an empty folder: CLI, MCP, library, client and types", async () => {
  const folder = temporaryFolder({ "package.json": '{ "private": true, "type": "module" }' });
  await npm(["install", "--ignore-scripts", "--no-audit", tarball], folder);
  const { stdout: listed } = await npm(["ls", "--all", "--parseable"], folder);
  expect(listed.trim().split("\n").length).toBeLessThan(170);

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
  const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
  const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--skipLibCheck", "false"];
  await run(process.execPath, [TSC, ...options, ...types, "use.mts"], { cwd: folder });
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
