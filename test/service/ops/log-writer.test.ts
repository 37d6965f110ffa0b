import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LogWriter } from "../../../src/service/ops/log-writer.js";
import { eventually } from "../../support/eventually.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** The longest that a line waits to be written. */
const FLUSH_MS = 100;

let folder: string;
let fd: number;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => closeSync(fd));

const open = (path: string) => {
  fd = openSync(path, "a");
  return fd;
};
/** A pipe, opened as `flags` say. */
const openPipe = (flags: number) => {
  const path = join(folder, "fifo");
  if (!existsSync(path)) execFileSync("mkfifo", [path]);
  return openSync(path, flags | constants.O_NONBLOCK);
};
const chunk = Buffer.alloc(65_536);
/** What can be read at the moment. */
const readSome = (from: number, length = chunk.length) => {
  try {
    return chunk.toString("latin1", 0, readSync(from, chunk, { length }));
  } catch {
    return "";
  }
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

test("a line whose time is up during a slow write is written without waiting for a third", async () => {
  fd = openPipe(constants.O_RDWR);
  const writer = new LogWriter(fd);
  const long = `${"x".repeat(100_000)}\n`;
  writer.write(long);
  writer.write("next\n");
  // Timers of the same length end in the order of their starts: the time of the line is up before this one.
  await sleep(FLUSH_MS);
  let read = "";
  await eventually(() => {
    read += readSome(fd);
    return read === `${long}next\n`;
  });
});

test("after a line that is written in part, the next one starts on a new line, and only lost lines count", async () => {
  let reader = openPipe(constants.O_RDONLY);
  fd = openPipe(constants.O_WRONLY);
  const recovered: number[] = [];
  const writer = new LogWriter(fd, (dropped) => recovered.push(dropped));
  let read = "";
  const readMore = (bytes?: number) => {
    read += readSome(reader, bytes);
    return read;
  };
  // More than the pipe holds.
  for (const line of ["one\n", `two${"x".repeat(100_000)}\n`, "three\n"]) writer.write(line);
  await eventually(() => readMore(4) === "one\n");
  closeSync(reader);
  await writer.flush();
  expect(writer.dropped).toBe(2);
  reader = openPipe(constants.O_RDONLY);
  for (const line of ["four\n", "five\n"]) {
    writer.write(line);
    await eventually(() => readMore().endsWith(line));
  }
  expect(read).toMatch(/^one\ntwox+\nfour\nfive\n$/);
  expect(recovered).toEqual([2]);
  closeSync(reader);
});

test("a pipe that nobody reads does not delay the end for ever", async () => {
  fd = openPipe(constants.O_RDWR);
  const writer = new LogWriter(fd);
  const long = `${"x".repeat(100_000)}\n`;
  writer.write(long);
  writer.write("last\n");
  await writer.flush();
  writer.flushSync();
  expect(writer.dropped).toBe(1);
  // The rest would be written to whatever gets the descriptor next.
  let bytesRead = 0;
  await eventually(() => {
    bytesRead += readSome(fd).length;
    return bytesRead === long.length;
  });
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
