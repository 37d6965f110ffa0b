import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLog } from "../../src/ops/log.js";

test("an error is logged with its type, message and stack, each of bounded length", async () => {
  const folder = await mkdtemp(join(tmpdir(), "log-"));
  const path = join(folder, "log");
  const fd = openSync(path, "a");
  try {
    const { log, flush } = openLog("info", fd);
    log.error({ err: new TypeError("a short one") }, "unexpected error");
    log.error({ err: new Error("x".repeat(100_000)) }, "unexpected error");
    log.error({ err: "y".repeat(100_000) }, "unexpected error");
    await flush();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const [short, long, other] = lines.map((line) => JSON.parse(line).err);
    expect(short).toEqual({ type: "TypeError", message: "a short one", stack: expect.stringContaining("open-log") });
    for (const { message, stack } of [long, other]) {
      expect(message).toHaveLength(4_000);
      expect(stack).toHaveLength(4_000);
    }
  } finally {
    closeSync(fd);
    await rm(folder, { recursive: true });
  }
});
