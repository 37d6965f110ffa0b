import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * In a browser, `sha256.browser.ts` stands in for `sha256.ts`, and so on: what Node brings along, a browser does not.
 */
const browserModules = {
  name: "browser modules",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer }) => {
      const replacement = join(dirname(importer), path.replace(/\.js$/, ".browser.ts"));
      return existsSync(replacement) ? { path: replacement } : undefined;
    });
  },
};

/** json-rules-engine requires it to resolve paths, which `facts.ts` does itself. It is 6 % of the worker. */
const withoutJsonPath = {
  name: "without jsonpath-plus",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^jsonpath-plus$/ }, ({ path }) => ({ path, namespace: "empty" }));
    onLoad({ filter: /^/, namespace: "empty" }, () => ({ contents: "" }));
  },
};

/** How esbuild bundles for browsers. */
export const browserBundle = {
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  plugins: [browserModules, withoutJsonPath],
  logLevel: "warning",
};
