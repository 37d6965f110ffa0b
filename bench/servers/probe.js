import { monitorEventLoopDelay } from "node:perf_hooks";

/** Loaded into every measured server, to report the resource usage of its process. */
const delay = monitorEventLoopDelay({ resolution: 1 });

const ORDERS = {
  usage() {},
  "watch-event-loop"() {
    delay.enable();
    delay.reset();
  },
  "collect-garbage"() {
    globalThis.gc();
  },
};

process.on("message", (order) => {
  ORDERS[order]();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({
    cpuMicros: user + system,
    rss,
    inUse: heapUsed + external,
    longestBlockMillis: delay.max / 1e6,
  });
});
// Neither the channel nor this listener may keep a stopping server alive.
process.channel?.unref();
