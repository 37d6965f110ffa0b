/** What the playground has to know about the service that it came from. The page carries it as JSON. */
export interface Instance {
  readonly baseUrl: string;
  /** What comes before every path: "" or, behind a proxy that serves a folder, "/assay". */
  readonly basePath: string;
  /** Where people get a key. */
  readonly keyUrl?: string;
  /** The path of the worker's script. */
  readonly worker: string;
  /** The largest request, in bytes. */
  readonly bodyLimit: number;
  readonly domains: readonly InstanceDomain[];
}

export interface InstanceDomain {
  readonly id: string;
  readonly title: string;
  /** Newest first. */
  readonly versions: readonly { readonly version: string; readonly status: string; readonly current: boolean }[];
  readonly targets: readonly { readonly id: string; readonly url: string }[];
}

/** What the editor of a rule has to know. */
export interface RuleInstance {
  readonly basePath: string;
  readonly worker: string;
  readonly domainId: string;
  readonly version: string;
  /** Its name. */
  readonly rule: string;
}
