import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { importSources } from "../../scripts/import-sources.js";
import { bodyOf, typical } from "../candidates/typical.js";
import { Connection } from "../load/connection.js";
import { atMost } from "../report.js";
import { KEY } from "../servers/constant.js";
import { startAssay } from "../servers/start-assay.js";

const { prepared, rawRequest } = await importSources(
  "test/attacks/recipe.ts",
  "test/support/raw-request.ts",
);
/** The most expensive bodies that are known, in turn. */
const WORST = JSON.parse(
  readFileSync(new URL("../../test/attacks/expensive-candidates.json", import.meta.url), "utf8"),
);
const CALLERS = 5;
const PLAIN_EVERY_MS = 20;

/** Five callers send many of the most expensive bodies at once. A sixth keeps making plain calls. */
export async function overload({ quick, log }) {
  const each = quick ? 20 : 100;
  const assay = await startAssay();
  const callOf = (caller, body) =>
    rawRequest({
      body,
      headers: { Authorization: `Bearer ${KEY}`, "X-Forwarded-For": `192.0.2.${caller}` },
    });
  const bodies = WORST.map(({ recipe }) => bodyOf(prepared(recipe)));
  const plain = callOf(CALLERS, bodyOf(typical()));
  const alone = new Connection(assay.port);
  const plainMillis = async () => {
    const sent = performance.now();
    const answer = await alone.ask(plain);
    if (statusOf(answer) !== 200) throw new Error(`a plain call got ${statusOf(answer)}`);
    return performance.now() - sent;
  };
  try {
    // A service that is attacked is warm.
    for (let call = 0; call < (quick ? 1_000 : 5_000); call++) await plainMillis();
    for (const body of bodies) await askOnce(assay.port, callOf(CALLERS, body));
    await assay.usage("watch-event-loop");
    const started = performance.now();
    let isOver = false;
    const flood = Array.from({ length: CALLERS * each }, (_, at) =>
      askOnce(assay.port, callOf(at % CALLERS, bodies[Math.floor(at / CALLERS) % bodies.length])),
    );
    const flooded = Promise.all(flood).finally(() => {
      isOver = true;
    });
    const plainCalls = [];
    while (!isOver) {
      plainCalls.push(await plainMillis());
      await sleep(PLAIN_EVERY_MS);
    }
    const statuses = {};
    for (const status of await flooded) statuses[status] = (statuses[status] ?? 0) + 1;
    const seconds = (performance.now() - started) / 1_000;
    const { longestBlockMillis } = await assay.usage();
    plainCalls.sort((one, other) => one - other);
    log(`${JSON.stringify(statuses)} in ${seconds.toFixed(0)} s`);
    return describe({ each, statuses, seconds, plainCalls, longestBlockMillis });
  } finally {
    alone.socket.destroy();
    await assay.stop();
  }
}

/** Sends a request on a connection of its own. Resolves to the status of the answer. */
async function askOnce(port, request) {
  const connection = new Connection(port);
  const answer = await connection.ask(request);
  connection.socket.destroy();
  return statusOf(answer);
}

function statusOf(answer) {
  return answer === undefined ? "no answer" : Number(answer.latin1Slice(9, 12));
}

function describe({ each, statuses, seconds, plainCalls, longestBlockMillis }) {
  const { 200: answered = 0, 503: refused = 0 } = statuses;
  const p99 = plainCalls[Math.floor(plainCalls.length * 0.99)];
  return {
    title: "Overload",
    notes: [
      `${CALLERS} callers send ${each} of the most expensive bodies each at once, in turn the ${WORST.length} of \`test/attacks/expensive-candidates.json\`; a sixth makes plain calls, one every ${PLAIN_EVERY_MS} ms. Wall-clock time, so run it on a quiet machine. In ${seconds.toFixed(0)} s, ${answered} were answered and ${refused} refused with 503 and the time to wait; the ${plainCalls.length} plain calls took ${plainCalls[plainCalls.length >> 1].toFixed(1)} ms in the median.`,
    ],
    targets: [
      atMost("expensive calls without an answer or a 503", 0, CALLERS * each - answered - refused),
      atMost("longest turn of the event loop meanwhile, ms", 100, longestBlockMillis),
      atMost("a plain call of another caller, 99th percentile, ms", 200, p99),
    ],
  };
}
