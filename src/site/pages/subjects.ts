import type { Dependencies } from "../../proposals/dependencies.js";

/** What pages are about, as the use cases have it. */
export type Domain = Dependencies["specs"] extends ReadonlyMap<string, infer One> ? One : never;
export type Spec = Domain["versions"][number];
