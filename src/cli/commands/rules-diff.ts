import type { CompiledSpec } from "../../engine/compile-spec.js";
import { escapeJson } from "../../ground/text/visible.js";
import { breakingChanges, diffVersions } from "../../workshop/diff/diff-versions.js";
import { CommandError, type RunCommand } from "../command.js";
import { findVersion, openDomain } from "../domain-folder.js";
import { diffMarkdown, diffText } from "../report/diff-report.js";
import { writeStyled } from "../report/terminal.js";

export const run: RunCommand = async (
  [domainId = "", from = "", to = ""],
  { json, markdown, rules },
  io,
) => {
  if (json === true && markdown === true)
    throw new CommandError("--json and --markdown cannot be combined");
  const domain = await openDomain(domainId, rules, io, [from, to]);
  const specOf = (name: string) => findVersion(domain, name).spec as CompiledSpec;
  const [before, after] = [specOf(from), specOf(to)];
  const diff = await diffVersions(before, after);
  if (json === true) io.stdout.write(`${escapeJson(JSON.stringify(diff, null, 2))}\n`);
  else if (markdown === true) io.stdout.write(diffMarkdown(diff));
  else writeStyled(io.stdout, io, (style) => diffText(diff, style));
  return breakingChanges(diff).length > 0 ? 1 : 0;
};
