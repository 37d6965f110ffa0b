import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { someOf } from "../../support/runs.js";
import { serveDefinition } from "../serve-definition.js";
import { FIXTURE } from "./fixture-definition.js";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** Runs every server scenario of a revision, and returns its exit code and summary. */
async function runSuite(url: string, revision: string, results: string): Promise<{ code: unknown; output: string }> {
  const suite = spawn(
    process.execPath,
    [
      ...["--import", "./test/mcp/conformance/node20.mjs", SUITE, "server", "--url", url, "--suite", "all"],
      ...["--spec-version", revision, "--output-dir", results],
      ...["--expected-failures", "test/mcp/conformance/expected-failures.yml"],
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env.PATH } },
  );
  const exited = once(suite, "exit");
  const [output, errors] = await Promise.all([text(suite.stdout), text(suite.stderr)]);
  const [code] = await exited;
  return { code, output: `${output.slice(output.indexOf("=== SUMMARY ==="))}\n${errors}` };
}

// Both eras have tests of their own, so that one of them is enough most of the time.
test.each(someOf(["2026-07-28", "2025-11-25"], 2))(
  "the official suite passes for %s, except for features that are not offered",
  async (revision) => {
    const results = await mkdtemp(join(tmpdir(), "assay-conformance-"));
    const { url, close } = await serveDefinition(FIXTURE);
    try {
      const { code, output } = await runSuite(`${url}/mcp`, revision, results);
      // One string, so that a failed test shows the output of the suite.
      expect(`${output}\nexit code ${code}`).toMatch(/tools-call-simple-text: 2 passed.*exit code 0$/s);
    } finally {
      close();
      await rm(results, { recursive: true });
    }
  },
);
