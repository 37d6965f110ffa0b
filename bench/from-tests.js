import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const TESTS = new URL("../test/", import.meta.url);

/** A module of the tests, which are TypeScript. What it imports of the service are types alone. */
export async function fromTests(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, TESTS))],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
