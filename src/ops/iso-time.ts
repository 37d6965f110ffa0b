/** `toISOString` of a clock. All but the milliseconds is made once a second: every log line asks, and there are many in one. */
export function isoTime(now: () => number): () => string {
  let second = Number.NaN;
  let start = "";
  return () => {
    const time = now();
    const milliseconds = time % 1000;
    if (time - milliseconds !== second) {
      second = time - milliseconds;
      start = new Date(second).toISOString().slice(0, -"000Z".length);
    }
    return `${start}${String(milliseconds).padStart(3, "0")}Z`;
  };
}
