import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { VERSION } from "../version.js";

export interface Measured {
  /** Seconds since each registry was last known to be current, by target product. */
  registryAges(): Iterable<[target: string, seconds: number | undefined]>;
  limiterMode(): "shared" | "local";
  /** Log lines that could not be written. */
  droppedLogLines(): number;
  /** The spec packages in use. */
  specs(): Iterable<{ domainId: string; version: string; digest: string }>;
}

/**
 * Prometheus metrics. Every label has a bounded set of values: routes, statuses, codes, and names from our own files.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"route" | "method" | "status">;
  readonly #verdicts: Counter<"operation" | "verdict">;
  readonly #diagnostics: Counter<"code">;
  readonly #errors: Counter<"code">;
  readonly #fallbacks: Counter;
  readonly #nonceFallbacks: Counter;
  readonly #reloads: Counter<"outcome">;

  constructor(measured: Measured) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: "assay_request_seconds",
      help: "Time to answer a request, in seconds.",
      labelNames: ["route", "method", "status"],
      // A typical verdict takes a fraction of a millisecond.
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    });
    const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter<Label>({ name, help, labelNames, registers });
    this.#verdicts = counter(
      "assay_verdicts_total",
      "Number of proposals checked, by operation and verdict.",
      "operation",
      "verdict",
    );
    this.#diagnostics = counter("assay_diagnostics_total", "Number of diagnostics reported, by code.", "code");
    this.#errors = counter("assay_errors_total", "Number of refused requests, by error code.", "code");
    // Set to 0, because an alert needs the metric to exist before the first error.
    this.#errors.inc({ code: "internal-error" }, 0);
    this.#fallbacks = counter(
      "assay_limiter_fallbacks_total",
      "Number of calls counted in process because Redis was unavailable.",
    );
    this.#nonceFallbacks = counter(
      "assay_nonce_fallbacks_total",
      "Number of signed calls whose nonce was claimed in process because Redis was unavailable.",
    );
    this.#reloads = counter(
      "assay_reloads_total",
      "Number of changes of rules and targets that were read: loaded, or rejected because of errors.",
      "outcome",
    );
    for (const outcome of ["loaded", "rejected"]) this.#reloads.inc({ outcome }, 0);
    new Gauge({
      name: "assay_registry_age_seconds",
      help: "Seconds since the registry of a target product was last known to be current.",
      labelNames: ["target"],
      registers,
      collect() {
        this.reset();
        for (const [target, seconds] of measured.registryAges())
          this.set({ target }, seconds ?? Number.POSITIVE_INFINITY);
      },
    });
    new Gauge({
      name: "assay_limiter_shared",
      help: "1 while calls are counted across all instances, 0 while in this process only.",
      registers,
      collect() {
        this.set(measured.limiterMode() === "shared" ? 1 : 0);
      },
    });
    new Gauge({
      name: "assay_build_info",
      help: "Always 1: its labels are the versions of assay and of Node.",
      labelNames: ["version", "node"],
      registers,
    }).set({ version: VERSION, node: process.versions.node }, 1);
    new Counter({
      name: "assay_log_lines_dropped_total",
      help: "Number of log lines that could not be written.",
      registers,
      collect() {
        this.reset();
        this.inc(measured.droppedLogLines());
      },
    });
    new Gauge({
      name: "assay_spec_package_info",
      help: "Always 1: its labels are the spec packages in use.",
      labelNames: ["domain", "version", "digest"],
      registers,
      collect() {
        this.reset();
        for (const { domainId: domain, version, digest } of measured.specs()) this.set({ domain, version, digest }, 1);
      },
    });
  }

  request(route: string, method: string, status: number, seconds: number): void {
    this.#requests.observe({ route, method, status }, seconds);
  }

  verdict(operation: string, valid: boolean, codes: Iterable<string>): void {
    this.#verdicts.inc({ operation, verdict: valid ? "valid" : "invalid" });
    for (const code of codes) this.#diagnostics.inc({ code });
  }

  error(code: string): void {
    this.#errors.inc({ code });
  }

  fallback(): void {
    this.#fallbacks.inc();
  }

  nonceFallback(): void {
    this.#nonceFallbacks.inc();
  }

  reload(outcome: "loaded" | "rejected"): void {
    this.#reloads.inc({ outcome });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}
