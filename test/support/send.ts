import { eventually } from "./eventually.js";
import { type RawAnswer, RawConnection } from "./raw-connection.js";
import { type RawRequest, rawRequest } from "./raw-request.js";
import type { RunningService } from "./service.js";

/** Where a request goes, and the key that it has unless it sets Authorization itself. */
export interface Receiver {
  readonly url: string;
  readonly key?: string;
}

/** One request on a connection of its own, and its answer. A text is sent as it is. */
export async function send(
  { url, key = "" }: Receiver,
  request: RawRequest | string,
): Promise<RawAnswer> {
  const connection = await RawConnection.open(url);
  try {
    if (typeof request === "string") connection.send(request);
    else {
      const headers = {
        Authorization: key === "" ? undefined : `Bearer ${key}`,
        ...request.headers,
      };
      connection.send(rawRequest({ ...request, headers }));
    }
    return await connection.answer(typeof request === "object" && request.method === "HEAD");
  } finally {
    connection.socket.destroy();
  }
}

/** What `/readyz` says. */
export async function ready(service: Receiver) {
  return JSON.parse((await send(service, { path: "/readyz" })).body);
}

/**
 * Everything that a service has printed, up to and including the log line of a request made here.
 */
export async function outputOf(service: RunningService): Promise<string> {
  const { headers } = await send(service, { path: "/problems/not-found" });
  await eventually(() => service.output().includes(String(headers.get("Request-Id"))));
  return service.output();
}
