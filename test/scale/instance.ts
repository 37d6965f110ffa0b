import { metricOf } from "../support/metric-of.js";
import { type RunningService, startService } from "../support/service.js";

/** One instance of a fleet, which keeps its port across restarts. */
export class Instance {
  readonly #runs: RunningService[] = [];

  constructor(
    readonly port: number,
    private readonly env: Record<string, string>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#runs.push(await startService({ ...this.env, PORT: String(this.port) }));
  }

  /** Returns the exit code, or null if the signal killed it. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    return (await this.#runs.at(-1)?.stop(signal)) ?? null;
  }

  /** The trace ids of the requests answered since its last start, or ever. */
  traces(since: "start" | "ever" = "ever"): string[] {
    const runs = since === "ever" ? this.#runs : this.#runs.slice(-1);
    return runs.flatMap((run) => run.logged("request").flatMap(({ trace_id }) => (trace_id ? [String(trace_id)] : [])));
  }

  async limiter(): Promise<string> {
    return ((await (await fetch(`${this.url}/readyz`)).json()) as { limiter: string }).limiter;
  }

  fallbacks(): Promise<number> {
    return metricOf(this.#runs.at(-1) as RunningService, "assay_limiter_fallbacks_total");
  }
}
