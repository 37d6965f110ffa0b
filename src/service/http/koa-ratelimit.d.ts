// The published types pull in those of an old Redis client.
declare module "koa-ratelimit" {
  import type { Context, Middleware } from "koa";

  interface Options {
    db: {
      ratelimiter(key: string): Promise<[remaining: number, reset: number, total: number]>;
    };
    id: (context: Context) => string | false;
    max: number;
    duration: number;
    disableHeader?: boolean;
  }

  export default function ratelimit(options: Options): Middleware;
}
