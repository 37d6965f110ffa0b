import { JsonRanges } from "../json/json-ranges.js";
import { formatSpecValue } from "../specs/format-spec-file.js";

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** A string, or an array of strings. */
const VALUE = String.raw`(?:${STRING}|\[(?:[^\]"]|${STRING})*\])`;

type Value = string | string[];

/**
 * Sets properties of spec.json or, with undefined, removes them, and leaves every other byte as its author wrote it.
 * New properties come after `status`. Undefined if the text is not a spec.json.
 */
export function editSpec(text: string, changes: Readonly<Record<string, Value | undefined>>): string | undefined {
  let edited = text;
  let after = "status";
  for (const [key, value] of Object.entries(changes)) {
    const read = JsonRanges.read(edited);
    if (!("ranges" in read)) return undefined;
    const [here, previous] = [read.ranges.value(`/${key}`), read.ranges.value(`/${after}`)];
    if (previous === undefined) return undefined;
    const json = value === undefined ? "" : formatSpecValue(value).trimEnd().replaceAll("\n", "\n  ");
    if (here === undefined) {
      if (value !== undefined)
        edited = replaceAt(edited, previous.from, VALUE, (old) => `${old},\n  "${key}": ${json}`);
    } else if (value !== undefined) edited = replaceAt(edited, here.from, VALUE, () => json);
    else
      edited = replaceAt(
        edited,
        read.ranges.key(`/${key}`)?.from ?? 0,
        String.raw`${STRING}\s*:\s*${VALUE}\s*,\s*`,
        () => "",
      );
    if (value !== undefined) after = key;
  }
  return edited;
}

function replaceAt(text: string, offset: number, pattern: string, replace: (old: string) => string): string {
  return text.slice(0, offset) + text.slice(offset).replace(new RegExp(`^${pattern}`), replace);
}
