import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { browserBundle } from "./bundle-options.js";

/** Scripts of pages, by the name that pages use for them. esbuild puts shared code into files of its own. */
const SCRIPTS = {
  theme: "web/site/theme.ts",
  site: "web/site/site.ts",
  reference: "web/site/reference.ts",
  playground: "web/playground/main.tsx",
};
/** Files that stand alone. */
const OTHERS = {
  site: "web/site/site.css",
  playground: "web/playground/playground.css",
  worker: "web/playground/worker.ts",
  "schema-worker": "web/playground/schema-worker.ts",
  favicon: "web/site/favicon.svg",
};
/** The name that pages use for what is made of a file of ours. Parts that are loaded later are entry points of packages too. */
const NAMES = new Map(
  [SCRIPTS, OTHERS].flatMap((entries) =>
    Object.entries(entries).map(([name, file]) => [file, name]),
  ),
);
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};
const FOLDER = "dist/web";

/** Names change with the content, so files can be cached forever. */
const OUTPUT = {
  outdir: FOLDER,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  metafile: true,
  write: false,
};

mkdirSync(FOLDER, { recursive: true });
const jsx = { jsx: "automatic", jsxImportSource: "preact" };
const bundles = await Promise.all([
  build({ ...browserBundle, ...OUTPUT, ...jsx, entryPoints: SCRIPTS, splitting: true }),
  build({ ...browserBundle, ...OUTPUT, entryPoints: OTHERS, loader: { ".svg": "copy" } }),
]);
const written = bundles.flatMap(({ outputFiles, metafile: { outputs } }) =>
  outputFiles.map(({ path, contents }) => {
    const file = basename(path);
    const name = NAMES.get(outputs[join(FOLDER, file)].entryPoint);
    const key = name === undefined ? file : `${name}${parse(file).ext}`;
    return [key, { ...write(file, contents), imports: importsOf(file, outputs) }];
  }),
);
const notices = noticesOf(bundles);
const noticesFile = `third-party-${createHash("sha256").update(notices).digest("hex").slice(0, 12)}.txt`;
const manifest = Object.fromEntries([...written, ["third-party.txt", write(noticesFile, notices)]]);
writeFileSync(join(FOLDER, "manifest.json"), JSON.stringify(manifest));
removeOthers(Object.values(manifest).map(({ file }) => file));

/** The files that a script imports at once. Pages load them together. */
function importsOf(file, outputs, seen = new Set()) {
  for (const { path, kind } of outputs[join(FOLDER, file)].imports) {
    if (kind !== "import-statement" || seen.has(basename(path))) continue;
    seen.add(basename(path));
    importsOf(basename(path), outputs, seen);
  }
  return [...seen];
}

/** The packages in bundles of esbuild with their licences, which ask to be passed on with the code. */
function noticesOf(bundles) {
  const files = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  );
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return [
      `${name} ${version} (${license})`,
      ...(text ? [readFileSync(join(folder, text), "utf8").trim()] : []),
    ];
  });
  return `${[...new Set(notices.map((lines) => lines.join("\n\n")))].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function write(file, contents) {
  // The name has a hash of the content, so a file that exists is the same; compressing takes most of the time.
  if (!existsSync(join(FOLDER, `${file}.gz`))) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(join(FOLDER, file), contents);
    writeFileSync(join(FOLDER, `${file}.br`), brotliCompressSync(contents, quality));
    writeFileSync(
      join(FOLDER, `${file}.gz`),
      gzipSync(contents, { level: constants.Z_BEST_COMPRESSION }),
    );
  }
  return { file, type: TYPES[parse(file).ext] };
}

/** Removes the files of earlier builds. */
function removeOthers(files) {
  const kept = new Set([
    "manifest.json",
    ...files.flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
  ]);
  for (const name of readdirSync(FOLDER)) if (!kept.has(name)) rmSync(join(FOLDER, name));
}
