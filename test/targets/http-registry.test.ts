import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { PolledRegistry, RegistryEvent, RegistryOptions } from "../../src/targets/polled-registry.js";
import { httpRegistry } from "../../src/targets/polled-registry.js";
import { eventually } from "../support/eventually.js";
import { runs } from "../support/runs.js";

const MIB = 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(50 * MIB, " "));
const listOf = (...ids: string[]) => JSON.stringify({ generators: ids.map((id) => ({ id, name: "A generator" })) });

type Scene = {
  answer: RequestListener;
  requests: IncomingMessage[];
  registry: PolledRegistry;
  events: RegistryEvent[];
};

async function withServer(
  answer: RequestListener,
  body: (scene: Scene) => Promise<void>,
  options: Partial<RegistryOptions> = {},
): Promise<void> {
  const requests: IncomingMessage[] = [];
  const events: RegistryEvent[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    scene.answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const registry = httpRegistry(`http://127.0.0.1:${port}/generators`, {
    refreshSeconds: 0.01,
    maxStaleSeconds: 3600,
    report: (event) => events.push(event),
    ...options,
  });
  const scene: Scene = { answer, requests, registry, events };
  try {
    await body(scene);
  } finally {
    registry.stop();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}

const ATTEMPT_LIMIT_MS = 2_000;

/** Where something else is tested, a busy machine must not look like a source that does not answer in time. */
async function unhurried(run: () => Promise<void>): Promise<void> {
  const { setTimeout } = globalThis;
  const slow = (ms?: number) => (ms === ATTEMPT_LIMIT_MS ? 60_000 : ms);
  globalThis.setTimeout = ((callback: () => void, ms?: number) => setTimeout(callback, slow(ms))) as typeof setTimeout;
  try {
    await run();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

describe("a registry behind a URL", () => {
  test("is loaded at the start and follows the source", async () => {
    await withServer(
      (_, response) => response.end(listOf("person-name")),
      async (scene) => {
        await scene.registry.start();
        expect(scene.registry.current()?.has("person-name")).toBe(true);
        scene.answer = (_, response) => response.end(listOf("street-address"));
        await eventually(() => scene.registry.current()?.has("street-address") === true);
        expect(scene.registry.current()?.has("person-name")).toBe(false);
      },
    );
  });

  test("asks only for changes, and a 304 resets the age of the list", async () => {
    let now = 0;
    await withServer(
      (request, response) => {
        if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
        else response.setHeader("etag", '"v1"').end(listOf("person-name"));
      },
      async ({ registry, requests, events }) => {
        await registry.start();
        const loaded = registry.current();
        now = 5000;
        expect(registry.ageSeconds()).toBe(5);
        await eventually(() => registry.ageSeconds() === 0);
        expect(registry.current()).toBe(loaded);
        expect(requests[0]?.headers["if-none-match"]).toBeUndefined();
        expect(requests[1]?.headers["if-none-match"]).toBe('"v1"');
        expect(events).toEqual([{ kind: "loaded", ids: 1 }]);
      },
      { now: () => now },
    );
  });

  const refused: Record<string, [RequestListener, string]> = {
    "an error": [(_, response) => response.writeHead(500).end(listOf("x")), "answered 500 instead of 200"],
    "no content": [(_, response) => response.writeHead(204).end(), "answered 204 instead of 200"],
    "an unexpected 304": [(_, response) => response.writeHead(304).end(), "answered 304 instead of 200"],
    "a redirect": [
      (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      "answered 302; redirects are not followed, configure the final URL",
    ],
    "no JSON": [(_, response) => response.end("<html>"), "the document is not valid JSON"],
    "another document": [
      (_, response) => response.end('{"items":[]}'),
      'the document must have an array "generators" or "ids"',
    ],
    "a bad entry": [
      (_, response) => response.end('{"generators":[{"id":"a"},{"id":7}]}'),
      '/generators/1 must have an "id" that is a non-empty string',
    ],
    "a dropped connection": [(request) => request.socket.destroy(), "other side closed"],
    "a truncated body": [
      (request, response) => {
        response.writeHead(200, { "content-length": 1000 });
        response.write("{", () => request.socket.destroy());
      },
      "other side closed",
    ],
    "a declared length over 5 MiB": [
      (_, response) => response.writeHead(200, { "content-length": 5 * MIB + 1 }).write("{"),
      "the response is larger than 5242880 bytes",
    ],
    "a small body that decompresses to 50 MiB": [
      (_, response) => response.setHeader("content-encoding", "gzip").end(BOMB),
      "the response is larger than 5242880 bytes",
    ],
  };

  test.each(Object.entries(refused))("is not usable after %s, and retries until it is", async (_, [answer, detail]) => {
    await withServer(answer, async (scene) => {
      await unhurried(() => scene.registry.start());
      expect(scene.events).toEqual([{ kind: "failed", detail }]);
      expect(scene.registry.current()).toBeUndefined();
      expect(scene.registry.ageSeconds()).toBeUndefined();
      expect(scene.registry.retryAfterSeconds()).toBe(1);
      scene.answer = (_, response) => response.end(listOf("person-name"));
      await eventually(() => scene.registry.current()?.has("person-name") === true);
      expect(scene.requests.every(({ url }) => url === "/generators")).toBe(true);
    });
  });

  test("stops reading an endless response soon after 5 MiB", async () => {
    let sent = 0;
    let closed = false;
    const chunk = Buffer.alloc(MIB / 4, " ");
    await withServer(
      (request, response) => {
        request.socket.on("close", () => {
          closed = true;
        });
        const send = () => {
          while (!closed && response.write(chunk)) sent += chunk.length;
        };
        response.on("drain", send);
        send();
      },
      async ({ registry, events }) => {
        await registry.start();
        expect(events).toEqual([{ kind: "failed", detail: "the response is larger than 5242880 bytes" }]);
        await eventually(() => closed);
        expect(sent).toBeLessThan(20 * MIB);
      },
      { refreshSeconds: 60 },
    );
  });

  const { numRuns: MANY } = runs(10_000, 100_000);
  test(`accepts a list of ${MANY} generators that fills 5 MiB`, async () => {
    const list = listOf(...Array.from({ length: MANY }, (_, i) => `generator-${i.toString(36)}`));
    await withServer(
      (_, response) => response.end(list.padEnd(5 * MIB)),
      async ({ registry }) => {
        await registry.start();
        // A busy machine may need more than the two seconds that an answer has, and then asks again.
        await eventually(() => registry.current()?.size === MANY);
      },
      { refreshSeconds: 60 },
    );
  });

  test("waits at most two seconds for a response that never starts or never ends", async () => {
    const silent: RequestListener = () => {};
    const dripping: RequestListener = (_, response) => {
      const drip = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(drip));
    };
    const giveUp = (answer: RequestListener) =>
      withServer(
        answer,
        async ({ registry, events }) => {
          await registry.start();
          expect(events).toEqual([{ kind: "failed", detail: "no complete response within 2 s" }]);
        },
        { refreshSeconds: 60 },
      );
    await Promise.all([giveUp(silent), giveUp(dripping)]);
  });

  test("serves the last list while the source fails, until the list is too old", async () => {
    let now = 0;
    await withServer(
      (_, response) => response.setHeader("etag", '"v1"').end(listOf("person-name")),
      async (scene) => {
        await scene.registry.start();
        scene.answer = (request) => request.socket.destroy();
        await eventually(() => scene.requests.length > 3);
        now = 60_000;
        expect(scene.registry.current()?.has("person-name")).toBe(true);
        now = 60_001;
        expect(scene.registry.current()).toBeUndefined();
        expect(scene.events.map(({ kind }) => kind)).toEqual(["loaded", "failed"]);
        scene.answer = (_, response) => response.writeHead(304).end();
        await eventually(() => scene.registry.current() !== undefined);
        expect(scene.events.map(({ kind }) => kind)).toEqual(["loaded", "failed", "loaded"]);
      },
      { now: () => now, maxStaleSeconds: 60 },
    );
  });

  test("retries sooner after a failure than the refresh interval, and says when", async () => {
    await withServer(
      (_, response) => response.writeHead(500).end(),
      async (scene) => {
        await scene.registry.start();
        expect(scene.registry.retryAfterSeconds()).toBe(1);
        scene.answer = (_, response) => response.end(listOf());
        await scene.registry.start();
        expect(scene.registry.retryAfterSeconds()).toBe(60);
      },
      { refreshSeconds: 60, now: () => 0 },
    );
  });

  test("counts the refresh interval from the request, not from the response", async () => {
    let now = 0;
    await withServer(
      (_, response) => {
        now += 1_500;
        response.end(listOf());
      },
      async ({ registry }) => {
        await registry.start();
        expect(registry.retryAfterSeconds()).toBe(59);
      },
      { refreshSeconds: 60, now: () => now },
    );
  });

  test("refreshes before the list is too old, however slow the response", async () => {
    let now = 0;
    await withServer(
      (_, response) => {
        now += 400;
        response.end(listOf());
      },
      async ({ registry }) => {
        await registry.start();
        expect(registry.retryAfterSeconds()).toBe(8);
      },
      { refreshSeconds: 10, maxStaleSeconds: 10, now: () => now },
    );
  });

  test("aborts the request in flight when it is stopped, and reports nothing more", async () => {
    await withServer(
      () => {},
      async ({ registry, requests, events }) => {
        const started = registry.start();
        await eventually(() => requests.length === 1);
        registry.stop();
        await started;
        expect(events).toEqual([]);
        await eventually(() => requests[0]?.socket.destroyed === true);
      },
    );
  });
});
