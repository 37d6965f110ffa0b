import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startService } from "./support/service.js";

const run = promisify(execFile);

test("the service is a bundle, beside the files of its pages, that needs no installed packages", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-bundle-"));
  try {
    for (const name of ["dist/main.js", "dist/program.cjs", "dist/web", "package.json", "rules", "config"])
      await cp(name, join(folder, name), { recursive: true });
    const service = await startService({}, [], folder);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("its source map leads to the sources, and V8 can store its code with one byte per character", async () => {
  const lines = (await readFile("dist/program.cjs", "latin1")).split("\n");
  const line = lines.findIndex((text) => text.includes("assay cannot start:"));
  const map = new SourceMap(JSON.parse(await readFile("dist/program.cjs.map", "utf8")));
  const { originalSource } = map.findEntry(line, lines[line]?.indexOf("assay cannot start:") ?? 0) as {
    originalSource: string;
  };
  expect(originalSource).toBe("../src/program.ts");
  expect(lines.at(-2)).toBe("//# sourceMappingURL=program.cjs.map");
  expect(lines.filter((text) => /[^\0-\x7f]/.test(text))).toEqual([]);
});

describe.each(["dist", "dist/cli"])("%s/main.js", (dist) => {
  test.each([
    ["without the code that V8 compiled", undefined],
    ["with code that V8 refuses", "of another version"],
  ])("runs %s", async (_, code) => {
    const folder = await mkdtemp(join(tmpdir(), "assay-main-"));
    try {
      for (const name of [`${dist}/main.js`, `${dist}/program.cjs`, "package.json"])
        await cp(name, join(folder, name), { dereference: true });
      if (code !== undefined) await writeFile(join(folder, dist, "program.cjs.code"), code);
      const { stdout } = await run(process.execPath, [join(folder, dist, "main.js"), "--help"]);
      expect(stdout).toContain("assay");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("has code that V8 accepts", async () => {
    const load = `
      const { readFileSync } = require("node:fs");
      const source = readFileSync("${dist}/program.cjs", "latin1");
      const cachedData = readFileSync("${dist}/program.cjs.code");
      console.log(new (require("node:vm").Script)(source, { cachedData }).cachedDataRejected);`;
    expect((await run(process.execPath, ["-e", load])).stdout).toBe("false\n");
  });
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
