import { spawnSync } from "node:child_process";
import { buildSync } from "esbuild";

// Beside the packages that it imports, and as deep as the tests: they find the rules by a path relative to themselves.
const outfile = "node_modules/.torture/main.mjs";
buildSync({
  entryPoints: ["test/torture/main.ts"],
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
  outfile,
});
process.exitCode = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
