import type { SpecWords } from "../../../src/proposals/place-info.js";

/** What explains the document in the editor. */
export interface Words {
  /** Undefined while the spec package is loading. */
  spec(): SpecWords | undefined;
  /** The last one that could be read. */
  candidate(): unknown;
}
