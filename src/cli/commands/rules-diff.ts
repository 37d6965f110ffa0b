import type { CompiledSpec } from "../../engine/compile-spec.js";
import { escapeJson } from "../../ground/text/visible.js";
import { breakingChanges, diffVersions } from "../../workshop/diff/diff-versions.js";
import { CommandError, type RunCommand } from "../command.js";
import { findVersion, loadDomainFolder } from "../domain-folder.js";
import { writeDiffMarkdown, writeDiffText } from "../report/diff-report.js";
import { writeStyled } from "../report/terminal.js";

export const run: RunCommand = async (
  [domainId = "", from = "", to = ""],
  { json, markdown, rules },
  io,
) => {
  if (json && markdown) throw new CommandError("--json and --markdown cannot be combined");
  const domain = await loadDomainFolder(domainId, io, { rules, drafts: [from, to] });
  const before = findVersion(domain, from).spec as CompiledSpec;
  const after = findVersion(domain, to).spec as CompiledSpec;
  const diff = await diffVersions(before, after);
  if (json) io.stdout.write(`${escapeJson(JSON.stringify(diff, null, 2))}\n`);
  else if (markdown) io.stdout.write(writeDiffMarkdown(diff));
  else writeStyled(io.stdout, io, (style) => writeDiffText(diff, style));
  return breakingChanges(diff).length > 0 ? 1 : 0;
};
