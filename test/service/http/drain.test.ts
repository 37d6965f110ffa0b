import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Drain, hardenedServer } from "../../../src/service/http/server.js";
import { atEnd } from "../../support/at-end.js";
import { eventually } from "../../support/eventually.js";
import { exampleRequest } from "../../support/example-request.js";
import { Load } from "../../support/load.js";
import { impatientServer } from "../../support/node-args.js";
import { ASSAY, startProgram } from "../../support/program.js";
import { type RawAnswer, RawConnection } from "../../support/raw-connection.js";
import { rawRequest } from "../../support/raw-request.js";
import { slowTest, someOf } from "../../support/runs.js";
import { serve } from "../../support/serve.js";
import { startService } from "../../support/service.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

// A busy machine must not look like a slow client, and the drain must not be over before the test
// has looked.
const start = () =>
  startService({ RATE_LIMIT_CALLS: "100000", DRAIN_SECONDS: "8" }, impatientServer(1 / 20));

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { headers: { connection: "close" } }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function refusesConnections(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  try {
    await once(socket, "connect");
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

slowTest(
  "a stopping service turns unready, answers all that arrives, and ends despite a body without end",
  async () => {
    const service = await start();
    const body = JSON.stringify(exampleRequest());
    const request = rawRequest({ body, headers: { Authorization: `Bearer ${service.key}` } });
    /** The connection of each client, which keeps it until an answer closes it. */
    const kept = new Map<number, RawConnection>();
    const ask = async (client: number): Promise<RawAnswer> => {
      const connection = kept.get(client) ?? (await RawConnection.open(service.url));
      kept.set(client, connection);
      connection.send(request);
      const answer = await connection.answer();
      if (answer.headers.get("Connection") === "close") kept.delete(client);
      return answer;
    };
    const load = new Load(8, 25, ask);
    atEnd(() => load.stop());
    const slow = await RawConnection.open(service.url);
    const quiet = await RawConnection.open(service.url);
    const endless = await RawConnection.open(service.url, { allowHalfOpen: true });
    for (const connection of [slow, endless]) connection.send(request.subarray(0, -100));
    await eventually(() => load.made.length > 200);

    const stopped = service.stop("SIGTERM");
    await eventually(async () => !(await isReady(service.url)));
    const unready = await fetch(`${service.url}/readyz`);
    expect([unready.status, await unready.json()]).toEqual([503, { status: "stopping" }]);
    // The time until a load balancer notices.
    const before = load.made.length;
    const hasLast = () => load.made.some(({ headers }) => headers.get("Connection") === "close");
    await eventually(
      () => (load.made.length > before + 10 && hasLast()) || load.rejected.length > 0,
    );
    await load.stop();
    expect(load.rejected).toEqual([]);
    expect(new Set(load.made.map(({ status }) => status))).toEqual(new Set([200]));

    // More signals change nothing: the service still drains.
    service.process.kill("SIGTERM");
    service.process.kill("SIGINT");

    await eventually(() => refusesConnections(service.url));
    slow.send(request.subarray(-100));
    quiet.send(rawRequest({ path: "/healthz" }));
    for (const connection of [slow, quiet]) {
      const answer = await connection.answer();
      expect([answer.status, answer.headers.get("Connection")]).toEqual([200, "close"]);
    }

    // The server would wait 200 s for the rest of the endless body, which is longer than this test
    // may take.
    expect(await stopped).toBe(0);
    expect(service.logged("stopping")).toHaveLength(1);
    expect(endless.socket.bytesRead).toBe(0);
    endless.socket.destroy();
  },
);

test("a request that arrives on an idle connection in the turn in which the server closes is answered", async () => {
  const server = hardenedServer(() => "http://localhost").on("request", (_, response) =>
    response.end("answered"),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const connection = await RawConnection.open(`http://127.0.0.1:${port}`);
  connection.send(rawRequest({ path: "/" }));
  await connection.answer();
  const finished = new Drain(server, 0).finish();
  connection.send(rawRequest({ path: "/" }));
  // The timer of the drain is due before the socket is read.
  for (const start = performance.now(); performance.now() < start + 20; );
  expect((await connection.answer()).body).toBe("answered");
  connection.socket.destroy();
  await finished;
});

slowTest("a signal to the process group stops npm start and leaves no process behind", async () => {
  const shell = join(temporaryFolder(), "sh");
  // Some shells are replaced by the command that they run; this one waits for it and forwards no
  // signal.
  await writeFile(shell, '#!/bin/sh\neval "$2"\nexit $?\n', { mode: 0o700 });
  // Without the build that precedes it: other tests use the built files.
  const npm = startProgram("npm", ["start", "--ignore-scripts", `--script-shell=${shell}`], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const group = -(npm.pid as number);
  atEnd(() => {
    try {
      process.kill(group, "SIGKILL");
    } catch {} // No process is left, as expected.
  });
  let output = "";
  let told = false;
  npm.stdout.on("data", (data) => {
    output += data;
    if (!told && output.includes('"msg":"listening"')) told = process.kill(group, "SIGTERM");
  });
  // Ends only when the last process that can write to it is gone.
  await once(npm.stdout, "end");
  expect(output).toContain('"msg":"stopping"');
});

test.each(someOf(["SIGTERM", "SIGINT"] as const, 2))(
  "%s during the start ends the service with 0",
  async (signal) => {
    const asked = new AbortController();
    // The start waits for this registry, which never answers.
    const { url } = await serve(() => asked.abort());
    const registry = { url, refreshSeconds: 60, maxStaleSeconds: 3600 };
    const target = { id: "shop", url: "http://localhost", domains: ["generator-option"], registry };
    const targets = temporaryFolder({ "targets.json": JSON.stringify({ targets: [target] }) });
    const child = startProgram(process.execPath, [ASSAY, "serve"], {
      env: { PORT: "0", TARGETS_FILE: join(targets, "targets.json") },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, exited] = [text(child.stdout), once(child, "exit")];
    await once(asked.signal, "abort");
    child.kill(signal);
    // Without a handler, the signal itself would end it, and it would be lost on process 1 of a
    // container.
    expect(await exited).toEqual([0, null]);
    expect(await output).not.toContain("listening");
  },
);
