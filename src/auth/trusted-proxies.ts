import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { ConfigErrors } from "./json-file-parser.js";

export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8, 2001:db8::/32, 192.0.2.7`. Throws `ConfigErrors` that name every invalid entry. */
export function parseTrustedProxies(list: string): AddressRange[] {
  const entries = list.split(",").map((entry) => entry.trim());
  const ranges = entries.filter((entry) => entry !== "").map((entry) => [entry, parseRange(entry)] as const);
  const errors = ranges
    .filter(([, range]) => range === undefined)
    .map(([entry]) => `${entry} is not an address or CIDR`);
  if (errors.length > 0) throw new ConfigErrors(errors);
  return ranges.map(([, range]) => range as AddressRange);
}

function parseRange(entry: string): AddressRange | undefined {
  const [address = "", prefix, ...rest] = entry.split("/");
  // ipaddr.js alone would also accept `10.1` or `0x7f.1`.
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const bits = prefix === undefined ? width : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (rest.length > 0 || !(bits >= 0 && bits <= width)) return undefined;
  const base = ipaddr.parse(address);
  // IPv4-mapped addresses are compared as IPv4, so a mapped range must become IPv4 too.
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
}
