import { readFileSync } from "node:fs";

interface Request {
  method: "GET" | "POST";
  path: string;
  body?: string;
}

const { candidate } = JSON.parse(readFileSync("rules/generator-option/v1/examples/city-weather.json", "utf8")) as {
  candidate: object;
};
const envelope = (change: object) =>
  JSON.stringify({
    targetProduct: "sample-studio",
    domainId: "generator-option",
    candidate: { ...candidate, ...change },
  });
const flawed = envelope({ generatorId: "City Weather", supportedStrategies: ["realstic"], owner: { kind: "agent" } });

/** The requests that callers make in turn. */
export const REQUESTS: readonly Request[] = [
  { method: "GET", path: "/api/domains" },
  { method: "POST", path: "/api/validate", body: flawed },
  { method: "POST", path: "/api/validate", body: envelope({}) },
  { method: "POST", path: "/api/build", body: envelope({}) },
];
