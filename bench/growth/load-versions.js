import { loadSpecs } from "../compiled.js";
import { cpuMicros } from "../measure.js";

/** A process of its own, since what one load compiles the next would find done: tells what loading a folder takes. */
const used = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
const [before, start] = [used(), cpuMicros()];
const specs = await loadSpecs(process.argv[2]);
const cpuMillis = (cpuMicros() - start) / 1000;
process.send({ cpuMillis, megabytes: (used() - before) / 2 ** 20, domains: specs.size });
process.disconnect();
