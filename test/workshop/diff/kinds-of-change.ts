import { readFileSync } from "node:fs";
import { type Edits, edit, type Loose } from "../../support/rules-folder.js";

/** What a change does to candidates: some are refused or accepted now, or become other packages. */
export type Effect = "breaking" | "widening" | "repackaging";

/** One change of the first version of the data contracts, with all that it does to candidates. */
export interface KindOfChange {
  edit(source: Loose): void;
  /**
   * What each change does, by its pointer; an empty array where it does nothing to any candidate.
   */
  readonly expected: Readonly<Record<string, readonly Effect[]>>;
}

/** A kind of change in the JSON file, by pointers as a diff has them. */
interface Row extends Pick<KindOfChange, "expected"> {
  readonly set?: Edits;
  readonly remove?: readonly string[];
}

/** In a source, what is in spec.json is apart from the other files. */
const inSource = (pointer: string) =>
  /^\/(shape|rules|examples)\//.test(pointer) ? pointer : `/settings${pointer}`;

const parts: Record<string, Row[]> = JSON.parse(
  readFileSync(new URL("kinds-of-change.json", import.meta.url), "utf8"),
);

export const KINDS_OF_CHANGE: readonly KindOfChange[] = [
  ...Object.values(parts)
    .flat()
    .map(({ expected, set = {}, remove = [] }) => {
      const edits = [...Object.entries(set), ...remove.map((pointer) => [pointer, undefined])];
      const changes = edits.map(([pointer, value]) => [inSource(pointer as string), value]);
      return { expected, edit: (source: Loose) => edit(source, Object.fromEntries(changes)) };
    }),
  // Steps in another order that makes no difference.
  { edit: ({ settings }) => settings.normalize.reverse(), expected: {} },
];
