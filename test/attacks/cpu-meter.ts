import { metricOf } from "../support/metrics.js";
import { RawConnection } from "../support/raw-connection.js";
import { type RawRequest, rawRequest } from "../support/raw-request.js";
import type { RunningService } from "../support/service.js";

const WARM_UP_CALLS = 300;
const TYPICAL_CALLS = 200;
const MEASUREMENTS = 10;

/** Measures the CPU time that a running service spends on a request, in that of a typical one. */
export class CpuMeter {
  private constructor(
    private readonly service: RunningService,
    private readonly typical: number,
  ) {}

  static async create(service: RunningService, typical: RawRequest): Promise<CpuMeter> {
    await cpuOf(service, typical, WARM_UP_CALLS);
    return new CpuMeter(service, await cpuOf(service, typical, TYPICAL_CALLS));
  }

  /**
   * Whether it costs less. A compiler or a busy machine may add to a measurement, so one of several
   * is enough.
   */
  async costsLess(maximum: number, request: RawRequest, status?: number): Promise<boolean> {
    for (let measurement = 0; measurement < MEASUREMENTS; measurement++) {
      if ((await cpuOf(this.service, request, 1, status)) / this.typical < maximum) return true;
    }
    return false;
  }
}

/** CPU seconds per call. Each must have this status, if one is given. */
async function cpuOf(
  service: RunningService,
  request: RawRequest,
  calls: number,
  expected?: number,
): Promise<number> {
  let connection = await RawConnection.open(service.url);
  const before = await metricOf(service, "process_cpu_seconds_total");
  for (let call = 0; call < calls; call++) {
    connection.send(rawRequest(request));
    const { status, headers } = await connection.answer();
    // A body that is too large is not read, and would prove nothing.
    expect(status).not.toBe(413);
    expect(status).toBe(expected ?? status);
    // On a busy machine, a refused body is not read to its end, and the connection is closed.
    if (headers.get("Connection") === "close") connection = await RawConnection.open(service.url);
  }
  connection.socket.destroy();
  return ((await metricOf(service, "process_cpu_seconds_total")) - before) / calls;
}
