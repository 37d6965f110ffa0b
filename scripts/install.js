import { spawnSync } from "node:child_process";

/** Installs the dependencies of a folder, unless they are there. npm runs this, and says where npm is. */
const [folder] = process.argv.slice(2);
const npm = (args, stdio) =>
  spawnSync(process.execPath, [process.env.npm_execpath, "--prefix", folder, ...args], { stdio })
    .status === 0;

if (!npm(["ls"], "ignore") && !npm(["ci", "--silent"], "inherit")) process.exit(1);
