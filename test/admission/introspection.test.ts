import { eventually } from "../support/eventually.js";
import { IdentityServer } from "../support/identity-server.js";
import { startService } from "../support/service.js";
import { validate } from "./call.js";
import { clockThatJumps, MINUTE_PASSED, slowTimers } from "./node-args.js";
import { outputOf } from "./output-of.js";

const ALICE = "ai_7Hq2-the-key-of-alice";
const BOB = "ai_9Zx5-the-key-of-bob";
const CAROL = "ai_3Rt8-the-key-of-carol";

const identity = await IdentityServer.start();
const env = {
  IDENTITY_URL: identity.url,
  IDENTITY_CLIENT_ID: identity.clientId,
  IDENTITY_CLIENT_SECRET: identity.clientSecret,
  LOG_LEVEL: "trace",
};
const service = await startService(env, [...slowTimers(2.5), ...clockThatJumps]);

describe("a service with an identity service", () => {
  let minutes = 0;

  afterEach(async () => {
    const output = await outputOf(service);
    expect([ALICE, BOB, CAROL, identity.clientSecret].filter((secret) => output.includes(secret))).toEqual([]);
  });

  const status = async (key: string) => (await validate(service.url, key)).status;

  async function advanceMinutes(count: number): Promise<void> {
    for (const end = minutes + count; minutes < end; minutes++) {
      service.process.kill("SIGUSR2");
      // One at a time: pending signals of the same kind are merged.
      await eventually(() => service.output().split(MINUTE_PASSED).length === minutes + 2);
    }
  }

  test("refuses a key within a minute of its revocation, and asks about a key once a minute", async () => {
    identity.issue(ALICE, { sub: "alice" });
    expect([await status(ALICE), await status(ALICE)]).toEqual([200, 200]);
    expect(identity.introspections).toBe(1);
    identity.revoke(ALICE);
    expect(await status(ALICE)).toBe(200);
    await advanceMinutes(1);
    expect(await status(ALICE)).toBe(401);
    expect(identity.introspections).toBe(2);
  });

  test("serves a known key for five minutes of an outage, and gives any other a Retry-After", async () => {
    identity.issue(BOB, { sub: "bob" });
    identity.issue(CAROL, { sub: "carol" });
    expect(await status(BOB)).toBe(200);
    identity.condition = "silent";
    await advanceMinutes(4);
    expect(await status(BOB)).toBe(200);
    const other = await validate(service.url, CAROL);
    expect(other.status).toBe(503);
    expect(other.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    expect(JSON.parse(other.body)).toMatchObject({ code: "identity-unavailable" });
    await advanceMinutes(1);
    expect(await status(BOB)).toBe(503);
    identity.condition = "well";
    expect([await status(BOB), await status(CAROL)]).toEqual([200, 200]);
    await outputOf(service);
    expect(service.logged("identity")).toMatchObject([{ level: "warn", detail: expect.stringMatching(/timeout/) }]);
  });
});
