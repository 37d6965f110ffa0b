// Only the part that is used here: the published types pull in those of an old Redis client.
declare module "koa-ratelimit" {
  import type { Context, Middleware } from "koa";

  interface Options {
    db: {
      /**
       * Resolves to the calls left before this one, the end of the window in Unix seconds, and the
       * limit.
       */
      ratelimiter(key: string): Promise<[remaining: number, reset: number, total: number]>;
    };
    id: (context: Context) => string | false;
    max: number;
    duration: number;
    disableHeader?: boolean;
  }

  export default function ratelimit(options: Options): Middleware;
}
