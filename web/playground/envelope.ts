import type { JsonObject } from "../../src/json/value.js";
import type { CheckRequest } from "./protocol.js";

/** The body of a request to the service. */
export interface Envelope extends JsonObject {
  targetProduct: string;
  domainId: string;
  candidate: JsonObject;
}

/** The current version need not be named. */
export function toEnvelope(
  { targetProduct, domainId, version, isCurrent }: Omit<CheckRequest, "text" | "targetUrl">,
  candidate: JsonObject,
): Envelope {
  return { targetProduct, domainId, ...(!isCurrent && { specVersion: version }), candidate };
}
