import { build } from "esbuild";

const [entry = "src/main.ts", outfile = "dist/main.js"] = process.argv.slice(2);

/**
 * The service and all that it imports in one file: to load hundreds takes a third of the time to start. `npm start` runs it;
 * the library and the command line stay as tsc compiles them.
 */
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  // Loaded only where there is a Redis.
  external: ["ioredis"],
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
});
