/** Something wrong in a file of the rules folder, with what to do about it. */
export interface Fault {
  /** Relative to the rules folder. */
  file: string;
  /** RFC 6901, into that file. */
  pointer: string;
  detail: string;
}

/** Tells a fault of one file. */
export type Report = (pointer: string, detail: string) => void;

/** Every fault of every file at once: a maintainer should not meet them one by one. */
export class FaultySpecs extends Error {
  constructor(
    readonly faults: readonly Fault[],
    /** Of all that were found, faulty or not. */
    readonly domainIds: readonly string[] = [],
  ) {
    super(faults.map(({ file, pointer, detail }) => `${file}${pointer && ` at ${pointer}`}: ${detail}`).join("\n"));
  }
}
