import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startProgram } from "./support/program.js";
import { slowTest } from "./support/runs.js";
import { temporaryFolder } from "./support/temporary-folder.js";
import { EXPECTED_OF_HOOKS } from "./support/tool-calls.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const npm = (args: readonly string[], cwd: string) =>
  run(process.execPath, [process.env.npm_execpath as string, ...args], { cwd, maxBuffer: 2 ** 26 });
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
/** The folders and files that package.json names. */
const PACKED: string[] = manifest.files
  .filter((pattern: string) => !pattern.startsWith("!"))
  .map((pattern: string) => pattern.replace("/*.json", ""));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** A checkout in which `npm pack` has run, which builds what it packs. */
const checkout = temporaryFolder();
const sources = [
  "src",
  "web",
  "scripts",
  "build.js",
  "tsconfig.json",
  "tsconfig.build.json",
  "CONTRIBUTING.md",
];
// Compressing the pages takes longest; the same files need not be compressed again.
const others = [
  "package.json",
  "LICENSE",
  "README.md",
  ...PACKED.filter((name) => name !== "dist"),
  "dist/web",
];
for (const name of [...sources, ...others])
  await cp(join(ROOT, name), join(checkout, name), { recursive: true });
await symlink(join(ROOT, "node_modules"), join(checkout, "node_modules"));
const { stdout } = await npm(["pack", "--json", "--foreground-scripts=false"], checkout);
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
    ].map(([, from, name = from ?? ""]) =>
      name.startsWith(".") ? join(path, "..", name) : packageOf(name),
    ),
  );
  const known = new Set([
    ...paths,
    ...Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.imports,
    }),
  ]);
  expect(imported.filter((name) => !known.has(name) && !name.startsWith("node:"))).toEqual([]);
  expect(imported).toEqual(expect.arrayContaining(["koa", "ioredis", "ajv", "#meta-validators"]));
  const exported = Object.values<Record<string, string>>(manifest.exports).flatMap(
    ({ types, default: code }) => [types, code],
  ) as string[];
  const named = [
    ...exported,
    ...Object.values<string>(manifest.bin),
    manifest.imports["#meta-validators"].default,
  ];
  expect(named.filter((path) => !known.has(path.replace("./", "")))).toEqual([]);
});

const documents = paths.filter((path) => path.endsWith(".md"));
const proseOf = (document: string) =>
  readFileSync(join(checkout, document), "utf8").replace(/^ *```.*?^ *```/gms, "");
const leadsTo = (target: string) =>
  paths.some((path) => path === target || path.startsWith(`${target}/`));

test.each(documents)(
  "every link and picture of %s, as it is packed, leads to what is packed",
  (document) => {
    const links = [
      ...proseOf(document).matchAll(/(?:\]\(|\b(?:href|src|srcset)=")(?![a-z]+:)([^)#"]+)/g),
    ];
    const lost = links
      .map(([, link = ""]) => join(dirname(document), link))
      .filter((target) => !leadsTo(target));
    expect(lost).toEqual([]);
  },
);

const guides = documents.filter((path) => /^(?:docs\/)?[^/]+$/.test(path));
test.each(guides)(
  "%s says of each file that is not packed that it is in the repository",
  (document) => {
    const named = [
      ...proseOf(document).matchAll(/`([\w./-]*[./][\w./-]*\w)`(?! in the\srepository)/g),
    ];
    const elsewhere = named
      .map(([, name = ""]) => join(name))
      .filter((name) => existsSync(join(ROOT, name)));
    expect(elsewhere.filter((name) => !leadsTo(name))).toEqual([]);
  },
);

test("the file that pages tell to install is the one that `npm pack` makes", () => {
  const pages = [...documents, "deploy/systemd/assay.service"].map((path) => join(checkout, path));
  const texts = [...pages, join(ROOT, "editors/vscode/README.md")].map((path) =>
    readFileSync(path, "utf8"),
  );
  const named = texts.flatMap((text) => text.match(/[\w.-]+\.tgz/g) ?? []);
  expect(new Set(named)).toEqual(new Set([filename]));
});

test("what is packed is what the build makes, the rules, the pages and the examples: no sources, tests or maps", () => {
  const needed = ["dist/cli/main.js", "dist/service/live/files-check-worker.js"];
  expect(paths).toEqual(
    expect.arrayContaining([...needed, "dist/web/manifest.json", "rules/rule.schema.json"]),
  );
  expect(documents).toEqual(
    expect.arrayContaining(["README.md", "docs/deploy.md", "rules/README.md"]),
  );
  const always = ["LICENSE", "README.md", "package.json"];
  const others = paths.filter(
    (path) => ![...always, ...PACKED].some((name) => `${path}/`.startsWith(`${name}/`)),
  );
  expect(others).toEqual([]);
  expect(paths.filter((path) => /\.map$|\.mjs$|\.png$|(?<!\.d)\.ts$|tsconfig/.test(path))).toEqual(
    [],
  );
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

slowTest("publint and attw find nothing wrong with the package", async () => {
  const tools = join(ROOT, "test/tools/node_modules");
  await run(process.execPath, [join(tools, "publint/src/cli.js"), tarball, "--strict"]);
  // It is for ES modules alone: `require` cannot load it in Node 20.
  const attw = [
    join(tools, "@arethetypeswrong/cli/dist/index.js"),
    tarball,
    "--profile",
    "esm-only",
  ];
  await run(process.execPath, attw);
});

/**
 * An empty folder into which npm has installed the tarball, with the versions of our own lock file.
 * npm has these in its cache since it installed them here, so this works without a registry too.
 */
async function installed(): Promise<string> {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const needed = Object.entries<{ dev?: boolean }>(lock.packages).filter(
    ([path, { dev }]) => path !== "" && !dev,
  );
  const dependencies = { assay: `file:${tarball}` };
  const { name: _, ...own } = lock.packages[""];
  const packages = {
    "": { dependencies },
    "node_modules/assay": { ...own, devDependencies: undefined, resolved: dependencies.assay },
    ...Object.fromEntries(needed),
  };
  const folder = temporaryFolder({
    "package.json": { private: true, type: "module", dependencies },
    "package-lock.json": { lockfileVersion: 3, packages },
  });
  await npm(["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  return folder;
}

describe("in an empty folder, the installed package", () => {
  let folder: string;
  let assay: string;
  beforeAll(async () => {
    folder = await installed();
    assay = join(folder, "node_modules/.bin/assay");
  });

  test("brings at most 170 packages", async () => {
    const { stdout: listed } = await npm(["ls", "--all", "--parseable"], folder);
    expect(listed.trim().split("\n").length).toBeLessThan(170);
  });

  test("has types that a strict project accepts, a library that runs, and a command line", async () => {
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
    const typeRoots = [join(ROOT, "node_modules/@types")];
    const strict = {
      strict: true,
      module: "nodenext",
      target: "es2023",
      types: ["node"],
      typeRoots,
      skipLibCheck: false,
    };
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: strict, files: ["use.mts"] }),
    );
    // What it prints says what is wrong.
    expect(
      (await run(process.execPath, [TSC], { cwd: folder }).catch((error) => error)).stdout,
    ).toBe("");
    const { stdout: printed } = await run(process.execPath, ["use.mjs"], { cwd: folder });
    expect(printed).toMatch(/^function true /);
    await writeFile(join(folder, "request.json"), printed.slice("function true ".length));
    const validated = await npm(
      ["exec", "--no", "--", "assay", "validate", "request.json"],
      folder,
    );
    expect(validated.stdout).toContain("valid");
  });

  test("serves HTTP, with its own rules and a development key, and ends at a signal", async () => {
    const child = startProgram(assay, ["serve"], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (printed.includes('"listening"')) break;
    }
    const [, url] = /"baseUrl":"([^"]+)"/.exec(printed) ?? [];
    const [, key] = /^development key: (.+)$/m.exec(printed) ?? [];
    const response = await fetch(`${url}/api/validate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: readFileSync(join(folder, "node_modules/assay/examples/tide-table.json")),
    });
    expect(await response.json()).toMatchObject({
      valid: false,
      summary: { errors: 2, fixable: 2 },
    });
    expect((await fetch(`${url}/playground`, { headers: { Accept: "text/html" } })).status).toBe(
      200,
    );
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });

  test("repairs tool calls in every hook of docs/tool-calls.md", async () => {
    for (const name of ["ai", "@langchain/core", "@modelcontextprotocol/sdk"]) {
      await mkdir(dirname(join(folder, "node_modules", name)), { recursive: true });
      await symlink(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
    }
    await cp(join(ROOT, "examples/tool-calls"), join(folder, "tool-calls"), { recursive: true });
    const { stdout: printed } = await run(process.execPath, ["tool-calls/try.js"], { cwd: folder });
    expect(JSON.parse(printed)).toEqual(EXPECTED_OF_HOOKS);
  });

  test("serves an MCP client over stdio", async () => {
    const served = run(assay, ["mcp"], { cwd: folder });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listDomains" } };
    served.child.stdin?.end(`${JSON.stringify(call)}\n`);
    expect(JSON.parse((await served).stdout).result.structuredContent.domains).toHaveLength(1);
  });
});
