import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { importSources, NODE_BUNDLE } from "./scripts/import-sources.js";
import { browserBundle } from "./web/bundle-options.js";

/** The programs, their threads, the library and the client: src/cli/main.ts becomes dist/cli/main.js, and so on. */
const ENTRIES = [
  "src/main.ts",
  "src/live/check-worker.ts",
  "src/cli/main.ts",
  "src/cli/worker.ts",
  "src/index.ts",
  "src/client/client.ts",
];

removeOldBuild();
await Promise.all([
  compileMetaSchemas(),
  ...ENTRIES.map(buildEntry),
  build({ ...browserBundle, entryPoints: ["src/browser.ts"], outfile: "dist/browser.js" }),
]);

/** Removes everything but the pages, which web/build.js replaces. */
function removeOldBuild() {
  mkdirSync("dist", { recursive: true });
  for (const name of readdirSync("dist")) if (name !== "web") rmSync(join("dist", name), { recursive: true });
}

/** What an entry imports by `import()` goes into files beside it, which are loaded when they are needed. */
async function buildEntry(entry) {
  const outdir = dirname(entry).replace("src", "dist");
  await build({
    ...NODE_BUNDLE,
    entryPoints: [entry],
    outdir,
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
  });
}

/**
 * AJV needs a quarter of a second to compile the meta-schemas: at every start of the service, in every run of the CLI
 * and in most test files. Its standalone code is only loaded.
 */
async function compileMetaSchemas() {
  const { createAjv, META_SCHEMAS } = await importSources("src/json-schema/ajv.ts", "src/specs/meta/index.ts");
  const ajv = createAjv({ code: { source: true, optimize: false }, schemas: META_SCHEMAS });
  const names = Object.fromEntries(Object.keys(META_SCHEMAS).map((name) => [name, name]));
  const contents = `
    import { equal } from "./json/value.js";
    import { hasUniqueItems, isOneOf } from "./json-schema/equality.js";
    import { codePoints } from "./json-schema/lengths.js";
    const exports = {};
    ${standaloneCode.default(ajv, names)}
    export const metaValidator = (name) => exports[name];`;
  const stdin = { contents, resolveDir: "src" };
  await build({ ...NODE_BUNDLE, stdin, outfile: "dist/meta-validators.js", minifyWhitespace: true });
}
