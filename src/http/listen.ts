import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const REMEDIES: Readonly<Record<string, { readonly host?: true; readonly remedy: string }>> = {
  EADDRINUSE: { remedy: "choose another port, or stop the process that uses it" },
  EACCES: { remedy: "choose port 1024 or above, or grant permission for this one" },
  EADDRNOTAVAIL: { host: true, remedy: "use an address of this machine" },
  ENOTFOUND: { host: true, remedy: "use an address of this machine" },
};

/** Resolves to the port. Rejects with what to do, prefixed with the variable to change: `variable` has the port. */
export async function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    const { host: isHost, remedy } = REMEDIES[code] ?? {};
    // "listen EADDRINUSE: address already in use 127.0.0.1:8080"
    const reason = message.replace(/^\w+ E\w+: /, "");
    throw new Error([`${isHost ? "HOST" : variable}: ${reason}`, ...(remedy ? [remedy] : [])].join("; "), { cause });
  }
  return (server.address() as AddressInfo).port;
}
