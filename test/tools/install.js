import { spawnSync } from "node:child_process";

/** Installs the tools, unless they are there already. Run by npm, which says where it is itself. */
const npm = (args, stdio) =>
  spawnSync(process.execPath, [process.env.npm_execpath, "--prefix", "test/tools", ...args], { stdio }).status === 0;

if (!npm(["ls"], "ignore") && !npm(["ci", "--silent"], "inherit")) process.exit(1);
