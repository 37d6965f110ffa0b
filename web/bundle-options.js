import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * In a browser, `sha256.browser.ts` replaces `sha256.ts`, and so on: a browser lacks the modules of Node.
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

/** Options of esbuild for browsers. */
export const browserBundle = {
  bundle: true,
  platform: "browser",
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  plugins: [browserModules],
  logLevel: "warning",
};
