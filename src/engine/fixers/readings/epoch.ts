/** From 2001 to 2100. */
const SECONDS = { min: 978_307_200, max: 4_102_444_800 };

/** Digits that may be seconds or milliseconds since 1970. */
export const EPOCH = /^\d{10}(?:\d{3})?$/;

/** The times that a number of seconds or milliseconds since 1970 can mean. */
export function* timesOf(number: number): Generator<string> {
  for (const seconds of [number, number / 1000]) {
    if (seconds < SECONDS.min || seconds > SECONDS.max) continue;
    yield new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
  }
}
