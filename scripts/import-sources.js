import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Options of esbuild for Node: our own modules in one file, packages imported from node_modules. */
export const NODE_BUNDLE = {
  absWorkingDir: ROOT,
  bundle: true,
  packages: "external",
  external: ["#meta-validators"],
  platform: "node",
  format: "esm",
  target: "node20",
  logLevel: "warning",
};

/**
 * Imports TypeScript modules of this project, as one object with the exports of all. They are bundled
 * together, so that they share what they import. The bundle is in dist/, from where it finds packages
 * and rules.
 */
export async function importSources(...paths) {
  const outfile = `${ROOT}dist/${randomUUID()}.mjs`;
  const contents = paths.map((path) => `export * from "./${path}";`).join("\n");
  await build({ ...NODE_BUNDLE, stdin: { contents, resolveDir: ROOT }, outfile });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
