import { loadSpecs } from "../compiled.js";
import { cpuMicros } from "../measure.js";

/** Reports the cost of loading a folder. In its own process, since a second load would reuse compiled code. */
const used = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
const [before, start] = [used(), cpuMicros()];
const specs = await loadSpecs(process.argv[2]);
const cpuMillis = (cpuMicros() - start) / 1000;
process.send({ cpuMillis, megabytes: (used() - before) / 2 ** 20, domains: specs.size });
process.disconnect();
