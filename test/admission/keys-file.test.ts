import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { newKey } from "../../src/auth/stored-keys.js";
import { outputOf, validate } from "../support/call.js";
import { eventually } from "../support/eventually.js";
import { startService } from "../support/service.js";
import { temporaryFile } from "../support/temporary-file.js";

const alice = newKey("alice");
const file = await temporaryFile({ keys: [alice.entry] });
const service = await startService({ KEYS_FILE: file.path, RATE_LIMIT_CALLS: "100000", NODE_ENV: "production" });

describe("a service with a keys file", () => {
  beforeEach(async () => {
    await file.replace({ keys: [alice.entry] });
    await eventually(async () => (await status(alice.key)) === 200);
  });

  const status = async (key: string) => (await validate(service.url, key)).status;

  test("keeps the last good keys while the file is invalid, and logs that without quoting the file", async () => {
    await file.replace(`{ "keys": [ ${alice.key} `);
    await eventually(() => service.logged("the last good keys stay in use").length > 0);
    expect(service.logged("the last good keys stay in use")).toMatchObject([
      { level: "error", faults: [`${file.path}: is not valid JSON; fix its syntax`] },
    ]);
    expect(await status(alice.key)).toBe(200);
    expect((await outputOf(service)).includes(alice.key)).toBe(false);
  });

  test("accepts what `assay keys new` prints, once its entry is in the file", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ["dist/cli/main.js", "keys", "new", "carol"]);
    const [, key = "", entry = ""] = /^key: +(ai_\S+)\nentry: (.+)\n$/.exec(stdout) ?? [];
    await file.replace({ keys: [alice.entry, JSON.parse(entry)] });
    await eventually(async () => (await status(key)) === 200);
    expect(await outputOf(service)).toContain('"caller":"carol"');
  });
});
