import TestSequencer from "@jest/test-sequencer";

/** Test files that take more than ten seconds, wherever their names place them. */
const LONG = [
  "browser/playground",
  "browser/pages",
  "live/reload",
  "scale/fleet",
  "specs/load-specs",
  "specs/seeded-defects",
  "specs/diff/diff-versions",
  "attacks/full-disk",
  "cli/validate-many",
  "slips/slips",
  "rate-limit/failover-window",
];

/** jest knows how long files take only after a first run; by their size, a long one would start last, alone. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const rank = LONG.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
      return rank < 0 ? LONG.length : rank;
    };
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
