/**
 * The offsets of time zones by their names. A name may mean several zones; the offset is that of the best known, so it
 * is only advice.
 */
export const ZONE_OFFSETS: ReadonlyMap<string, string> = new Map(
  "WET+00:00 BST+01:00 CET+01:00 CEST+02:00 EET+02:00 EEST+03:00 MSK+03:00 IST+05:30 SGT+08:00 JST+09:00 KST+09:00 AEST+10:00 EST-05:00 EDT-04:00 CST-06:00 CDT-05:00 MST-07:00 MDT-06:00 PST-08:00 PDT-07:00"
    .split(" ")
    .map((zone) => [zone.slice(0, -6), zone.slice(-6)] as const),
);
