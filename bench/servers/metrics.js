import { Histogram, Registry } from "prom-client";

/** The metrics of the servers "as one would build it". */
export const seconds = new Histogram({
  name: "request_seconds",
  help: "Time to answer a request.",
  labelNames: ["route", "method", "status"],
  registers: [new Registry()],
});
