import type { Middleware } from "koa";

/** Files for browsers, as the build has made them. */
export interface Assets {
  /** The path of a file by its logical name: "/assets/site-4f2a91c0.css". */
  href(logicalName: string): string;
  readonly serve: Middleware;
}
