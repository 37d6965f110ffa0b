import { ClientAddress } from "../../src/auth/client-address.js";
import { parseTrustedProxies } from "../../src/auth/trusted-proxies.js";

test("an empty list trusts nobody", () => {
  expect(parseTrustedProxies(" , ")).toEqual([]);
});

test("an IPv4-mapped range is the IPv4 range", () => {
  const address = new ClientAddress(parseTrustedProxies("::ffff:10.0.0.0/104"));
  expect(address.rateLimitKey("10.9.9.9", "203.0.113.7")).toBe("203.0.113.7");
  expect(address.rateLimitKey("11.9.9.9", "203.0.113.7")).toBe("11.9.9.9");
});

test("every entry that is not an address or CIDR is reported", () => {
  const list = "10.0.0.0/8, localhost, 10.0.0.0/33, ::/129, 10.1/16, 10.0.0.0/8/8, 10.0.0.0/, 10.0.0.0/-1";
  expect(() => parseTrustedProxies(list)).toThrow(
    expect.objectContaining({
      errors: ["localhost", "10.0.0.0/33", "::/129", "10.1/16", "10.0.0.0/8/8", "10.0.0.0/", "10.0.0.0/-1"].map(
        (entry) => `${entry} is not an address or CIDR`,
      ),
    }),
  );
});
