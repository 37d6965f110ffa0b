import { readFileSync } from "node:fs";
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** The machine on which the figures were measured, and its load. */
export function describeMachine() {
  const versions = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).dependencies;
  return {
    processor: `${cpus()[0].model.trim()}, ${availableParallelism()} cores, ${arch()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}`,
    "Node.js": `${process.version}, V8 ${process.versions.v8}`,
    "load average at the start": loadavg()[0].toFixed(2),
    "measured beside": Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", "),
  };
}
