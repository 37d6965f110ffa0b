import { Writable } from "node:stream";
import { BODY_LIMIT } from "../../proposals/request.js";
import { proposalDefinition } from "../../service/mcp/proposal-definition.js";
import { serveMcpLines } from "../../service/mcp/stdio.js";
import { openSession } from "../check/dependencies.js";
import type { RunCommand } from "../command.js";
import { splitLines } from "../inputs.js";
import { type Io, writeWhenRead } from "../io.js";
import { locateRules } from "../locate.js";
import { reloadOnChange } from "../watch-rules.js";

/** Serves until the input ends or the output closes. */
export const run: RunCommand = async (_, options, io) => {
  const onFailure = (error: Error) =>
    void io.stderr.write(`the last good rules stay in use: ${error.message}\n`);
  const dependencies = await reloadOnChange(
    options.schema === undefined ? locateRules(options.rules, io) : [],
    () => openSession(options, io),
    () => session.notifyOfChanges().catch(onFailure),
    onFailure,
  );
  const received = splitLines(untilClosed(io), BODY_LIMIT);
  const output = new Writable({
    write: (chunk, _, done) => void writeWhenRead(io.stdout, Buffer.from(chunk)).then(() => done()),
  });
  const session = serveMcpLines(
    proposalDefinition(dependencies, "assay"),
    received,
    output,
    (error) => io.stderr.write(`unexpected error: ${(error as Error).stack}\n`),
  );
  try {
    await session.ended;
    return 0;
  } finally {
    await dependencies.close();
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
