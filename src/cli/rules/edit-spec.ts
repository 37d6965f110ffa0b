import { readFile } from "node:fs/promises";
import { applyEdit, removal } from "../../json/edit-text.js";
import { JsonRanges } from "../../json/json-ranges.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { writeAtomically } from "../io.js";

type Changes = Readonly<Record<string, string | string[] | undefined>>;

/** Edits the spec.json of a version that has no errors. */
export async function editSpecFile(path: string, changes: Changes): Promise<void> {
  await writeAtomically(path, editSpec(await readFile(path, "utf8"), changes) as string);
}

/**
 * Sets properties of spec.json or, with undefined, removes them, and leaves every other byte as its author wrote it.
 * New properties come after `status`. Undefined if the text is not a spec.json.
 */
export function editSpec(text: string, changes: Changes): string | undefined {
  let edited = text;
  let after = "status";
  for (const [key, value] of Object.entries(changes)) {
    const read = JsonRanges.read(edited);
    if (!("ranges" in read)) return undefined;
    const { ranges } = read;
    const [here, previous] = [ranges.value(`/${key}`), ranges.value(`/${after}`)];
    if (previous === undefined) return undefined;
    if (value === undefined) {
      if (here !== undefined) edited = applyEdit(edited, removal(ranges, `/${key}`));
      continue;
    }
    const json = formatSpecValue(value).trimEnd().replaceAll("\n", "\n  ");
    const end = { from: previous.to, to: previous.to };
    edited = applyEdit(edited, here ? { ...here, insert: json } : { ...end, insert: `,\n  "${key}": ${json}` });
    if (here === undefined || here.from > previous.to) after = key;
  }
  return edited;
}
