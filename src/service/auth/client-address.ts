import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { cacheByString } from "../../ground/cache/bounded-map.js";

export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

interface Hop {
  readonly rateLimitKey: string;
  readonly isTrusted: boolean;
}

// Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/** Maps an address to the key that its calls are counted under. */
export class ClientAddress {
  readonly #hop = cacheByString((entry) => this.#parse(entry), 10_000);

  constructor(private readonly trusted: readonly AddressRange[]) {}

  /**
   * The first untrusted address from the right, which the caller cannot forge. What is no address
   * stops the search at the proxy that reported it.
   */
  rateLimitKey(peer: string | undefined, forwardedFor: string | undefined): string {
    let hop = this.#hop(peer ?? "");
    if (hop === undefined) return "unknown";
    if (!hop.isTrusted || forwardedFor === undefined) return hop.rateLimitKey;
    for (const entry of forwardedFor.split(",").reverse()) {
      // Copied, because a substring would keep the whole header in memory.
      const next = this.#hop(Buffer.from(entry.trim().slice(0, 65)).toString());
      if (next === undefined) break;
      hop = next;
      if (!hop.isTrusted) break;
    }
    return hop.rateLimitKey;
  }

  #parse(entry: string): Hop | undefined {
    const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
    const plain = v6 ?? v4 ?? entry;
    // ipaddr.js alone would also accept `10.1` or `0x7f.1`.
    if (isIP(plain) === 0) return undefined;
    const address = ipaddr.process(plain);
    const isTrusted = this.trusted.some(
      ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
    );
    return { rateLimitKey: rateLimitKey(address), isTrusted };
  }
}

function rateLimitKey(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  // A /64 is one subscriber (RFC 6177).
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Parses `10.0.0.0/8`, `2001:db8::/32` or `192.0.2.7`; undefined for anything else. */
export function parseRange(entry: string): AddressRange | undefined {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  const width = version === 6 ? 128 : 32;
  const bits = Number(prefix ?? width);
  if (version === 0 || bits > width) return undefined;
  const base = ipaddr.parse(address);
  // IPv4-mapped addresses are compared as IPv4, so a mapped range must become IPv4 too.
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [base.toIPv4Address(), bits - 96] : [base, bits];
}
