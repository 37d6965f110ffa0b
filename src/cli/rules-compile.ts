import { toNativeRules } from "../engine/compile-spec.js";
import { loadSpecs } from "../specs/load-specs.js";
import { CommandError, command } from "./command.js";
import { formatJson } from "./format-json.js";
import { locateRules } from "./locate.js";

export const rulesCompileCommand = command(
  {
    name: "rules compile",
    summary: "print a spec package as json-rules-engine rules",
    operands: ["DOMAIN", "VERSION"],
    options: { rules: { type: "string", value: "DIR", about: "folders of the spec packages (RULES_DIR, ./rules)" } },
  },
  async ([domainId = "", version = ""], { rules }, io) => {
    const catalog = await loadSpecs(locateRules(rules, io));
    const spec = catalog.get(domainId)?.versions.find((known) => known.version === version);
    if (spec === undefined) throw new CommandError(`there is no spec package "${domainId}/${version}"`);
    io.stdout.write(formatJson(toNativeRules(spec)));
    return 0;
  },
);
