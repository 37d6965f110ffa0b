import { readFileSync } from "node:fs";
import { metricOf } from "../support/metric-of.js";
import { RawConnection } from "../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../support/raw-request.js";
import { type RunningService, startService } from "../support/service.js";
import { type Line, MOST_CPU_MS } from "./line.js";

/** A running service and what became of the requests that it got. */
export class Victim {
  attempts = 0;
  serverErrors = 0;
  readonly failures: string[] = [];
  longestCpuMs: number | undefined;
  #memoryBefore = 0;
  #connection: RawConnection | undefined;

  private constructor(readonly service: RunningService) {}

  static async start(env: Record<string, string> = {}): Promise<Victim> {
    const settings = { RATE_LIMIT_CALLS: "100000", TRUSTED_PROXIES: "127.0.0.0/8", ...env };
    const isKept = (line: string) => !line.includes('"msg":"request"');
    const service = await startService(settings, ["--max-old-space-size=256"], process.cwd(), isKept);
    const victim = new Victim(service);
    victim.#memoryBefore = await victim.memory();
    return victim;
  }

  /** Counts a response of this service. */
  count(status: number, request: () => string): void {
    this.attempts++;
    if (status < 500) return;
    this.serverErrors++;
    if (this.failures.length < 3) this.failures.push(`${status} to ${request().slice(0, 2_000)}`);
  }

  async send(request: RawRequest, connection?: RawConnection) {
    const sentOn = connection ?? (await RawConnection.open(this.service.url));
    try {
      sentOn.send(rawRequest(request));
      const answer = await sentOn.answer(request.method === "HEAD");
      this.count(answer.status, () => JSON.stringify(request));
      return answer;
    } finally {
      if (connection === undefined) sentOn.socket.destroy();
    }
  }

  /** Sends one request while there is no other, and keeps what it cost if no call was dearer. */
  async measure(request: RawRequest) {
    const { answer, cpuMs } = await this.#timed(request);
    let least = cpuMs;
    // What a hypervisor takes counts as the thread's own. It does not take it at the same call again.
    for (let again = 0; again < 2 && least > MOST_CPU_MS; again++) {
      const repeated = await this.#timed(request);
      if (repeated.answer.status === answer.status) least = Math.min(least, repeated.cpuMs);
    }
    this.longestCpuMs = Math.max(this.longestCpuMs ?? 0, least);
    return answer;
  }

  async #timed(request: RawRequest) {
    this.#connection ??= await RawConnection.open(this.service.url);
    const before = this.#cpuMs();
    const answer = await this.send(request, this.#connection);
    const cpuMs = this.#cpuMs() - before;
    if (answer.headers.get("Connection") === "close") this.#connection = undefined;
    return { answer, cpuMs };
  }

  memory(): Promise<number> {
    return metricOf(this.service, "process_resident_memory_bytes");
  }

  /** Stops the service and says what it has been through. */
  async end(name: string, more: Partial<Line> = {}): Promise<Line> {
    const { attempts, serverErrors, failures, longestCpuMs, service } = this;
    const hasEnded = service.process.exitCode !== null || service.process.signalCode !== null;
    const unexpected = service.logged("unexpected error");
    failures.push(...unexpected.slice(0, 3).map((entry) => JSON.stringify(entry).slice(0, 2_000)));
    const memoryAfter = hasEnded ? undefined : await this.memory();
    this.#connection?.socket.destroy();
    if (!hasEnded) await service.stop("SIGKILL");
    const crashes = Number(hasEnded) + unexpected.length;
    const measured = { name, attempts, serverErrors, crashes, longestCpuMs, memoryBefore: this.#memoryBefore };
    return { ...measured, memoryAfter, ...more, failures: [...failures, ...(more.failures ?? [])] };
  }

  /** Of the thread that answers. Linux counts nanoseconds on a CPU, however busy the machine is. */
  #cpuMs(): number {
    const { pid } = this.service.process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  }
}

/** Runs the work `times` times, a few at a time. */
export async function repeat(times: number, work: (turn: number) => Promise<void>, atOnce = 8): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
