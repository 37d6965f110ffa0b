import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

/**
 * `node build.js` builds dist/. `node --import ./build.js PROGRAM` builds it only if what it is built from has
 * changed, then runs the program: in one process, since starting another takes a tenth of a second.
 */
const ROOT = fileURLToPath(new URL(".", import.meta.url));
const STAMP = join(ROOT, "dist/.built-from");
const FILES = [
  ...["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"],
  ...["bundle.js", "cache-code.js", "build.js"],
];
const FOLDERS = ["src", "web"];
/** The pages before the bundle, which is started once. */
const STEPS = [["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"], ["web/build.js"], ["bundle.js"]];

if (basename(process.argv[1] ?? "") === "build.js") build(digestOfInputs());
else if (isMainThread) buildIfChanged();

function buildIfChanged() {
  const digest = digestOfInputs();
  if (digest !== readStamp()) build(digest);
}

function build(digest) {
  rmSync(STAMP, { force: true });
  for (const args of STEPS) {
    // What is built may be about to write to stdout for a program that reads it.
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(STAMP, digest);
}

/**
 * Of the contents: a checkout, a copy or a clock that is wrong can give a changed file an old date. And of the version of
 * Node, whose V8 compiles some of it.
 */
function digestOfInputs() {
  const sources = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length));
  const hash = createHash("sha256").update(process.version);
  for (const file of [...FILES, ...sources.sort()]) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function readStamp() {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return undefined;
  }
}
