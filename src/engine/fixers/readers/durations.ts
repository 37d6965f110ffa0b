import type { Notation } from "./notation.js";

/** The designators of ISO 8601 in their order, each with the words that people write. A lone "m" may mean months. */
const UNITS = [
  ["D", /^(?:d|days?|tage?)$/i],
  ["H", /^(?:h|hrs?|hours?|std|stunden?)$/i],
  ["M", /^(?:mins?|minuten?|minutes)$/i],
  ["S", /^(?:s|secs?|seconds?|sekunden?)$/i],
] as const;

/** Writes counts of days, hours, minutes and seconds; undefined if a word is none of these, or out of order. */
function writeDuration(parts: readonly (readonly [count: string, word: string])[]): string | undefined {
  const units = parts.map(([, word]) => UNITS.findIndex(([, names]) => names.test(word)));
  if (units.some((unit, index) => unit <= (units[index - 1] ?? -1))) return undefined;
  const counts = new Map(parts.map(([count], index) => [units[index], Number(count)]));
  const written = UNITS.map(([sign], unit) => ((counts.get(unit) ?? 0) > 0 ? `${counts.get(unit)}${sign}` : ""));
  const [days = "", ...time] = written;
  const clock = time.join("");
  return days + clock === "" ? "PT0S" : `P${days}${clock === "" ? "" : `T${clock}`}`;
}

export const DURATIONS: readonly Notation<string>[] = [
  {
    form: /^p[\dtymwdhs.]+$/i,
    read: ([text]) => text.toUpperCase(),
    // Whoever writes "p20m" may mean minutes.
    certain: ([text]) => /t/i.test(text) || !/m/i.test(text),
    examples: { pt2h: "PT2H", p20m: "P20M" },
  },
  {
    form: /^(?:\d{1,6}\s?[a-z]+[\s,]{0,2}){1,4}$/i,
    read: ([text]) =>
      writeDuration([...text.matchAll(/(\d+)\s?([a-z]+)/gi)].map(([, count = "", word = ""]) => [count, word])),
    certain: true,
    examples: { "90 min": "PT90M", "1 day, 2 h": "P1DT2H", "2h30min": "PT2H30M" },
  },
  {
    form: /^(\d{1,3}):([0-5]\d):([0-5]\d)$/,
    read: ([, ...counts]) => writeDuration(counts.map((count, index) => [count, ["h", "min", "s"][index] as string])),
    // "09:40:00" may be a time of the day.
    certain: ([, hours]) => Number(hours) === 0,
    examples: { "00:15:00": "PT15M", "02:00:30": "PT2H30S" },
  },
];
