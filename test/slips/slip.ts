import { readdirSync, readFileSync } from "node:fs";
import type { Json, JsonObject } from "../support/json.js";
import { type Change, changed } from "./change.js";

/**
 * A slip that authors make, as a change of a valid candidate, and what a careful reviewer would do
 * about it.
 */
export interface Slip extends Change {
  readonly title: string;
  /**
   * The candidate that was meant, as a change of the base too. Absent where the base itself was
   * meant.
   */
  readonly fixed?: Change;
  /**
   * True where a reviewer would apply the fix without asking, false where it should only be
   * offered, "never" where a repair must leave the candidate alone, because words would be lost or
   * a meaning would be guessed.
   */
  readonly sure: boolean | "never";
  /** Diagnostics that the answer must contain: the code by its pointer. */
  readonly reports?: Readonly<Record<string, string>>;
}

/** A slip with its surroundings. */
export interface Case extends Slip {
  readonly className: string;
  readonly sent: JsonObject;
  readonly meant: Json;
}

/**
 * The slips of one candidate, by class: each file of a folder holds a class, and `base.json` what
 * they change.
 */
export interface Corpus {
  readonly base: JsonObject;
  readonly cases: readonly Case[];
}

export function readCorpus(folder: URL): Corpus {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  const base: JsonObject = read("base.json");
  const files = readdirSync(folder).filter((file) => file !== "base.json");
  const cases = files.toSorted().flatMap((file) =>
    (read(file) as Slip[]).map((slip) => ({
      ...slip,
      className: file.replace(/\.json$/, ""),
      sent: changed(base, [slip]) as JsonObject,
      meant: changed(base, slip.fixed === undefined ? [] : [slip.fixed]),
    })),
  );
  return { base, cases };
}
