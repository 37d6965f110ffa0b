import { Writable } from "node:stream";
import { BODY_LIMIT } from "../../proposals/request.js";
import { proposalDefinition } from "../../service/mcp/proposal-definition.js";
import { serveMcpLines } from "../../service/mcp/stdio.js";
import type { RunCommand } from "../command.js";
import { type Io, writeAndDrain } from "../io.js";
import { readLines } from "../lines.js";
import { locateRules } from "../locate.js";
import { openContextWithRegistries } from "../validation/context.js";
import { reloadOnChange } from "../watch-rules.js";

/** Serves until the input ends or the output closes. */
export const run: RunCommand = async (_, options, io) => {
  const onFailure = (error: Error) =>
    void io.stderr.write(`the last good rules stay in use: ${error.message}\n`);
  const context = await reloadOnChange(
    options.schema === undefined ? locateRules(options.rules, io) : [],
    () => openContextWithRegistries(options, io),
    () => session.notifyOfChanges().catch(onFailure),
    onFailure,
  );
  const output = new Writable({
    write(chunk, _, done) {
      void writeAndDrain(io.stdout, Buffer.from(chunk)).then(() => done());
    },
  });
  const session = serveMcpLines(
    proposalDefinition(context, "assay"),
    readLines(untilOutputCloses(io), BODY_LIMIT),
    output,
    (error) => io.stderr.write(`unexpected error: ${(error as Error).stack}\n`),
  );
  try {
    await session.ended;
    return 0;
  } finally {
    await context.close();
  }
};

/** Standard input. Once the output is closed, later messages can no longer be answered. */
async function* untilOutputCloses({ stdin, stdout }: Io): AsyncGenerator<Buffer | string> {
  let isClosed = false;
  const stop = () => {
    isClosed = true;
    stdin.destroy?.();
  };
  stdout.on?.("close", stop);
  try {
    yield* stdin;
  } catch (error) {
    if (!isClosed) throw error;
  } finally {
    stdout.off?.("close", stop);
  }
}
