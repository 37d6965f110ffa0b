import { setTimeout as pause } from "node:timers/promises";
import { isSpanContextValid, trace } from "@opentelemetry/api";
import { type Logger, pino, stdTimeFunctions } from "pino";
import sonicBoom from "sonic-boom";
import { escapeJson } from "../../ground/text/visible.js";

export type { Logger };

export interface Log {
  readonly logger: Logger;
  /** The number of lines that were dropped so far. */
  dropped(): number;
  /** Resolves when all lines are written, or after a second: nobody may read the pipe. */
  flush(): Promise<void>;
}

/** An error may quote a request. */
const MAX_ERROR_LENGTH = 4_000;

/** Characters that JSON does not escape. Some of them control the terminal that shows the log. */
const BEYOND_ASCII = /[\x7f-\uffff]/;

/** Lines are written together: with a write for each, logging took a tenth of a call. */
const BATCH_LENGTH = 12 * 1024;
const BATCH_MS = 100;
/**
 * With a `minLength` of 0, SonicBoom would not wait in `flush`. What cannot be written is tried
 * again every second; beyond 4 MiB, new lines are dropped and counted.
 */
const WRITES = { minLength: 1, maxLength: 4 * 1024 * 1024, periodicFlush: 1_000 };
const LAST_FLUSH_MS = 1_000;

/** JSON lines on standard output. Values are escaped, so no caller can forge a line. */
export function openLog(level: string, fd = 1): Log {
  let [dropped, reported] = [0, 0];
  // Not pino.destination: when the process exits with a full disk, its last flush never ends.
  const stream = new sonicBoom.SonicBoom({ fd, ...WRITES });
  stream.on("error", () => {});
  stream.on("drop", (lines: string) => {
    dropped += lines.split("\n").length - 1;
  });
  stream.on("drain", () => {
    if (dropped === reported) return;
    reported = dropped;
    logger.warn({ dropped }, "log lines could not be written");
  });
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  let batch = "";
  const writeBatch = () => {
    if (batch !== "") stream.write(batch);
    batch = "";
  };
  const write = (line: string) => {
    batch += BEYOND_ASCII.test(line) ? escapeJson(line) : line;
    if (batch.length >= BATCH_LENGTH) writeBatch();
  };
  setInterval(writeBatch, BATCH_MS).unref();
  const logger = pino(options, { write });
  const flush = async () => {
    writeBatch();
    const written = new Promise<void>((resolve) => stream.flush(() => resolve()));
    await Promise.race([written, pause(LAST_FLUSH_MS, undefined, { ref: false })]);
  };
  return { logger, dropped: () => dropped, flush };
}

/** Joins a log line with the active span. Without an exporter, the ids of spans are zeros. */
export function activeSpanIds(): { trace_id?: string; span_id?: string } {
  const context = trace.getActiveSpan()?.spanContext();
  return context && isSpanContextValid(context)
    ? { trace_id: context.traceId, span_id: context.spanId }
    : {};
}

function describeError(thrown: unknown): object {
  const {
    name: type,
    message,
    stack = "",
  } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return {
    type,
    message: message.slice(0, MAX_ERROR_LENGTH),
    stack: stack.slice(0, MAX_ERROR_LENGTH),
  };
}
