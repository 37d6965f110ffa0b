import { toNativeRules } from "../../engine/native-rules.js";
import { escapeJson } from "../../ground/text/visible.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { noSuchError, type RunCommand } from "../command.js";
import { locateRules, packagesIn } from "../locate.js";

export const run: RunCommand = async ([domainId = "", version = ""], { rules }, io) => {
  const dirs = locateRules(rules, io);
  const catalog = await loadSpecs(dirs);
  const spec = catalog.get(domainId)?.versions.find((known) => known.version === version);
  if (spec === undefined) throw noSuchError("spec package", `${domainId}/${version}`, packagesIn(dirs));
  io.stdout.write(escapeJson(formatSpecValue(toNativeRules(spec))));
  return 0;
};
