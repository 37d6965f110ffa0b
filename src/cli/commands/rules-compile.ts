import { toNativeRules } from "../../engine/native-rules.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { escapeJson } from "../../text/visible.js";
import { CommandError, type Run } from "../command.js";
import { locateRules } from "../locate.js";

export const run: Run = async ([domainId = "", version = ""], { rules }, io) => {
  const catalog = await loadSpecs(locateRules(rules, io));
  const spec = catalog.get(domainId)?.versions.find((known) => known.version === version);
  if (spec === undefined) throw new CommandError(`there is no spec package "${domainId}/${version}"`);
  io.stdout.write(escapeJson(formatSpecValue(toNativeRules(spec))));
  return 0;
};
