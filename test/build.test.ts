import { readFile, stat } from "node:fs/promises";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { inTemporaryFolder } from "./cli/temporary-folder.js";
import { loadedPackages } from "./support/loaded-scripts.js";
import { startService } from "./support/service.js";

test("the source map of the service leads to the sources", async () => {
  const lines = (await readFile("dist/main.js", "utf8")).split("\n");
  const line = lines.findIndex((text) => text.includes("assay cannot start:"));
  const map = new SourceMap(JSON.parse(await readFile("dist/main.js.map", "utf8")));
  const { originalSource } = map.findEntry(line, lines[line]?.indexOf("assay cannot start:") ?? 0) as {
    originalSource: string;
  };
  expect(originalSource).toBe("../src/main.ts");
});

test("the service loads the Redis client and the tracing SDK only if they are configured", async () => {
  await inTemporaryFolder(async (folder) => {
    const packages = ["koa", "ioredis", "@opentelemetry/sdk-trace", "@opentelemetry/exporter-trace-otlp-http"];
    const loadedWith = async (name: string, env: Record<string, string>) => {
      const service = await startService({ ...env, NODE_V8_COVERAGE: join(folder, name) });
      await service.stop("SIGTERM");
      return loadedPackages(join(folder, name), packages);
    };
    const nobody = "127.0.0.1:1";
    const configured = { REDIS_URL: `redis://${nobody}`, OTEL_EXPORTER_OTLP_ENDPOINT: `http://${nobody}` };
    expect(await loadedWith("plain", {})).toEqual(["koa"]);
    expect(await loadedWith("configured", configured)).toEqual(packages);
  });
});

// Over plain HTTP, browsers accept gzip alone. The page and the spec package are compressed too, but made at run time.
test.each([
  ["br", 35_000],
  ["gz", 12_000],
])("all that the playground loads has at most 300 KB, compressed: %s", async (encoding, madeAtRunTime) => {
  const manifest = JSON.parse(await readFile("dist/web/manifest.json", "utf8"));
  const names = ["theme.js", "site.css", "site.js", "playground.css", "playground.js", "worker.js", "favicon.svg"];
  const files = new Set<string>();
  // A script names those that it imports. The search of the editor is loaded only by who searches.
  const add = async (file: string): Promise<void> => {
    if (files.has(file)) return;
    files.add(file);
    const text = await readFile(`dist/web/${file}`, "utf8");
    if (text.includes("cm-search")) files.delete(file);
    else for (const [, imported = ""] of text.matchAll(/"\.\/([\w-]+\.js)"/g)) await add(imported);
  };
  for (const name of names) await add(manifest[name].file);
  const sizes = await Promise.all([...files].map(async (file) => (await stat(`dist/web/${file}.${encoding}`)).size));
  expect(sizes.reduce((sum, size) => sum + size, madeAtRunTime)).toBeLessThan(300_000);
});
