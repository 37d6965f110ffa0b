/** One thing wrong in the targets file, or in a registry file that it names. */
export type TargetsFault = {
  readonly file: string;
  /** RFC 6901. */
  readonly pointer: string;
  readonly detail: string;
};
