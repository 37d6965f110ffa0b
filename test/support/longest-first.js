import TestSequencer from "@jest/test-sequencer";

/** The test files that take longest. */
const LONG = [
  "workshop/search/search-results",
  "schemas/verdicts",
  "browser/site",
  "package",
  "service/live/reload",
  "service/mcp/stdio",
  "cli/lsp/lsp",
  "attacks/unreadable-files",
  "attacks/floods",
  "attacks/cpu",
  "workshop/search/mistakes-in-a-package",
  "service/http/fuzz/fuzz",
  "scale/fleet",
  "engine/repair/promise",
  "pipeline/pipeline",
  "service/rate-limit/failover-window",
  "slips/slips",
  "entry-points",
  "workshop/seeded-defects",
];

/**
 * Before its first run, jest goes by the size of files: a small one that takes long would start last and run alone.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const rank = LONG.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
      return rank < 0 ? LONG.length : rank;
    };
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
