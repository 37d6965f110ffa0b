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

/**
 * Replaces what json-rules-engine requires and the engine never calls: `run-rules.ts` resolves paths, facts are not cached,
 * and nobody listens to events. Candidates are of draft 2020-12, not of the draft that AJV has by default, and use no
 * discriminators. Their schemas refer to their own parts alone (`#/$defs/…`), so that AJV has no addresses to resolve.
 * Together they are 15 % of the worker.
 */
const STAND_INS = {
  "jsonpath-plus": "",
  "hash-it": "",
  eventemitter2: "module.exports = function () {}; module.exports.prototype.emitAsync = async () => {};",
  "./refs/json-schema-draft-07.json": "module.exports = {};",
  "./vocabularies/discriminator": "module.exports = {};",
  "fast-uri":
    "exports.parse = exports.serialize = (uri) => uri;" +
    "exports.resolve = (base, uri) => (uri.startsWith('#') ? base.split('#')[0] + uri : uri);",
};

const standIns = {
  name: "stand-ins",
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(?:${Object.keys(STAND_INS).join("|")})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: "stand-in" }));
    onLoad({ filter, namespace: "stand-in" }, ({ path }) => ({ contents: STAND_INS[path] }));
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
  plugins: [browserModules, standIns],
  logLevel: "warning",
};

/** The same without stand-ins, for the editor of rules: the schema of rules has references to resolve. */
export const wholeBundle = { ...browserBundle, plugins: [browserModules] };
