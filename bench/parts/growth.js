import { frozenRedis } from "../growth/frozen-redis.js";
import { keystroke } from "../growth/keystroke.js";
import { packages, registryLoad } from "../growth/reload.js";
import { records, registry, rules } from "../growth/sizes.js";
import { atMost } from "../report.js";

/** Measures how costs grow with the size of the input, or do not. */
export async function growth(options) {
  const measured = {};
  const parts = { records, registry, rules, packages, registryLoad, frozenRedis, keystroke };
  for (const [name, measure] of Object.entries(parts)) {
    measured[name] = await measure(options);
    options.log(`${name}: ${JSON.stringify(measured[name])}`);
  }
  const { frozenRedis: redis, packages: served } = measured;
  const [one, hundred] = [served[0], served.at(-1)];
  /** The cost at the largest size as a multiple of that at the smallest. */
  const growthOf = (points) => points.at(-1).micros / points[0].micros;
  return {
    title: "Growth",
    notes: [
      `While Redis is frozen under load a call takes ${redis.frozen.median.toFixed(1)} ms in the median and ${redis.frozen.max.toFixed(0)} ms at most; before, ${redis.healthy.median.toFixed(1)} and ${redis.healthy.max.toFixed(0)} ms.`,
    ],
    targets: [
      atMost(
        "records: cost of the 251st to 500th, × that of the 2nd to 250th",
        1.25,
        linearity(measured.records),
      ),
      atMost("registry: cost at its largest, × at 100 ids", 1.25, growthOf(measured.registry)),
      atMost("rules: cost of 300 with conditions, × that of ten", 3, growthOf(measured.rules)),
      atMost(
        "registry of 100,000 ids: longest block of the event loop while it loads, ms",
        50,
        measured.registryLoad,
      ),
      atMost("one package: start to the first answer, s", 1.5, one.startMillis / 1e3),
      atMost("one package: RSS after start, MB", 110, one.startMegabytes),
      atMost("100 packages: start to the first answer, s", 4, hundred.startMillis / 1e3),
      atMost("100 packages: from one changed title to its use, s", 1.5, hundred.reloadMillis / 1e3),
      atMost("100 packages: memory above that of one, MB", 40, hundred.megabytes - one.megabytes),
      atMost(
        "100 packages: longest block of the event loop in a reload, ms",
        100,
        hundred.blockMillis,
      ),
      atMost("frozen Redis: latency added to a call, ms", 100, redis.addedMillis),
      atMost(
        "language server: CPU of a keystroke in 60 KiB with 432 errors, ms",
        50,
        measured.keystroke,
      ),
    ],
    tables: [
      microsTable("Records of a valid candidate", "records", measured.records),
      microsTable("Ids in the registry", "ids", measured.registry),
      microsTable("Rules of the spec package with conditions", "rules", measured.rules),
      {
        title: "Released spec packages, and a reload after one title has changed",
        head: [
          "packages",
          "start, ms",
          "CPU, ms",
          "memory, MB",
          "reload, ms",
          "CPU, ms",
          "longest block, ms",
        ],
        rows: served.map(({ size, startMegabytes, ...figures }) => [
          size,
          ...Object.values(figures).map((figure) => figure.toFixed(0)),
        ]),
      },
    ],
  };
}

/** The cost per record in the upper half, divided by that in the lower half: 1 if they are equal. */
function linearity(points) {
  const at = (size) => points.find((point) => point.size === size);
  const perRecord = (from, to) => (at(to).micros - at(from).micros) / (to - from);
  return perRecord(250, 500) / perRecord(1, 250);
}

function microsTable(title, unit, points) {
  return {
    title,
    head: [unit, "µs"],
    rows: points.map(({ size, micros }) => [size.toLocaleString("en"), micros.toFixed(1)]),
  };
}
