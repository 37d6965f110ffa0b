import type { CallFacts } from "../../proposals/results.js";
import type { Access } from "./admission.js";

declare module "koa" {
  /** What the steps of a request leave in `ctx.state` for later ones. */
  interface DefaultState extends CallFacts {
    requestId: string;
    access: Access | undefined;
    /** The id of the caller whose key or signature was verified. */
    caller?: string;
    /** Whether the request was counted. */
    isCounted?: boolean;
    /** The key of the quota that the request was counted against. */
    countedFor?: string;
    /** The JSON-RPC message of a request to MCP. */
    message?: unknown;
  }
}
