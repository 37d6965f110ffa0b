import { type Logger, pino } from "pino";
import { isoTime } from "./iso-time.js";
import { LogWriter } from "./log-writer.js";

export type { Logger };

export interface Log {
  readonly log: Logger;
  /** Lines that could not be written so far. */
  dropped(): number;
  /** Resolves when all lines so far are written or dropped. */
  flush(): Promise<void>;
}

/** JSON lines on standard output. Values are always JSON strings, so that nothing a caller sends can forge a line. */
export function openLog(level: string, fd = 1): Log {
  const writer = new LogWriter(fd, (dropped) => log.warn({ dropped }, "log lines could not be written"));
  const options = {
    level,
    base: null,
    timestamp: timeField(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const log = pino(options, writer);
  process.once("exit", () => writer.flushSync());
  return { log, dropped: () => writer.dropped, flush: () => writer.flush() };
}

function timeField(): () => string {
  const time = isoTime(Date.now);
  return () => `,"time":"${time()}"`;
}
