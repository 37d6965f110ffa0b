import { exampleRequest } from "../support/example-request.js";

interface Request {
  method: "GET" | "POST";
  path: string;
  body?: string;
}

const valid = JSON.stringify(exampleRequest());
const slips = { generatorId: "City Weather", supportedStrategies: ["realstic"], owner: { kind: "agent" } };

/** The requests that callers make in turn. */
export const REQUESTS: readonly Request[] = [
  { method: "GET", path: "/api/domains" },
  { method: "POST", path: "/api/validate", body: JSON.stringify(exampleRequest(slips)) },
  { method: "POST", path: "/api/validate", body: valid },
  { method: "POST", path: "/api/build", body: valid },
];
