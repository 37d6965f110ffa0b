import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "./at-end.js";

export interface Served {
  readonly url: string;
  close(): void;
}

/** Serves on a free port of this machine until all tests of the file have run. */
export async function serve(answer?: RequestListener): Promise<Served> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  atEnd(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
