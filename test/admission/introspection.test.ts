import { eventually } from "../support/eventually.js";
import { IdentityServer } from "../support/identity-server.js";
import { type RunningService, startService } from "../support/service.js";
import { validate } from "./call.js";
import { clockThatJumps, MINUTE_PASSED, slowTimers } from "./node-args.js";
import { outputOf } from "./output-of.js";

const KEY = "ai_7Hq2-the-key-of-alice";
const OTHER_KEY = "ai_9Zx5-the-key-of-bob";

describe("a service with an identity service", () => {
  let identity: IdentityServer;
  let service: RunningService;
  let minutes: number;

  beforeEach(async () => {
    identity = await IdentityServer.start();
    identity.issue(KEY, { sub: "alice" });
    minutes = 0;
    const env = {
      IDENTITY_URL: identity.url,
      IDENTITY_CLIENT_ID: identity.clientId,
      IDENTITY_CLIENT_SECRET: identity.clientSecret,
      LOG_LEVEL: "trace",
    };
    service = await startService(env, [...slowTimers(2.5), ...clockThatJumps]);
  });

  afterEach(async () => {
    const output = await outputOf(service);
    await service.stop();
    await identity.stop();
    expect([KEY, OTHER_KEY, identity.clientSecret].filter((secret) => output.includes(secret))).toEqual([]);
  });

  const status = async (key = KEY) => (await validate(service.url, key)).status;

  async function advanceMinutes(count: number): Promise<void> {
    for (const end = minutes + count; minutes < end; minutes++) {
      service.process.kill("SIGUSR2");
      // One at a time: pending signals of the same kind are merged.
      await eventually(() => service.output().split(MINUTE_PASSED).length === minutes + 2);
    }
  }

  test("refuses a key within a minute of its revocation, and asks about a key once a minute", async () => {
    expect([await status(), await status()]).toEqual([200, 200]);
    expect(identity.introspections).toBe(1);
    identity.revoke(KEY);
    expect(await status()).toBe(200);
    await advanceMinutes(1);
    expect(await status()).toBe(401);
    expect(identity.introspections).toBe(2);
  });

  test("serves a known key for five minutes of an outage, and gives any other a Retry-After", async () => {
    identity.issue(OTHER_KEY, { sub: "bob" });
    expect(await status()).toBe(200);
    identity.condition = "silent";
    await advanceMinutes(4);
    expect(await status()).toBe(200);
    const other = await validate(service.url, OTHER_KEY);
    expect(other.status).toBe(503);
    expect(other.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    expect(JSON.parse(other.body)).toMatchObject({ code: "identity-unavailable" });
    await advanceMinutes(1);
    expect(await status()).toBe(503);
    identity.condition = "well";
    expect([await status(), await status(OTHER_KEY)]).toEqual([200, 200]);
    await outputOf(service);
    expect(service.logged("identity")).toMatchObject([{ level: "warn", detail: expect.stringMatching(/timeout/) }]);
  });
});
