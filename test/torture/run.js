import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { buildSync } from "esbuild";
import { NODE_BUNDLE } from "../../scripts/import-sources.js";

// As deep as the tests: they find the rules by a path relative to themselves.
const outfile = "dist/torture/main.mjs";
buildSync({ ...NODE_BUNDLE, entryPoints: ["test/torture/main.ts"], outfile });
process.exitCode =
  spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: "inherit" }).status ??
  1;
// What is in dist/ is published.
rmSync("dist/torture", { recursive: true });
