// A load balancer for machines without haproxy: node balancer.mjs <port of an instance>…
// Each connection goes to the next instance whose /readyz is 200, or to another one if that is unreachable.
import { once } from "node:events";
import { get } from "node:http";
import { connect, createServer } from "node:net";

const CHECK_EVERY_MS = 100;
const instances = process.argv.slice(2).map((port) => ({ port: Number(port), ready: false }));
let turn = 0;

async function check(instance) {
  try {
    const request = get({ port: instance.port, path: "/readyz", agent: false });
    const [response] = await once(request, "response");
    response.resume();
    instance.ready = response.statusCode === 200;
  } catch {
    instance.ready = false;
  }
}

async function keepChecking(instance) {
  await check(instance);
  setTimeout(keepChecking, CHECK_EVERY_MS, instance);
}

function serve(client, untried) {
  const instance = untried.shift();
  if (instance === undefined) return client.destroy();
  const upstream = connect(instance.port, "127.0.0.1");
  const tryNext = () => serve(client, untried);
  upstream.once("error", tryNext);
  upstream.once("connect", () => {
    upstream.off("error", tryNext);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroySoon());
    }
  });
}

await Promise.all(instances.map(keepChecking));
const server = createServer((client) => {
  client.on("error", () => {});
  const ready = instances.filter((instance) => instance.ready);
  turn += 1;
  serve(
    client,
    ready.map((_, index) => ready[(turn + index) % ready.length]),
  );
});
await once(server.listen(0, "127.0.0.1"), "listening");
process.on("disconnect", () => process.exit());
process.send(server.address().port);
