import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * In a browser, `sha256.browser.ts` replaces `sha256.ts`, and so on: a browser lacks the modules of Node. A module of
 * ours only defines things, so one that nothing uses is left out, with the packages that only it needs.
 */
const browserModules = {
  name: "browser modules",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer }) => {
      const named = join(dirname(importer), path.replace(/\.js$/, ""));
      const found = [".browser.ts", ".ts", ".tsx"]
        .map((ending) => named + ending)
        .find((file) => existsSync(file));
      return found === undefined ? undefined : { path: found, sideEffects: false };
    });
  },
};

/** The formats ask AJV for one class, and its main module brings an older draft along. */
const formatsWithoutDraft = {
  name: "formats without a draft",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^ajv$/ }, ({ importer, resolveDir, kind }) =>
      /[\\/]ajv-formats[\\/]/.test(importer)
        ? resolve("ajv/dist/core.js", { resolveDir, kind })
        : undefined,
    );
  },
};

/** The rules engine brings JSONPath along, which nothing calls: our almanac finds facts by itself (`FactsAlmanac`). */
const noJsonPath = {
  name: "no JSONPath",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jsonpath-plus$/ }, ({ path }) => ({ path, namespace: "nothing" }));
    onLoad({ filter: /./, namespace: "nothing" }, () => ({ contents: "" }));
  },
};

/** Options of esbuild for browsers. */
export const browserBundle = {
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  plugins: [browserModules, formatsWithoutDraft, noJsonPath],
  logLevel: "warning",
};
