// The part that is used here: the published types bring those of an old Redis client with them.
declare module "koa-ratelimit" {
  import type { Context, Middleware } from "koa";

  interface Options {
    db: {
      /** Resolves to the calls left before this one, when the window ends in Unix seconds, and what is written as the limit. */
      ratelimiter(key: string): Promise<[remaining: number, reset: number, total: { toString(): string }]>;
    };
    id: (context: Context) => string | false;
    max: number;
    duration: number;
    headers?: { remaining: string; reset: string; total: string };
    errorMessage?: string;
  }

  export default function ratelimit(options: Options): Middleware;
}
