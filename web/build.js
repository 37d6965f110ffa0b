import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { browserBundle, wholeBundle } from "./bundle-options.js";

/** Scripts of pages, by the name that pages use for them. esbuild puts shared code into files of its own. */
const SCRIPTS = {
  theme: "web/site/theme.ts",
  site: "web/site/site.ts",
  reference: "web/site/reference.ts",
  playground: "web/playground/main.tsx",
  "rule-editor": "web/rule-editor/main.tsx",
};
/** Files that stand alone. */
const OTHERS = {
  "site.css": "web/site/site.css",
  "playground.css": "web/playground/playground.css",
  "worker.js": "web/playground/worker.ts",
  "rule-worker.js": "web/rule-editor/worker.ts",
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
const scripts = await build({
  ...browserBundle,
  entryPoints: SCRIPTS,
  splitting: true,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: FOLDER,
  metafile: true,
  write: false,
});
const others = await Promise.all(Object.entries(OTHERS).map(([name, entry]) => bundle(name, entry)));
const manifest = Object.fromEntries([
  ...scripts.outputFiles.map(script),
  ...others.map(({ name, outputFiles: [{ contents }] }) => [name, writeHashed(name, contents)]),
  ["third-party.txt", writeHashed("third-party.txt", noticesOf([scripts, ...others]))],
]);
writeFileSync(join(FOLDER, "manifest.json"), JSON.stringify(manifest));
removeOthers(Object.values(manifest).map(({ file }) => file));

async function bundle(name, entry) {
  const options = name === "rule-worker.js" ? wholeBundle : browserBundle;
  const loader = { ".svg": "copy" };
  const built = await build({ ...options, entryPoints: [entry], outdir: FOLDER, loader, metafile: true, write: false });
  return { name, ...built };
}

/** A script with the files that it imports at once, so that pages can load them together. */
function script({ path, contents }) {
  const { entryPoint } = scripts.metafile.outputs[join(FOLDER, basename(path))];
  const name = Object.keys(SCRIPTS).find((one) => SCRIPTS[one] === entryPoint);
  const written = write(basename(path), contents);
  const imports = importsOf(basename(path));
  return [name === undefined ? basename(path) : `${name}.js`, { ...written, imports }];
}

function importsOf(file, seen = new Set()) {
  for (const { path, kind } of scripts.metafile.outputs[join(FOLDER, file)].imports) {
    if (kind !== "import-statement" || seen.has(basename(path))) continue;
    seen.add(basename(path));
    importsOf(basename(path), seen);
  }
  return [...seen];
}

/** The packages in bundles of esbuild with their licences, which ask to be passed on with the code. */
function noticesOf(bundles) {
  const files = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    return [`${name} ${version} (${license})`, ...(text ? [readFileSync(join(folder, text), "utf8").trim()] : [])];
  });
  return `${[...new Set(notices.map((lines) => lines.join("\n\n")))].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Writes a file under a name that changes with its content, so that it can be cached forever. */
function writeHashed(name, contents) {
  const { name: stem, ext } = parse(name);
  return write(`${stem}-${createHash("sha256").update(contents).digest("hex").slice(0, 12)}${ext}`, contents);
}

function write(file, contents) {
  // Under this name there can only be these bytes, and compressing them takes most of the time.
  if (!existsSync(join(FOLDER, `${file}.gz`))) {
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(join(FOLDER, file), contents);
    writeFileSync(join(FOLDER, `${file}.br`), brotliCompressSync(contents, quality));
    writeFileSync(join(FOLDER, `${file}.gz`), gzipSync(contents, { level: constants.Z_BEST_COMPRESSION }));
  }
  return { file, type: TYPES[parse(file).ext] };
}

/** Removes the files of earlier builds. */
function removeOthers(files) {
  const kept = new Set(["manifest.json", ...files.flatMap((file) => [file, `${file}.br`, `${file}.gz`])]);
  for (const name of readdirSync(FOLDER)) if (!kept.has(name)) rmSync(join(FOLDER, name));
}
