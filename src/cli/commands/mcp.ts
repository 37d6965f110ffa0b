import { proposalDefinition } from "../../mcp/proposal-definition.js";
import { serveLines } from "../../mcp/serve-lines.js";
import { BODY_LIMIT } from "../../proposals/request.js";
import { type DependencyOptions, type OpenDependencies, openDependencies } from "../check/dependencies.js";
import { linesOf } from "../inputs/lines.js";
import { type Input, type Io, type Output, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { changesIn } from "../watch-folders.js";

export async function run(_: readonly string[], options: DependencyOptions, io: Io): Promise<number> {
  const ending = new AbortController();
  const changes = changesIn(locateRules(options.rules, io), ending.signal);
  // The folders are watched before they are read, so that no change is missed.
  await changes.next();
  try {
    return await serve(options, io, changes, ending);
  } finally {
    await changes.return(undefined);
  }
}

/** Serves until the input ends, or until nobody reads the output. */
async function serve(
  options: DependencyOptions,
  io: Io,
  changes: AsyncGenerator<void>,
  ending: AbortController,
): Promise<number> {
  let opened = await openAll(options, io);
  // A getter, so that the next message sees changed rules.
  const served = {
    get current() {
      return opened;
    },
  };
  const lines = {
    received: linesOf(untilClosed(io.stdin, io.stdout), BODY_LIMIT),
    write: (line: string) => writeWhenRead(io.stdout, Buffer.from(line)),
  };
  const session = serveLines(proposalDefinition(served, "assay"), lines, (error) =>
    io.stderr.write(`unexpected error: ${(error as Error).stack}\n`),
  );
  const watching = followRules();
  await session.ended;
  ending.abort();
  await watching;
  opened.close();
  return 0;

  async function followRules(): Promise<void> {
    for await (const _change of changes) await reload();
  }

  async function reload(): Promise<void> {
    try {
      const before = opened;
      opened = await openAll(options, io);
      before.close();
      await session.notifyOfChanges();
    } catch (error) {
      io.stderr.write(`the last good rules stay in use: ${(error as Error).message}\n`);
    }
  }
}

/** The input until the output is closed: later messages can no longer be answered. */
async function* untilClosed(input: Input, output: Output): AsyncGenerator<Buffer | string> {
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

async function openAll(options: DependencyOptions, io: Io): Promise<OpenDependencies> {
  const opened = await openDependencies(options, io);
  await Promise.all(opened.targets.list().map(({ id }) => opened.prepare(id)));
  return opened;
}
