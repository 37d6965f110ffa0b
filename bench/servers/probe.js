import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Loaded into every measured server before its own code: tells the parent on demand what the process uses. */
const delay = monitorEventLoopDelay({ resolution: 1 });

const ORDERS = {
  usage() {},
  "watch-event-loop"() {
    delay.enable();
    delay.reset();
  },
  "collect-garbage"() {
    setFlagsFromString("--expose-gc");
    runInNewContext("gc")();
  },
};

process.on("message", (order) => {
  ORDERS[order]();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ cpuMicros: user + system, rss, inUse: heapUsed + external, longestBlockMillis: delay.max / 1e6 });
});
// Neither the channel nor this listener keeps a server alive that is told to stop.
process.channel?.unref();
