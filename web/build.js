import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { browserBundle } from "./bundle-options.js";
import { noticesOf } from "./third-party.js";

/** What pages refer to, by the name that they use for it. */
const ENTRIES = {
  "site.css": "web/site/site.css",
  "site.js": "web/site/site.ts",
  "playground.css": "web/playground/playground.css",
  "playground.js": "web/playground/main.tsx",
  "worker.js": "web/playground/worker.ts",
  "theme.js": "web/site/theme.ts",
  "reference.js": "web/site/reference.ts",
  "favicon.svg": "web/site/favicon.svg",
};
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};
const FOLDER = "dist/web";

mkdirSync(FOLDER, { recursive: true });
const bundles = await Promise.all(
  Object.entries(ENTRIES).map(async ([name, entry]) => ({ name, ...(await bundle(entry)) })),
);
const files = bundles.map(({ name, outputFiles: [{ contents }] }) => [name, contents]);
const manifest = Object.fromEntries(
  [...files, ["third-party.txt", noticesOf(bundles)]].map(([name, contents]) => [name, write(name, contents)]),
);
writeFileSync(join(FOLDER, "manifest.json"), JSON.stringify(manifest));
removeOthers(Object.values(manifest).map(({ file }) => file));

function bundle(entry) {
  return build({
    ...browserBundle,
    entryPoints: [entry],
    outdir: FOLDER,
    loader: { ".svg": "copy" },
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true,
    write: false,
  });
}

/** Writes a file under a name that changes with its content, so that it can be cached forever. */
function write(name, contents) {
  const { name: stem, ext } = parse(name);
  const file = `${stem}-${createHash("sha256").update(contents).digest("hex").slice(0, 12)}${ext}`;
  // Under this name there can only be these bytes, and compressing them takes most of the time.
  if (!existsSync(join(FOLDER, `${file}.gz`))) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(join(FOLDER, file), contents);
    writeFileSync(join(FOLDER, `${file}.br`), brotliCompressSync(contents, quality));
    writeFileSync(join(FOLDER, `${file}.gz`), gzipSync(contents, { level: constants.Z_BEST_COMPRESSION }));
  }
  return { file, type: TYPES[ext] };
}

/** Removes what an earlier build has written. */
function removeOthers(files) {
  const kept = new Set(["manifest.json", ...files.flatMap((file) => [file, `${file}.br`, `${file}.gz`])]);
  for (const name of readdirSync(FOLDER)) if (!kept.has(name)) rmSync(join(FOLDER, name));
}
