import { type Logger, pino } from "pino";

export type { Logger };

/** JSON lines on standard output. Values are always JSON strings, so that nothing a caller sends can forge a line. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: isoTime(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // A write for every line takes as long as judging a proposal. Nothing waits for more than a tenth of a second, and what
  // is left at the end is written then. What a reader that stands still has not taken is bounded.
  const buffer = { minLength: 4_096, maxLength: 4_194_304, periodicFlush: 100 };
  return pino(options, pino.destination({ dest: 1, sync: false, ...buffer }));
}

/** `toISOString` for every line takes longer than writing the line: all but the milliseconds is made once a second. */
function isoTime(): () => string {
  let second = Number.NaN;
  let start = "";
  return () => {
    const now = Date.now();
    const milliseconds = now % 1000;
    if (now - milliseconds !== second) {
      second = now - milliseconds;
      start = new Date(second).toISOString().slice(0, -"000Z".length);
    }
    return `,"time":"${start}${String(milliseconds).padStart(3, "0")}Z"`;
  };
}
