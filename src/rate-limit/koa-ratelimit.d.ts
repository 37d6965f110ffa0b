// The part that is used here: the published types bring those of an old Redis client with them.
declare module "koa-ratelimit" {
  import type { Context, Middleware } from "koa";

  interface Options {
    db: {
      /** Resolves to the calls left before this one, when the window ends in Unix seconds, and the limit. */
      ratelimiter(key: string): Promise<[remaining: number, reset: number, total: number]>;
    };
    id: (context: Context) => string | false;
    max: number;
    duration: number;
    disableHeader?: boolean;
    errorMessage?: string;
  }

  export default function ratelimit(options: Options): Middleware;
}
