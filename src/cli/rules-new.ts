import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandError, command } from "./command.js";
import { locateOwn } from "./locate.js";
import { copyVersion } from "./new/copy-version.js";
import { makeMinimal } from "./new/minimal-package.js";

export const rulesNewCommand = command(
  {
    name: "rules new",
    summary: "start a version of a spec package, or a whole domain",
    operands: ["DOMAIN", "VERSION"],
    options: {
      from: { type: "string", value: "VERSION", about: "copy this version of the domain instead of a minimal one" },
      rules: { type: "string", value: "DIR", about: "folder to make it in (RULES_DIR, ./rules)" },
    },
  },
  async ([domain = "", version = ""], { from, rules }, io) => {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(domain) || domain.length > 64)
      throw new CommandError(`"${domain}" is no name for a domain: use kebab-case, at most 64 characters`);
    for (const name of from === undefined ? [version] : [version, from]) {
      if (!/^v[1-9][0-9]*$/.test(name)) throw new CommandError(`"${name}" is no version: use v1, v2 and so on`);
    }
    const dir = locateOwn("RULES_DIR", rules, io);
    const folder = join(dir, domain, version);
    if (existsSync(folder)) throw new CommandError(`${folder} is there already`);
    if (from === undefined) await makeMinimal(dir, domain, version);
    else await copyVersion(join(dir, domain), from, version);
    // As this one was called: in a checkout by npm, which tells the name of its script.
    const program = io.env.npm_lifecycle_event === "assay" ? "npm run -s assay --" : "assay";
    io.stdout.write(`${folder} is a draft; edit it, then run: ${program} rules check ${dir}\n`);
    return 0;
  },
);
