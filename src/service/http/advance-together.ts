import type { Middleware } from "koa";

/** Bounds how long the first response of a group waits for the others. */
const MAX_GROUP = 32;

/**
 * Lets the requests that arrive in one turn of the event loop advance together: each runs to its
 * next `await`, then the next request does. A call runs more code than the caches of a CPU hold,
 * and code that runs several times in a row is fetched once (decision 8). The requests share one
 * promise and nothing else, so an error rejects its own request only.
 */
export function advanceTogether(): Middleware {
  let group: Promise<void> | undefined;
  let size = 0;
  return async (_, next) => {
    if (group === undefined || size === MAX_GROUP) {
      const before = group;
      const mine: Promise<void> = new Promise((resolve) => {
        const start = () =>
          setImmediate(() => {
            if (group === mine) group = undefined;
            resolve();
          });
        if (before === undefined) start();
        else void before.then(start);
      });
      group = mine;
      size = 0;
    }
    size++;
    await group;
    return next();
  };
}
