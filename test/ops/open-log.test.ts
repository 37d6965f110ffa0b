import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Log, openLog } from "../../src/ops/log.js";

/** The lines that `write` makes the log write. */
async function linesOf(write: (log: Log["log"]) => void): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "log-"));
  const path = join(folder, "log");
  const fd = openSync(path, "a");
  try {
    const { log, flush } = openLog("info", fd);
    write(log);
    await flush();
    return readFileSync(path, "utf8").trimEnd().split("\n");
  } finally {
    closeSync(fd);
    await rm(folder, { recursive: true });
  }
}

test("an error is logged with its type, message and stack, each of bounded length", async () => {
  const lines = await linesOf((log) => {
    log.error({ err: new TypeError("a short one") }, "unexpected error");
    log.error({ err: new Error("x".repeat(100_000)) }, "unexpected error");
    log.error({ err: "y".repeat(100_000) }, "unexpected error");
  });
  const [short, long, other] = lines.map((line) => JSON.parse(line).err);
  expect(short).toEqual({ type: "TypeError", message: "a short one", stack: expect.stringContaining("open-log") });
  for (const { message, stack } of [long, other]) {
    expect(message).toHaveLength(4_000);
    expect(stack).toHaveLength(4_000);
  }
});

test("no line contains a character that controls a terminal, and none is changed", async () => {
  const detail = "\u001b[31m red \u009b2J \u202e right to left \u2028 \u007f, and é or 🙂";
  const [line = ""] = await linesOf((log) => log.warn({ detail }, "registry"));
  expect(JSON.parse(line)).toMatchObject({ detail });
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(line).toContain("é or 🙂");
});
