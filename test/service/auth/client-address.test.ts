import { ClientAddress } from "../../../src/service/auth/client-address.js";
import { readSettings } from "../../../src/service/config.js";
import fc from "../../support/fast-check.js";

/** The value of TRUSTED_PROXIES, and its errors. */
function trusted(list: string) {
  const { settings, errors } = readSettings({ TRUSTED_PROXIES: list });
  return { ranges: settings.trustedProxies, errors };
}

const direct = new ClientAddress([]);
const behind = new ClientAddress(trusted("10.0.0.0/8, fd00::/8, 192.0.2.1").ranges);

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("the peer %s is counted as %s", (peer, key) => {
  expect(direct.rateLimitKey(peer, undefined)).toBe(key);
  expect(direct.rateLimitKey(peer, undefined)).toBe(key);
});

test.each([
  ["no header", undefined, "10.1.2.3"],
  ["an empty header", "", "10.1.2.3"],
  ["one client", "203.0.113.7", "203.0.113.7"],
  ["a forged client to the left", "198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["trusted hops to the right", "198.51.100.1, 203.0.113.7,fd00::5 , 192.0.2.1", "203.0.113.7"],
  ["only trusted hops", "10.0.0.9, fd00:1:2:3::5", "10.0.0.9"],
  ["a mapped trusted hop", "203.0.113.7, ::ffff:10.0.0.9", "203.0.113.7"],
  ["ports", "203.0.113.7:4711, [fd00::5]:4711", "203.0.113.7"],
  ["an invalid last entry", "203.0.113.7, unknown", "10.1.2.3"],
  ["an invalid entry before a trusted hop", "203.0.113.7, , 10.0.0.9", "10.0.0.9"],
  ["an octal address", "203.0.113.7, 0300.0.2.1", "10.1.2.3"],
  ["a short address", "203.0.113.7, 10.1", "10.1.2.3"],
])("a trusted peer with %s: %s → %s", (_, forwardedFor, key) => {
  expect(behind.rateLimitKey("10.1.2.3", forwardedFor)).toBe(key);
  expect(behind.rateLimitKey("::ffff:10.1.2.3", forwardedFor)).toBe(key);
});

test("an untrusted peer cannot change the key that it is counted under", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (forwardedFor) => {
      expect(behind.rateLimitKey("203.0.113.7", forwardedFor)).toBe("203.0.113.7");
      expect(behind.rateLimitKey("10.1.2.3", `${forwardedFor}, 203.0.113.7`)).toBe("203.0.113.7");
    }),
  );
});

test("an empty list trusts nobody", () => {
  expect(trusted(" , ")).toEqual({ ranges: [], errors: [] });
});

test("an IPv4-mapped range is the IPv4 range", () => {
  const address = new ClientAddress(trusted("::ffff:10.0.0.0/104").ranges);
  expect(address.rateLimitKey("10.9.9.9", "203.0.113.7")).toBe("203.0.113.7");
  expect(address.rateLimitKey("11.9.9.9", "203.0.113.7")).toBe("11.9.9.9");
});

test("every entry that is not an address or CIDR is reported", () => {
  const list =
    "10.0.0.0/8, localhost, 10.0.0.0/33, ::/129, 10.1/16, 10.0.0.0/8/8, 10.0.0.0/, 10.0.0.0/-1";
  expect(trusted(list).errors).toEqual(
    [
      "localhost",
      "10.0.0.0/33",
      "::/129",
      "10.1/16",
      "10.0.0.0/8/8",
      "10.0.0.0/",
      "10.0.0.0/-1",
    ].map((entry) => `TRUSTED_PROXIES: ${entry} is not an address or CIDR`),
  );
});
