import { spawnSync } from "node:child_process";

/** Installs the package in a folder, unless it is there already. Run by npm, which says where it is itself. */
const [folder] = process.argv.slice(2);
const npm = (args, stdio) =>
  spawnSync(process.execPath, [process.env.npm_execpath, "--prefix", folder, ...args], { stdio })
    .status === 0;

if (!npm(["ls"], "ignore") && !npm(["ci", "--silent"], "inherit")) process.exit(1);
