import { readdirSync, readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** As they ship: the programs of other tests have their packages inside. */
const DIST = fileURLToPath(new URL("../dist", import.meta.url));

/** The file of `assay serve`, which the command line imports by `import()`. */
const service = readdirSync(join(DIST, "parts"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => join(DIST, "parts", name))
  .find((file) => readFileSync(file, "utf8").includes("assay cannot start:")) as string;

test("the source map of the service leads to the sources", async () => {
  const lines = (await readFile(service, "utf8")).split("\n");
  const line = lines.findIndex((text) => text.includes("assay cannot start:"));
  const map = new SourceMap(JSON.parse(await readFile(`${service}.map`, "utf8")));
  const { originalSource } = map.findEntry(
    line,
    lines[line]?.indexOf("assay cannot start:") ?? 0,
  ) as {
    originalSource: string;
  };
  expect(originalSource).toBe("../../src/service/serve.ts");
});

test("every function is in dist/ once: the program, its threads and the library share their parts", () => {
  const files = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) =>
    /^(?!web\/|browser\.js$|meta-validators\.js$).*\.js$/.test(name),
  );
  const functions = files.flatMap((name) => functionsIn(readFileSync(join(DIST, name), "utf8")));
  expect(functions.length).toBeGreaterThan(1_000);
  expect(functions.filter((one, at) => functions.indexOf(one) !== at)).toEqual([]);
});

/**
 * The functions and classes of a bundle, each after the module that it comes from, which esbuild
 * names in a comment.
 */
function functionsIn(bundle: string): string[] {
  let module = "";
  return bundle.split("\n").flatMap((line) => {
    module = /^\/\/ (src\/.*)$/.exec(line)?.[1] ?? module;
    return /^(?:async )?(?:function|var \w+ = class)\b/.test(line) ? [`${module}: ${line}`] : [];
  });
}

/** What a program imports when it starts; what it loads later, by `import()`, is not among them. */
function importsAtStart(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?:[^"';]* from )?"([^"]+)";$/gm,
  );
  return [...imports].flatMap(([, name = ""]) =>
    name.startsWith(".") ? importsAtStart(join(dirname(file), name), seen) : [name],
  );
}

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const packagesAtStart = (file: string) => {
  const imported = importsAtStart(file);
  return Object.keys(dependencies).filter((name) =>
    imported.some((one) => `${one}/`.startsWith(`${name}/`)),
  );
};

test("the service starts without the Redis client and the server of MCP", () => {
  const packages = [...packagesAtStart(join(DIST, "cli/main.js")), ...packagesAtStart(service)];
  expect(packages).toEqual(expect.arrayContaining(["koa", "pino"]));
  expect(packages.filter((name) => /^(ioredis|@modelcontextprotocol)/.test(name))).toEqual([]);
});

test("the library loads none of the packages that only the service needs", () => {
  expect(packagesAtStart(join(DIST, "index.js"))).toEqual([
    "@eslint-community/regexpp",
    "ajv",
    "ajv-formats",
    "canonicalize",
    "json-rules-engine",
  ]);
});

// Over plain HTTP, browsers accept gzip alone. The page and the spec package are compressed too,
// but made at run time.
test.each([
  ["br", 35_000],
  ["gz", 12_000],
])(
  "all that the playground loads has at most 300 KB, compressed: %s",
  async (encoding, madeAtRunTime) => {
    const manifest = JSON.parse(await readFile("dist/web/manifest.json", "utf8"));
    const names = [
      "theme.js",
      "site.css",
      "site.js",
      "playground.css",
      "playground.js",
      "worker.js",
      "favicon.svg",
    ];
    const files = new Set<string>();
    // A script names those that it imports. The search of the editor is loaded only by who
    // searches.
    const add = async (file: string): Promise<void> => {
      if (files.has(file)) return;
      files.add(file);
      const text = await readFile(`dist/web/${file}`, "utf8");
      if (text.includes("cm-search")) files.delete(file);
      else
        for (const [, imported = ""] of text.matchAll(/"\.\/([\w-]+\.js)"/g)) await add(imported);
    };
    for (const name of names) await add(manifest[name].file);
    const sizes = await Promise.all(
      [...files].map(async (file) => (await stat(`dist/web/${file}.${encoding}`)).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, madeAtRunTime)).toBeLessThan(300_000);
  },
);
