import { type Logger, pino } from "pino";
import { isoTime } from "./iso-time.js";

export type { Logger };

/** JSON lines on standard output. Values are always JSON strings, so that nothing a caller sends can forge a line. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: timeField(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // A write for every line takes as long as judging a proposal. Nothing waits for more than a tenth of a second, and what
  // is left at the end is written then. What a reader that stands still has not taken is bounded.
  const buffer = { minLength: 4_096, maxLength: 4_194_304, periodicFlush: 100 };
  return pino(options, pino.destination({ dest: 1, sync: false, ...buffer }));
}

function timeField(): () => string {
  const time = isoTime(Date.now);
  return () => `,"time":"${time()}"`;
}
