import type { SpecWords } from "../schema-at.js";

/** What explains the document in the editor. */
export interface Words {
  /** Undefined while the spec package is loading. */
  spec(): SpecWords | undefined;
  /** The last one that could be read. */
  candidate(): unknown;
}
