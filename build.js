import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { importSources, NODE_BUNDLE } from "./scripts/import-sources.js";
import { browserBundle } from "./web/bundle-options.js";

/** The program, its threads, the library and the client: src/cli/main.ts becomes dist/cli/main.js, and so on. */
const ENTRIES = [
  "src/cli/main.ts",
  "src/service/live/files-check-worker.ts",
  "src/service/targets/read-ids-worker.ts",
  "src/index.ts",
  "src/client/client.ts",
];

// On standard error: `npm run assay` builds too, and its output may be read by a program.
if (!existsSync("dist/cli/main.js"))
  process.stderr.write("Building assay for the first time; this takes a moment.\n");

const built = await Promise.all([
  compileMetaSchemas(),
  buildEntries(),
  buildSchemaLibrary(),
  build({
    ...browserBundle,
    entryPoints: ["src/browser.ts"],
    outfile: "dist/browser.js",
    metafile: true,
  }),
]);
removeOthers(new Set(built.flatMap(({ metafile }) => Object.keys(metafile.outputs))));

/** Removes what an earlier build has left, but not the pages. Only now: a service may run from these files. */
function removeOthers(outputs) {
  for (const entry of readdirSync("dist", { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !file.startsWith(join("dist", "web")) && !outputs.has(file)) rmSync(file);
  }
}

/** `assay/schema` is one file with what it needs inside, because it is imported where little else of ours is. */
function buildSchemaLibrary() {
  return build({
    ...NODE_BUNDLE,
    packages: "bundle",
    entryPoints: ["src/schema-library.ts"],
    outfile: "dist/schema-library.js",
    minify: true,
    metafile: true,
  });
}

/** Together, so that code that several entries import, at once or by `import()`, is in dist/ once, in files of its own. */
function buildEntries() {
  return build({
    ...NODE_BUNDLE,
    entryPoints: ENTRIES,
    outbase: "src",
    outdir: "dist",
    chunkNames: "parts/[name]-[hash]",
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
  });
}

/**
 * AJV needs a quarter of a second to compile the meta-schemas: at every start of the service, in every run of the CLI
 * and in most test files. Its standalone code is only loaded.
 */
async function compileMetaSchemas() {
  const { createAjv, META_SCHEMA_NAMES } = await importSources(
    "src/schema/ajv.ts",
    "src/specs/rules-folder.ts",
  );
  const schemas = Object.fromEntries(
    META_SCHEMA_NAMES.map((name) => [name, JSON.parse(readFileSync(`rules/${name}`))]),
  );
  const ajv = createAjv({ messages: true, code: { source: true, optimize: false }, schemas });
  const names = Object.fromEntries(META_SCHEMA_NAMES.map((name) => [name, name]));
  const contents = `
    import { isEqual } from "./ground/json/value.js";
    import { countCodePoints, hasUniqueItems, isOneOf } from "./schema/keywords.js";
    const exports = {};
    ${standaloneCode.default(ajv, names)}
    export const metaValidator = (name) => exports[name];`;
  const stdin = { contents, resolveDir: "src" };
  return build({
    ...NODE_BUNDLE,
    stdin,
    outfile: "dist/meta-validators.js",
    minifyWhitespace: true,
    metafile: true,
  });
}
