import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { browserBundle } from "./web/bundle-options.js";
import { noticesOf } from "./web/third-party.js";

const [service = "src/main.ts", outfile = "dist/main.js"] = process.argv.slice(2);

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/**
 * Replaces the compiled module that compiles the meta-schemas by what it would compile: that takes a quarter of a
 * second, at every start. The bundles, the library and the tests take it from dist/.
 */
async function compileMetaSchemas() {
  const compiled = (file) => import(pathToFileURL(join("dist", file)).href);
  const { createAjv } = await compiled("json-schema/ajv.js");
  const { META_SCHEMAS } = await compiled("specs/meta/index.js");
  const ajv = createAjv({ code: { source: true, optimize: false }, schemas: META_SCHEMAS });
  const names = Object.fromEntries(Object.keys(META_SCHEMAS).map((name) => [name, name]));
  const contents = `
    import { equal } from "../../json/value.js";
    import { hasUniqueItems, isOneOf } from "../../json-schema/equality.js";
    import { codePoints } from "../../json-schema/lengths.js";
    const exports = {};
    ${standaloneCode.default(ajv, names)}
    export const metaValidator = (name) => exports[name];`;
  writeFileSync("dist/specs/meta/validators.js", contents);
}

const compiledMetaSchemas = {
  name: "compiled meta-schemas",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]specs[\\/]meta[\\/]validators\.ts$/ }, ({ path }) => ({
      contents: readFileSync("dist/specs/meta/validators.js", "utf8"),
      loader: "js",
      resolveDir: dirname(path),
    }));
  },
};

/** What koa-body needs to read forms, which are not read here. It computes hashes as it loads. */
const withoutForms = {
  name: "without forms",
  setup({ onLoad }) {
    onLoad({ filter: /koa-body[\\/].*[\\/]parse-with-formidable\.js$/ }, () => ({
      contents: "export default undefined;",
    }));
  },
};

const options = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  // Drops comments: V8 keeps the source of a script, in twice the bytes if one character is not Latin-1.
  minifyWhitespace: true,
  lineLimit: 120,
  sourcemap: true,
  sourcesContent: false,
  plugins: [compiledMetaSchemas, withoutForms],
  // An optional part of `debug` that is here only because tools need it.
  external: ["supports-color"],
  // CommonJS packages call `require`. esbuild does not see the names in a banner, so use one that no package uses.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: "warning",
};

/**
 * Keeps the Redis client and OpenTelemetry in their own files, loaded only if needed: the first takes a tenth of the
 * startup time and 25 MB.
 */
const separateParts = {
  name: "separate parts",
  setup({ onResolve }) {
    onResolve({ filter: /^ioredis$/ }, () => ({ path: "./ioredis.cjs", external: true }));
    onResolve({ filter: /^\.\/opentelemetry\.js$/ }, () => ({ path: "./opentelemetry.cjs", external: true }));
  },
};

const part = { format: "cjs", banner: {}, sourcemap: false };

/** A script, which can only `require`: V8 gives out the code of a module only before it has run. */
const script = {
  format: "cjs",
  supported: { "dynamic-import": false },
  define: { ...options.define, "import.meta.url": "__url" },
  banner: { js: "(function (require, __url) {" },
  footer: { js: "})" },
};

/**
 * Bundles the service, and the CLI, each with its imports: loading hundreds of files takes a third of the startup
 * time. `npm start` runs the bundle, which needs no installed packages. The library stays as compiled by tsc.
 */
const builds = [
  { entryPoints: [service], outfile, plugins: [...options.plugins, separateParts] },
  {
    ...part,
    stdin: { contents: 'export { Cluster, Redis } from "ioredis";', resolveDir: "." },
    outfile: join(dirname(outfile), "ioredis.cjs"),
  },
  { ...part, entryPoints: ["src/ops/opentelemetry.ts"], outfile: join(dirname(outfile), "opentelemetry.cjs") },
];
if (service === "src/main.ts") {
  rmSync("dist/cli", { recursive: true, force: true });
  // V8 takes code that was compiled from other sources, if only these have the same length.
  rmSync("dist/program.cjs.code", { force: true });
  builds.push(
    { ...script, entryPoints: ["src/program.ts"], outfile: "dist/program.cjs", plugins: builds[0].plugins },
    { entryPoints: ["src/cli/main.ts", "src/cli/worker.ts"], outdir: "dist/cli" },
    { ...script, entryPoints: ["src/cli/program.ts"], outfile: "dist/cli/program.cjs" },
  );
}
await compileMetaSchemas();
const built = await Promise.all(builds.map((one) => build({ ...options, metafile: true, ...one })));
writeFileSync(join(dirname(outfile), "third-party.txt"), noticesOf(built));

if (service === "src/main.ts")
  await Promise.all([cacheCode("dist/cli/program.cjs", "rules", "check"), cacheServiceCode()]);

// Over what tsc has written: in a browser, other modules stand in for those that need Node.
if (service === "src/main.ts")
  await build({ ...browserBundle, entryPoints: ["src/browser.ts"], outfile: "dist/browser.js" });

function cacheCode(...args) {
  return once(spawn(process.execPath, ["cache-code.js", ...args], { stdio: "ignore" }), "exit");
}

/** Of a start and a first request. Without rules that can be served, it keeps what was needed to find that out. */
async function cacheServiceCode() {
  const env = { PORT: "0", MANAGEMENT_PORT: "0" };
  const child = spawn(process.execPath, ["cache-code.js", "dist/program.cjs"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"msg":"listening"')) continue;
    await fetch(`http://127.0.0.1:${JSON.parse(line).port}/readyz`).catch(() => {});
    child.kill("SIGUSR2");
  }
  await exited;
}
