/** The facts that the playground needs about its service. The page contains them as JSON. */
export interface Instance {
  readonly baseUrl: string;
  /** The prefix of every path: "" or, behind a proxy that serves a folder, "/assay". */
  readonly basePath: string;
  /** The address where people get a key. */
  readonly keyUrl?: string;
  readonly worker: string;
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

/** The facts that the editor of a rule needs. */
export interface RuleInstance {
  readonly basePath: string;
  readonly worker: string;
  readonly domainId: string;
  readonly version: string;
  readonly rule: string;
}
