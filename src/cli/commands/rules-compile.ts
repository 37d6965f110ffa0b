import { toNativeRules } from "../../engine/compile-spec.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { escapeJson } from "../../text/visible.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { locateRules } from "../locate.js";

export async function run(
  [domainId = "", version = ""]: readonly string[],
  { rules }: { readonly rules?: string },
  io: Io,
): Promise<number> {
  const catalog = await loadSpecs(locateRules(rules, io));
  const spec = catalog.get(domainId)?.versions.find((known) => known.version === version);
  if (spec === undefined) throw new CommandError(`there is no spec package "${domainId}/${version}"`);
  io.stdout.write(escapeJson(formatSpecValue(toNativeRules(spec))));
  return 0;
}
