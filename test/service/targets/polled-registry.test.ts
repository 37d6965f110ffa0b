import { rename, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener } from "node:http";
import { join } from "node:path";
import {
  fileRegistry,
  httpRegistry,
  type RegistryEvent,
  type RegistryOptions,
} from "../../../src/service/targets/polled-registry.js";
import { atEnd } from "../../support/at-end.js";
import { eventually } from "../../support/eventually.js";
import { serve } from "../../support/serve.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const MIB = 1024 * 1024;
const listOf = (...ids: string[]) =>
  JSON.stringify({ generators: ids.map((id) => ({ id, name: "A generator" })) });

/** A registry of a server whose answer can change. */
async function registryAt(answer: RequestListener, options: Partial<RegistryOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const events: RegistryEvent[] = [];
  const source = { answer };
  const { url } = await serve((request, response) => {
    requests.push(request);
    source.answer(request, response);
  });
  const registry = httpRegistry(`${url}/generators`, {
    refreshSeconds: 0.01,
    maxStaleSeconds: 3600,
    report: (event) => events.push(event),
    ...options,
  });
  atEnd(() => registry.stop());
  return { source, requests, events, registry };
}

/**
 * Not the only failure there may be: on a busy machine, an attempt may end before the source has
 * answered.
 */
const hasFailed = (events: readonly RegistryEvent[], detail: string) =>
  events.some((event) => event.kind === "failed" && event.detail === detail);

describe("a registry behind a URL", () => {
  test("is loaded at the start and follows the source", async () => {
    const { source, registry } = await registryAt((_, response) =>
      response.end(listOf("person-name")),
    );
    await registry.start();
    await eventually(() => registry.current()?.has("person-name") === true);
    source.answer = (_, response) => response.end(listOf("street-address"));
    await eventually(() => registry.current()?.has("street-address") === true);
    expect(registry.current()?.has("person-name")).toBe(false);
  });

  test("asks only for changes, and a 304 resets the age of the list", async () => {
    let now = 0;
    const answer: RequestListener = (request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else response.setHeader("etag", '"v1"').end(listOf("person-name"));
    };
    const { registry, requests, events } = await registryAt(answer, { now: () => now });
    await registry.start();
    const loaded = registry.current();
    now = 5000;
    expect(registry.ageSeconds()).toBe(5);
    await eventually(() => registry.ageSeconds() === 0);
    expect(registry.current()).toBe(loaded);
    expect(requests[0]?.headers["if-none-match"]).toBeUndefined();
    expect(requests[1]?.headers["if-none-match"]).toBe('"v1"');
    expect(events).toEqual([{ kind: "loaded", ids: 1 }]);
  });

  const answers = (
    status: number,
    body?: string,
    headers: Record<string, string | number> = {},
  ): RequestListener => {
    return (_, response) => response.writeHead(status, headers).end(body);
  };
  test.each<[what: string, answer: RequestListener, detail: string]>([
    ["an error", answers(500, listOf("x")), "answered 500 instead of 200"],
    ["no content", answers(204), "answered 204 instead of 200"],
    ["an unexpected 304", answers(304), "answered 304 instead of 200"],
    [
      "a redirect",
      answers(302, "", { location: "/elsewhere" }),
      "answered 302; redirects are not followed, configure the final URL",
    ],
    ["no JSON", answers(200, "<html>"), "the document is not valid JSON"],
    [
      "another document",
      answers(200, '{"items":[]}'),
      'the document must have an array "generators" or "ids"',
    ],
    [
      "a bad entry",
      answers(200, '{"generators":[{"id":"a"},{"id":7}]}'),
      '/generators/1 must have an "id" that is a non-empty string',
    ],
    ["a dropped connection", (request) => request.socket.destroy(), "other side closed"],
    [
      "a truncated body",
      (request, response) => {
        response
          .writeHead(200, { "content-length": 1000 })
          .write("{", () => request.socket.destroy());
      },
      "other side closed",
    ],
    [
      "a body over 5 MiB",
      (_, response) => response.writeHead(200, { "content-length": 5 * MIB + 1 }).write("{"),
      "the response is larger than 5242880 bytes",
    ],
  ])("is not usable after %s, and retries until it is", async (_, answer, detail) => {
    const { source, registry, requests, events } = await registryAt(answer);
    await registry.start();
    await eventually(() => hasFailed(events, detail));
    expect([registry.current(), registry.ageSeconds(), registry.retryAfterSeconds()]).toEqual([
      undefined,
      undefined,
      1,
    ]);
    source.answer = (_, response) => response.end(listOf("person-name"));
    await eventually(() => registry.current()?.has("person-name") === true);
    expect(requests.every(({ url }) => url === "/generators")).toBe(true);
  });

  test("waits at most two seconds for a response that never starts or never ends", async () => {
    const silent: RequestListener = () => {};
    const dripping: RequestListener = (_, response) => {
      const drip = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(drip));
    };
    const giveUp = async (answer: RequestListener) => {
      const { registry, events } = await registryAt(answer, { refreshSeconds: 60 });
      await registry.start();
      expect(events).toEqual([{ kind: "failed", detail: "no complete response within 2 s" }]);
    };
    await Promise.all([giveUp(silent), giveUp(dripping)]);
  });

  test("serves the last list while the source fails, until the list is too old", async () => {
    let now = 0;
    const { source, registry, requests, events } = await registryAt(
      (_, response) => response.setHeader("etag", '"v1"').end(listOf("person-name")),
      { now: () => now, maxStaleSeconds: 60 },
    );
    await registry.start();
    source.answer = (request) => request.socket.destroy();
    await eventually(() => requests.length > 3);
    now = 60_000;
    expect(registry.current()?.has("person-name")).toBe(true);
    now = 60_001;
    expect(registry.current()).toBeUndefined();
    expect(events.map(({ kind }) => kind)).toEqual(["loaded", "failed"]);
    source.answer = (_, response) => response.writeHead(304).end();
    await eventually(() => registry.current() !== undefined);
    expect(events.map(({ kind }) => kind)).toEqual(["loaded", "failed", "loaded"]);
  });

  test("retries sooner after a failure than the refresh interval, and says when", async () => {
    const options = { refreshSeconds: 60, now: () => 0 };
    const { source, registry } = await registryAt(
      (_, response) => response.writeHead(500).end(),
      options,
    );
    await registry.start();
    expect(registry.retryAfterSeconds()).toBe(1);
    source.answer = (_, response) => response.end(listOf());
    await registry.start();
    expect(registry.retryAfterSeconds()).toBe(60);
  });

  test.each([
    ["counts the refresh interval from the request, not from the response", 1_500, 60, 3_600, 59],
    ["refreshes before the list is too old, however slow the response", 400, 10, 10, 8],
  ])("%s", async (_, tookMs, refreshSeconds, maxStaleSeconds, expected) => {
    let now = 0;
    const answer: RequestListener = (_, response) => {
      now += tookMs;
      response.end(listOf());
    };
    const { registry } = await registryAt(answer, {
      refreshSeconds,
      maxStaleSeconds,
      now: () => now,
    });
    await registry.start();
    expect(registry.retryAfterSeconds()).toBe(expected);
  });

  test("aborts the request in flight when it is stopped, and reports nothing more", async () => {
    const { registry, requests, events } = await registryAt(() => {});
    const started = registry.start();
    await eventually(() => requests.length === 1);
    registry.stop();
    await started;
    expect(events).toEqual([]);
    await eventually(() => requests[0]?.socket.destroyed === true);
  });
});

async function registryIn(content?: string) {
  const file = join(temporaryFolder(), "registry.json");
  const events: RegistryEvent[] = [];
  if (content !== undefined) await writeFile(file, content);
  const registry = fileRegistry(file, {
    refreshSeconds: 0.01,
    report: (event) => events.push(event),
  });
  atEnd(() => registry.stop());
  await registry.start();
  return { file, registry, events };
}

describe("a registry in a file", () => {
  test("is loaded at the start and again when the file is rewritten", async () => {
    const { file, registry, events } = await registryIn(listOf("first-one"));
    expect(registry.current()?.has("first-one")).toBe(true);
    await writeFile(file, listOf("second-one", "third-one"));
    await eventually(() => registry.current()?.has("second-one") === true);
    expect(registry.current()?.has("first-one")).toBe(false);
    expect(events.at(-1)).toEqual({ kind: "loaded", ids: 2 });
  });

  test("keeps the last good list while the file is invalid or missing, and reports each failure once", async () => {
    const { file, registry, events } = await registryIn(listOf("first-one"));
    await writeFile(file, '{"generators":[{"id":');
    await eventually(() => events.length === 2);
    expect(events[1]).toEqual({ kind: "failed", detail: "the document is not valid JSON" });
    expect(registry.current()?.has("first-one")).toBe(true);
    await rm(file);
    await eventually(() => events.length === 3);
    const detail = `${file} cannot be read: no such file or directory; check the path`;
    expect(events[2]).toEqual({ kind: "failed", detail });
    expect(registry.current()?.has("first-one")).toBe(true);
    // In one step: a poll may read a file that is still being written, and would load it twice.
    await writeFile(`${file}.new`, listOf("second-one"));
    await rename(`${file}.new`, file);
    await eventually(() => registry.current()?.has("second-one") === true);
    expect(events.slice(3)).toEqual([{ kind: "loaded", ids: 1 }]);
  });

  test("is not usable before the file exists", async () => {
    const { file, registry } = await registryIn();
    expect(registry.current()).toBeUndefined();
    expect(registry.ageSeconds()).toBeUndefined();
    expect(registry.retryAfterSeconds()).toBe(1);
    await writeFile(file, listOf("first-one"));
    await eventually(() => registry.current()?.has("first-one") === true);
  });
});
