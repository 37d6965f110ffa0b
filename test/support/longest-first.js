import TestSequencer from "@jest/test-sequencer";

/** The test files that take longest. */
const LONG = [
  "browser/site",
  "workshop/search/search-results",
  "package",
  "attacks/floods",
  "cli/lsp/lsp",
  "engine/repair/promise",
  "service/live/reload",
  "slips/slips",
  "schemas/verdicts",
  "service/http/drain",
  "workshop/diff/diff-versions",
  "service/mcp/stdio",
  "attacks/unreadable-files",
  "workshop/draft/draft-package",
  "scale/fleet",
  "cli/commands/rules-words",
  "cli/commands/rules-new",
  "entry-points",
  "workshop/seeded-defects",
  "pipeline/pipeline",
  "attacks/cpu",
  "schemas/compile-schema",
  "workshop/search/mistakes-in-a-package",
  "journey/demo",
  "service/rate-limit/failover-window",
  "service/http/fuzz/fuzz",
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
