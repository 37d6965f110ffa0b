import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { CommandError, type RunCommand } from "../command.js";
import { systemReason, writeWhenRead } from "../io.js";
import { linesOf } from "../mcp-proxy/lines.js";
import { ToolCalls } from "../mcp-proxy/tool-calls.js";

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
    throw new CommandError(`cannot start ${command}: ${systemReason(error)}`);
  });
  // What is sent to a server that has ended is lost with it.
  server.stdin.on("error", () => {});
  const stop = () => void server.kill();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  io.stdout.on?.("close", stop);
  const calls = new ToolCalls(options.strict === true);
  /** Our own answers, while a line of the server is written in parts. */
  const waiting: string[] = [];
  let isInLine = false;

  const received = passToClient();
  try {
    const one = Promise.race([ended, passToServer(), received]);
    const [code] = await one.then(() => ended);
    await received;
    return code ?? 1;
  } finally {
    io.stdout.off?.("close", stop);
    io.stdin.destroy?.();
    stop();
  }

  async function passToServer(): Promise<void> {
    try {
      for await (const { bytes, isWhole } of linesOf(io.stdin)) {
        const step = isWhole ? await calls.fromClient(bytes.toString()) : undefined;
        if (step?.repair !== undefined && options.log !== undefined) {
          const { tool, patch: whole } = step.repair;
          // Values may be private, so they are written only on demand.
          const hasValues = options["log-values"] === true;
          const patch = hasValues ? whole : whole.map((one) => ({ ...one, value: undefined }));
          const line = JSON.stringify({ time: new Date().toISOString(), tool, patch });
          await appendFile(options.log, `${line}\n`, { mode: 0o600 });
        }
        if (step?.answer !== undefined) waiting.push(`${step.answer}\n`);
        else await writeWhenRead(server.stdin, step === undefined ? bytes : `${step.forward}\n`);
        await writeWaiting();
      }
    } catch (error) {
      // The input is destroyed when the server has ended.
      if (server.exitCode === null && server.signalCode === null) throw error;
    }
    server.stdin.end();
  }

  async function passToClient(): Promise<void> {
    for await (const { bytes, isWhole } of linesOf(server.stdout)) {
      const changed = isWhole ? calls.fromServer(bytes.toString()) : undefined;
      isInLine = bytes.at(-1) !== 0x0a;
      await writeWhenRead(io.stdout, changed === undefined ? bytes : Buffer.from(`${changed}\n`));
      await writeWaiting();
    }
  }

  async function writeWaiting(): Promise<void> {
    const lines = isInLine ? "" : waiting.splice(0).join("");
    if (lines !== "") await writeWhenRead(io.stdout, Buffer.from(lines));
  }
};
