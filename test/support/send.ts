import type { RawAnswer } from "./raw-connection.js";
import { RawConnection } from "./raw-connection.js";
import type { RawRequest } from "./raw-request.js";
import type { RunningService } from "./service.js";

/** Sends a request with the service's own key, unless the request sets Authorization itself. */
export function send({ url, key }: RunningService, request: RawRequest): Promise<RawAnswer> {
  const headers = { Authorization: key === "" ? undefined : `Bearer ${key}`, ...request.headers };
  return RawConnection.exchange(url, { ...request, headers });
}

/** What `/readyz` says. */
export async function ready(service: RunningService) {
  return JSON.parse((await send(service, { path: "/readyz" })).body);
}
