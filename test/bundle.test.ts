import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService } from "./support/service.js";

const run = promisify(execFile);

test("the service is one file, beside those of its pages, that needs no installed packages", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  try {
    for (const name of ["dist/main.js", "dist/web", "package.json", "rules", "config"])
      await cp(name, join(folder, name), { recursive: true });
    const service = await startService({}, [], folder);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("its source map leads to the sources, and V8 can store its code with one byte per character", async () => {
  const lines = (await readFile("dist/main.js", "latin1")).split("\n");
  const line = lines.findIndex((text) => text.includes("assay cannot start:"));
  const map = new SourceMap(JSON.parse(await readFile("dist/main.js.map", "utf8")));
  const { originalSource } = map.findEntry(line, lines[line]?.indexOf("assay cannot start:") ?? 0) as {
    originalSource: string;
  };
  expect(originalSource).toBe("../src/main.ts");
  expect(lines.at(-2)).toBe("//# sourceMappingURL=main.js.map");
  expect(lines.filter((text) => /[^\0-\x7f]/.test(text))).toEqual([]);
});

test.each([
  ["without the code that V8 compiled", undefined],
  ["with code that V8 refuses", "of another version"],
])("the CLI runs %s", async (_, code) => {
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-"));
  try {
    for (const name of ["dist/cli/main.js", "dist/cli/program.cjs", "package.json"])
      await cp(name, join(folder, name), { dereference: true });
    if (code !== undefined) await writeFile(join(folder, "dist/cli/program.cjs.code"), code);
    const { stdout } = await run(process.execPath, [join(folder, "dist/cli/main.js"), "--version"]);
    expect(stdout.trim()).toBe(JSON.parse(await readFile("package.json", "utf8")).version);
  } finally {
    await rm(folder, { recursive: true });
  }
});

// Over plain HTTP, browsers accept gzip alone. The page and the spec package are compressed too, but made at run time.
test.each([
  ["br", 35_000],
  ["gz", 12_000],
])("all that the playground loads has at most 300 KB, compressed: %s", async (encoding, madeAtRunTime) => {
  const manifest = JSON.parse(await readFile("dist/web/manifest.json", "utf8"));
  const names = ["site.css", "site.js", "playground.css", "playground.js", "worker.js", "favicon.svg"];
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(`dist/web/${manifest[name].file}.${encoding}`)).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, madeAtRunTime)).toBeLessThan(300_000);
});
