import { type Logger, pino } from "pino";

export type { Logger };

/** JSON lines on standard output. Values are always JSON strings, so that nothing a caller sends can forge a line. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
