import { outputOf, validate } from "../support/call.js";
import { IdentityServer } from "../support/identity-server.js";
import { slowTimers } from "../support/node-args.js";
import { startService } from "../support/service.js";

const [ALICE, BOB] = ["ai_7Hq2-the-key-of-alice", "ai_9Zx5-the-key-of-bob"];

// test/auth/introspection-verifier.test.ts has how long a key stays known, by a clock of its own.
test("a service asks its identity service about a key, and logs no secret", async () => {
  const identity = await IdentityServer.start();
  identity.issue(ALICE, { sub: "alice" });
  const env = {
    IDENTITY_URL: identity.url,
    IDENTITY_CLIENT_ID: identity.clientId,
    IDENTITY_CLIENT_SECRET: identity.clientSecret,
    LOG_LEVEL: "trace",
  };
  const service = await startService(env, slowTimers(2.5));
  const status = async (key: string) => (await validate(service.url, key)).status;
  expect([await status(ALICE), await status(ALICE), await status(BOB)]).toEqual([200, 200, 401]);
  expect(identity.introspections).toBe(2);
  identity.condition = "failing";
  const other = await validate(service.url, "ai_3Rt8-the-key-of-carol");
  expect([other.status, JSON.parse(other.body).code]).toEqual([503, "identity-unavailable"]);
  expect(other.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(await status(ALICE)).toBe(200);
  const output = await outputOf(service);
  expect(service.logged("identity")).toMatchObject([{ level: "warn", detail: expect.stringMatching(/500/) }]);
  expect(service.logged("request")[0]).toMatchObject({ caller: "alice" });
  expect([ALICE, BOB, "the-key-of-carol", identity.clientSecret].filter((one) => output.includes(one))).toEqual([]);
});
