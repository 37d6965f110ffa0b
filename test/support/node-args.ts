const preload = (code: string): string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(code)}`,
];

/**
 * Multiplies the short timers of the process, including those of its sockets: where something else
 * is tested, a busy machine must not look like a dead Redis or identity service.
 */
export const slowTimers = (times: number): string[] =>
  preload(`
    import { Socket } from "node:net";
    const slow = (ms) => (ms <= 1000 ? ms * ${times} : ms);
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (run, ms, ...rest) => setTimeout(run, slow(ms), ...rest);
    const { setTimeout: setSocketTimeout } = Socket.prototype;
    Socket.prototype.setTimeout = function (ms, ...rest) {
      return setSocketTimeout.call(this, slow(ms), ...rest);
    };
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, slow(ms));
  `);

/** Multiplies only the time that a fetch may take. */
export const slowFetches = (times: number): string[] =>
  preload(`
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms * ${times});
  `);

/** Divides the time that the HTTP server allows its clients. */
export const impatientServer = (times: number): string[] =>
  preload(`
    import http from "node:http";
    import { syncBuiltinESMExports } from "node:module";
    const { createServer } = http;
    const limits = ["headersTimeout", "requestTimeout", "connectionsCheckingInterval"];
    http.createServer = (...args) => {
      for (const name of limits) if (name in args[0]) args[0][name] /= ${times};
      return createServer(...args);
    };
    syncBuiltinESMExports();
  `);

export const clockAhead = (seconds: number): string[] =>
  preload(`
    const { now } = Date;
    Date.now = () => now() + ${seconds * 1000};
  `);
