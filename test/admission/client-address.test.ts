import { type RunningService, startService } from "../support/service.js";
import { admitted, burst, call } from "./call.js";

describe("the address that a call is counted against", () => {
  let direct: RunningService;
  let behindProxy: RunningService;

  beforeAll(async () => {
    [direct, behindProxy] = await Promise.all([startService(), startService({ TRUSTED_PROXIES: "127.0.0.0/8" })]);
  });

  afterAll(() => Promise.all([direct.stop(), behindProxy.stop()]));

  async function admittedFrom(service: RunningService, addresses: string[]): Promise<number> {
    return admitted((await Promise.all(addresses.map((address) => burst(service.url, 1, address)))).flat());
  }

  test("100 X-Forwarded-For values made up by an untrusted peer share one quota", async () => {
    expect(
      await admittedFrom(
        direct,
        Array.from({ length: 100 }, (_, n) => `203.0.113.${n}`),
      ),
    ).toBe(20);
  });

  test("values to the left of the one added by the trusted proxy share one quota", async () => {
    const forged = Array.from({ length: 100 }, (_, n) => `203.0.113.${n}, 198.51.100.1`);
    expect(await admittedFrom(behindProxy, forged)).toBe(20);
  });

  test("hundreds of addresses of one /64 share one quota, and the next /64 has its own", async () => {
    const addresses = Array.from({ length: 200 }, (_, n) => `2001:db8:1:2:${(n * 65).toString(16)}::${n.toString(16)}`);
    expect(await admittedFrom(behindProxy, addresses)).toBe(20);
    expect(await admittedFrom(behindProxy, Array(30).fill("2001:db8:1:3::1"))).toBe(20);
  });

  test("two IPv4-mapped addresses have a quota each, the same as their IPv4 form", async () => {
    const mapped = ["::ffff:192.0.2.1", "::ffff:192.0.2.2"].flatMap((address) => Array<string>(30).fill(address));
    expect(await admittedFrom(behindProxy, mapped)).toBe(40);
    expect(await admittedFrom(behindProxy, ["192.0.2.1", "192.0.2.2", "::ffff:c000:201"])).toBe(0);
  });

  test("several X-Forwarded-For headers are read as one list", async () => {
    const headers = { "X-Forwarded-For": ["203.0.113.200", "192.0.2.77"] };
    const { url } = behindProxy;
    expect(admitted(await burst(url, 30, "192.0.2.77"))).toBe(20);
    expect((await call(`${url}/api/domains`, { headers })).status).toBe(429);
  });
});
