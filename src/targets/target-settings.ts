/** One entry of the targets file, checked and with its defaults filled in. */
export type TargetSettings = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly domains: readonly string[];
  readonly registry: FileRegistrySettings | HttpRegistrySettings;
};

export type FileRegistrySettings = {
  /** Absolute. */
  readonly file: string;
};

export type HttpRegistrySettings = {
  readonly url: string;
  readonly refreshSeconds: number;
  readonly maxStaleSeconds: number;
};
