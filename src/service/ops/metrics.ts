import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Verdict } from "../../proposals/results.js";
import { VERSION } from "../../version.js";

type Measures = () => Iterable<readonly [labels: Record<string, string>, value: number]>;

interface Measured {
  readonly registryAges: Measures;
  readonly limiterStates: Measures;
  readonly specs: Measures;
  droppedLogLines(): number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Prometheus metrics. Every label has few values: routes, statuses, codes, names of our files. */
export function createMetrics(measured: Measured) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "assay_request_seconds",
    help: "Time to answer a request, in seconds.",
    labelNames: ["route", "method", "status"],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const verdicts = counter(
    "assay_verdicts_total",
    "Number of proposals checked, by operation, spec package and verdict.",
    "operation",
    "domain",
    "version",
    "verdict",
  );
  const diagnostics = counter(
    "assay_diagnostics_total",
    "Number of diagnostics reported, by spec package and code.",
    "domain",
    "version",
    "code",
  );
  const errors = counter(
    "assay_errors_total",
    "Number of refused requests, by error code.",
    "code",
  );
  // An alert needs the metric to exist before the first error.
  errors.inc({ code: "internal-error" }, 0);
  const fallbacks = counter(
    "assay_limiter_fallbacks_total",
    "Number of calls counted in process because Redis was unavailable.",
  );
  const nonceFallbacks = counter(
    "assay_nonce_fallbacks_total",
    "Number of signed calls whose nonce was used up in process because Redis was unavailable.",
  );
  const reloads = counter(
    "assay_reloads_total",
    "Number of changes of rules and targets that were read: loaded, or rejected because of errors.",
    "outcome",
  );
  for (const outcome of ["loaded", "rejected"]) reloads.inc({ outcome }, 0);
  // A gauge is measured when the metrics are read.
  const measure = (name: string, help: string, labelNames: string[], values: Measures) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of values()) this.set(labels, value);
      },
    });

  measure(
    "assay_registry_age_seconds",
    "Seconds since the registry of a target product was last known to be current.",
    ["target"],
    measured.registryAges,
  );
  measure(
    "assay_limiter_state",
    "1 for the state that holds: shared across all instances, fallback while Redis fails, unconfigured without Redis.",
    ["state"],
    measured.limiterStates,
  );
  measure(
    "assay_build_info",
    "Always 1: its labels are the versions of assay and of Node.",
    ["version", "node"],
    () => [[{ version: VERSION, node: process.versions.node }, 1]],
  );
  new Counter({
    name: "assay_log_lines_dropped_total",
    help: "Number of log lines that could not be written.",
    registers,
    collect() {
      this.reset();
      this.inc(measured.droppedLogLines());
    },
  });
  measure(
    "assay_spec_package_info",
    "Always 1: its labels are the spec packages in use.",
    ["domain", "version", "digest"],
    measured.specs,
  );

  return {
    contentType: registry.contentType as string,
    text: () => registry.metrics(),
    request: (route: string, method: string, status: number, seconds: number) =>
      requests.observe({ route, method, status }, seconds),
    verdict(operation: string, { domain, version, valid, codes }: Verdict) {
      verdicts.inc({ operation, domain, version, verdict: valid ? "valid" : "invalid" });
      for (const code of codes) diagnostics.inc({ domain, version, code });
    },
    error: (code: string) => errors.inc({ code }),
    fallback: () => fallbacks.inc(),
    nonceFallback: () => nonceFallbacks.inc(),
    reload: (outcome: "loaded" | "rejected") => reloads.inc({ outcome }),
  };
}
