import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { boundedFetch } from "../../../src/ground/fetch/bounded-fetch.js";
import { eventually } from "../../support/eventually.js";
import { serve } from "../../support/serve.js";

const LIMIT = 10_000;
const TOO_LARGE = `the response is larger than ${LIMIT} bytes`;

async function fetchFrom(answer: RequestListener): Promise<number> {
  const { url } = await serve(answer);
  return (await boundedFetch(url, LIMIT, {})).body.length;
}

test.each<[how: string, send: (body: string) => RequestListener]>([
  [
    "with its length",
    (body) => (_, response) => response.setHeader("content-length", body.length).end(body),
  ],
  [
    "in chunks",
    (body) => (_, response) => response.write(body.slice(1), () => response.end(body.slice(0, 1))),
  ],
  [
    "compressed",
    (body) => (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync(body)),
  ],
])("a body that is sent %s may fill the limit, and not exceed it", async (_, send) => {
  await expect(fetchFrom(send("x".repeat(LIMIT)))).resolves.toBe(LIMIT);
  await expect(fetchFrom(send("x".repeat(LIMIT + 1)))).rejects.toThrow(TOO_LARGE);
});

test("a declared length over the limit is enough", async () => {
  await expect(
    fetchFrom((_, response) => response.writeHead(200, { "content-length": LIMIT + 1 }).write("{")),
  ).rejects.toThrow(TOO_LARGE);
});

test("an endless body is not read to its end", async () => {
  const MEBIBYTE = Buffer.alloc(1024 * 1024);
  let sent = 0;
  let isClosed = false;
  const endless: RequestListener = ({ socket }, response) => {
    const send = () => {
      while (!isClosed && response.write(MEBIBYTE)) sent++;
    };
    socket.on("close", () => {
      isClosed = true;
    });
    response.on("drain", send);
    send();
  };
  await expect(fetchFrom(endless)).rejects.toThrow(TOO_LARGE);
  await eventually(() => isClosed);
  expect(sent).toBeLessThan(20);
});
