import { engine } from "./parts/engine.js";
import { growth } from "./parts/growth.js";
import { memory } from "./parts/memory.js";
import { repair } from "./parts/repair.js";
import { servers } from "./parts/servers.js";

/** Runs one part of the benchmark, in a process started by `run.js`. */
const [name, mode] = process.argv.slice(2);
const log = (line) => process.stderr.write(`${Math.round(performance.now() / 1000)} s ${name}: ${line}\n`);
const result = await { engine, repair, servers, growth, memory }[name]({ quick: mode === "quick", log });
process.send(result, () => process.disconnect());
