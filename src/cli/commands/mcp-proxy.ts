import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { CommandError, type RunCommand } from "../command.js";
import { describeSystemError, writeAndDrain } from "../io.js";
import { LINE_FEED, splitLines } from "../lines.js";
import { ToolCallRepairer } from "../mcp-proxy/tool-calls.js";

/** Longer messages pass unread. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/**
 * Stands between a client and a server until one of them ends. Resolves to the exit code of the
 * server.
 */
export const run: RunCommand = async ([command = "", ...args], options, io) => {
  const server = spawn(command, args, {
    cwd: io.cwd,
    env: { ...io.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(server, "close").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot start ${command}: ${describeSystemError(error)}`);
  });
  // What is sent to a server that has ended is lost with it.
  server.stdin.on("error", () => {});
  const stop = () => void server.kill();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  io.stdout.on?.("close", stop);
  const repairer = new ToolCallRepairer(options.strict === true);
  /** Our own answers, which wait while a long line of the server is written in parts. */
  const answers: string[] = [];
  let isInsideLine = false;

  const allReceived = passToClient();
  try {
    await Promise.race([ended, passToServer(), allReceived]);
    const [code] = await ended;
    await allReceived;
    return code ?? 1;
  } finally {
    io.stdout.off?.("close", stop);
    io.stdin.destroy?.();
    stop();
  }

  async function passToServer(): Promise<void> {
    try {
      for await (const { bytes, isTooLong } of splitLines(io.stdin, MAX_MESSAGE_BYTES)) {
        const isMessage = !isTooLong && bytes.at(-1) === LINE_FEED;
        const action = isMessage ? await repairer.readFromClient(bytes.toString()) : undefined;
        if (action?.repair !== undefined && options.log !== undefined) {
          const { tool, patch } = action.repair;
          // Values may be private, so they are logged on demand only.
          const logged = options["log-values"]
            ? patch
            : patch.map((operation) => ({ ...operation, value: undefined }));
          const entry = JSON.stringify({ time: new Date().toISOString(), tool, patch: logged });
          await appendFile(options.log, `${entry}\n`, { mode: 0o600 });
        }
        if (action?.answer !== undefined) answers.push(`${action.answer}\n`);
        else await writeAndDrain(server.stdin, action ? `${action.forward}\n` : bytes);
        await writeAnswers();
      }
    } catch (error) {
      // The input is destroyed when the server has ended.
      if (server.exitCode === null && server.signalCode === null) throw error;
    }
    server.stdin.end();
  }

  async function passToClient(): Promise<void> {
    for await (const { bytes, isTooLong } of splitLines(server.stdout, MAX_MESSAGE_BYTES)) {
      isInsideLine = bytes.at(-1) !== LINE_FEED;
      const isMessage = !isTooLong && !isInsideLine;
      const replaced = isMessage ? repairer.readFromServer(bytes.toString()) : undefined;
      await writeAndDrain(io.stdout, replaced ? Buffer.from(`${replaced}\n`) : bytes);
      await writeAnswers();
    }
  }

  async function writeAnswers(): Promise<void> {
    const lines = isInsideLine ? "" : answers.splice(0).join("");
    if (lines !== "") await writeAndDrain(io.stdout, Buffer.from(lines));
  }
};
