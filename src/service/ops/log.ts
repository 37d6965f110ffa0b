import { type Logger, pino, stdTimeFunctions } from "pino";
import { escapeJson } from "../../ground/text/visible.js";
import { LogWriter } from "./log-writer.js";

export type { Logger };

export interface Log {
  readonly logger: Logger;
  /** Lines that could not be written so far. */
  dropped(): number;
  /** Resolves when all lines so far are written or dropped. */
  flush(): Promise<void>;
}

/** Bounded, because an error may quote a request. */
const MAX_ERROR_LENGTH = 4_000;

/** Characters that JSON does not escape. Some of them control the terminal that shows the log. */
const BEYOND_ASCII = /[\x7f-\uffff]/;

/** JSON lines on standard output. Values are always escaped as JSON, so that no caller can forge a line. */
export function openLog(level: string, fd = 1): Log {
  const writer = new LogWriter(fd, (dropped) => logger.warn({ dropped }, "log lines could not be written"));
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: (line: string) => (BEYOND_ASCII.test(line) ? escapeJson(line) : line) },
  };
  const logger = pino(options, writer);
  process.once("exit", () => writer.flushSync());
  return { logger, dropped: () => writer.dropped, flush: () => writer.flush() };
}

function describeError(thrown: unknown): object {
  const { name: type, message, stack = "" } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { type, message: message.slice(0, MAX_ERROR_LENGTH), stack: stack.slice(0, MAX_ERROR_LENGTH) };
}
