import { proposalDefinition } from "../../mcp/proposal-definition.js";
import { serveLines } from "../../mcp/serve-lines.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { openSession } from "../check/dependencies.js";
import type { Run } from "../command.js";
import { linesOf } from "../inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { changesIn } from "../watch-folders.js";

/** Serves until the input ends, or until nobody reads the output. */
export const run: Run = async (_, options, io) => {
  const ending = new AbortController();
  const changes = changesIn(locateRules(options.rules, io), ending.signal);
  // The folders are watched before they are read, so that no change is missed.
  await changes.next();
  try {
    let current = await openSession(options, io);
    // A getter, so that the next message sees changed rules.
    const served = {
      get current() {
        return current;
      },
    };
    const received = linesOf(untilClosed(io), BODY_LIMIT);
    const write = (line: string) => writeWhenRead(io.stdout, Buffer.from(line));
    const session = serveLines(proposalDefinition(served, "assay"), { received, write }, (error) =>
      io.stderr.write(`unexpected error: ${(error as Error).stack}\n`),
    );
    const followRules = async () => {
      for await (const _change of changes) {
        try {
          const before = current;
          current = await openSession(options, io);
          before.close();
          await session.notifyOfChanges();
        } catch (error) {
          io.stderr.write(`the last good rules stay in use: ${(error as Error).message}\n`);
        }
      }
    };
    const watching = followRules();
    await session.ended;
    ending.abort();
    await watching;
    current.close();
    return 0;
  } finally {
    await changes.return(undefined);
  }
};

/** The input until the output is closed: later messages can no longer be answered. */
async function* untilClosed({ stdin: input, stdout: output }: Io): AsyncGenerator<Buffer | string> {
  let isClosed = false;
  const end = () => {
    isClosed = true;
    input.destroy?.();
  };
  output.on?.("close", end);
  try {
    yield* input;
  } catch (error) {
    if (!isClosed) throw error;
  } finally {
    output.off?.("close", end);
  }
}
