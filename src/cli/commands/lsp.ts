import { CommandError, type Run } from "../command.js";

export const run: Run = async (_, options, io) => {
  const { serve } = await import("../lsp/serve.js").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new CommandError("vscode-languageserver is not installed; install assay without --omit=optional");
  });
  return serve(options, io);
};
