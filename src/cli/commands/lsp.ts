import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import type { LspOptions } from "../lsp/serve.js";

export async function run(_: readonly string[], options: LspOptions, io: Io): Promise<number> {
  const { serve } = await import("../lsp/serve.js").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CommandError("vscode-languageserver is not installed; install assay without --omit=optional");
  });
  return serve(options, io);
}
