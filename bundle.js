import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const [entry = "src/main.ts", outfile = "dist/main.js"] = process.argv.slice(2);

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

const options = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  // Without comments: V8 keeps the text of a script, and in twice the bytes where one character of it is not Latin.
  minifyWhitespace: true,
  lineLimit: 120,
  sourcemap: true,
  sourcesContent: false,
  // What CommonJS packages call. esbuild does not see the names in a banner, so that one of a package's may be the same.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: "warning",
};

/** The Redis client stays a file of its own, loaded only where there is a Redis: it is a tenth of the time to start and 25 MB. */
const besideIt = {
  name: "redis client beside the service",
  setup({ onResolve }) {
    onResolve({ filter: /^ioredis$/ }, () => ({ path: "./ioredis.js", external: true }));
  },
};

/**
 * The service and all that it imports in one file: to load hundreds takes a third of the time to start. `npm start` runs it,
 * and no package is needed beside it; the library and the command line stay as tsc compiles them.
 */
await Promise.all([
  build({ ...options, entryPoints: [entry], outfile, plugins: [besideIt] }),
  build({
    ...options,
    stdin: { contents: 'export { Redis } from "ioredis";', resolveDir: "." },
    outfile: join(dirname(outfile), "ioredis.js"),
    sourcemap: false,
  }),
]);
