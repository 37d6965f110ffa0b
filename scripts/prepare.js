import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Builds what is packed. When npm installs a package from git globally, as pre-commit does, it calls
 * this in a clone without `node_modules`, and sets `npm_config_global`, which would mislead the npm
 * that runs here. npm also calls this after `npm ci` in a checkout, where commands build what they
 * need.
 */
const { npm_config_global: _, ...env } = process.env;
const run = (...args) => execFileSync(process.execPath, args, { stdio: "inherit", env });
const npm = (...args) => run(process.env.npm_execpath, ...args);

const { INIT_CWD, npm_command: command } = process.env;
if (INIT_CWD !== process.cwd() || (command !== "ci" && command !== "install")) {
  if (!existsSync("node_modules/esbuild"))
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent");
  npm("run", "-s", "build");
  run("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
}
