import { join, relative } from "node:path";
import { readBoundedSync, UnreadableFile } from "../../ground/files/bounded-file.js";
import { countedNoun } from "../../ground/text/quote.js";
import { visible } from "../../ground/text/visible.js";
import { formatSpecText } from "../../specs/format-spec-file.js";
import { foldersBelow, foldersIn, namesIn, RULES_DEPTH } from "../../specs/rules-folder.js";
import { MAX_SPEC_FILE_BYTES } from "../../specs/spec-file.js";
import { CommandError, noSuchError, type RunCommand } from "../command.js";
import { writeAtomically } from "../io.js";
import { locateRules, packagesIn } from "../locate.js";
import { exitCodeOfAll } from "../outcome.js";

export const run: RunCommand = async ([wanted = ""], options, io) => {
  const { rules, check = false } = options;
  const dirs = locateRules(rules, io);
  const known = packagesIn(dirs);
  if (wanted === "" && known.length === 0) throw new CommandError(`there is no spec package in ${dirs.join(" or ")}`);
  if (!["", ...known].includes(wanted)) throw noSuchError("spec package", wanted, known);
  const folders = dirs.flatMap((dir) => (wanted === "" ? foldersIn(dir) : [wanted]).map((name) => join(dir, name)));
  const paths = folders
    .flatMap((folder) => foldersBelow(folder, RULES_DEPTH - 1))
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".json"));
  let [changed, unreadable] = [0, 0];
  for (const path of paths) {
    const name = visible(relative(io.cwd, path));
    const text = textOf(path);
    const formatted = formatSpecText(text);
    if (formatted === text) continue;
    if (formatted === undefined) {
      unreadable++;
      io.stderr.write(`${name}: cannot be read as JSON; left as it is\n`);
      continue;
    }
    changed++;
    io.stdout.write(`${name}\n`);
    if (!check) await writeAtomically(path, formatted);
  }
  const verb = check ? "would be reformatted" : "reformatted";
  io.stdout.write(`${countedNoun(changed, "file")} ${verb}, ${paths.length - changed - unreadable} left unchanged\n`);
  return exitCodeOfAll({ failed: unreadable, invalid: check ? changed : 0 });
};

/** The text of a file; empty if it cannot be read, which is then reported like any text that is not JSON. */
function textOf(path: string): string {
  try {
    return readBoundedSync(path, MAX_SPEC_FILE_BYTES).toString();
  } catch (error) {
    if (error instanceof UnreadableFile) return "";
    throw error;
  }
}
