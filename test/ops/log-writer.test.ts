import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LogWriter } from "../../src/ops/log-writer.js";

let folder: string;
let fd: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "log-writer-"));
});
afterEach(async () => {
  closeSync(fd);
  await rm(folder, { recursive: true });
});

const open = (path: string) => {
  fd = openSync(path, "a");
  return fd;
};
const logFile = () => join(folder, "log");
const written = () => readFileSync(logFile(), "utf8");

test("lines are written in order, however many", async () => {
  const writer = new LogWriter(open(logFile()));
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`);
  for (const line of lines) writer.write(line);
  await writer.flush();
  expect(written()).toBe(lines.join(""));
  expect(writer.dropped).toBe(0);
});

test("waiting lines are written when the process exits", () => {
  const writer = new LogWriter(open(logFile()));
  writer.write("last\n");
  writer.flushSync();
  expect(written()).toBe("last\n");
});

test("lines that cannot be written are dropped and counted, and writing is tried again", async () => {
  const recovered: number[] = [];
  const writer = new LogWriter(open("/dev/full"), (dropped) => recovered.push(dropped));
  for (const line of ["one\n", "two\n"]) writer.write(line);
  await writer.flush();
  writer.write("three\n");
  await writer.flush();
  expect(writer.dropped).toBe(3);
  expect(recovered).toEqual([]);
  // A writable file with the same descriptor.
  closeSync(fd);
  expect(openSync(logFile(), "a")).toBe(fd);
  writer.write("four\n");
  await writer.flush();
  expect(written()).toBe("four\n");
  expect(recovered).toEqual([3]);
  writer.write("five\n");
  await writer.flush();
  expect(recovered).toEqual([3]);
});

test("a full disk does not throw when the process exits", () => {
  const writer = new LogWriter(open("/dev/full"));
  writer.write("last\n");
  writer.flushSync();
  expect(writer.dropped).toBe(1);
});

test("lines are dropped when more than 4 MiB are waiting", async () => {
  const writer = new LogWriter(open(logFile()));
  const line = `${"x".repeat(1_023)}\n`;
  for (let at = 0; at < 5_000; at++) writer.write(line);
  expect(writer.dropped).toBeGreaterThan(800);
  await writer.flush();
  expect(written().length).toBe((5_000 - writer.dropped) * 1_024);
});
