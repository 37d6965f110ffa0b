import type { AppError } from "../../proposals/errors/app-error.js";
import type { CallFacts } from "../../proposals/results.js";
import type { Access } from "./admission.js";
import type { Charge } from "./count-calls.js";

declare module "koa" {
  /** What the steps of a request leave in `ctx.state` for later ones. */
  interface DefaultState extends CallFacts {
    requestId: string;
    access: Access | undefined;
    /** The id of the caller whose key or signature was verified. */
    caller?: string;
    charge?: Charge;
    /** What is kept of a message to MCP, which waits as bytes. */
    message?: {
      /** Undefined until it was read. */
      readonly id?: string | number | null;
      /**
       * Why its tool must not work: the key of the caller or the JSON of the arguments is refused.
       */
      readonly refusal?: AppError | undefined;
    };
  }
}
