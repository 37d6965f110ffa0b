import * as lsp from "vscode-languageserver/node";
import type { RunCommand } from "../command.js";
import { locateRules } from "../locate.js";
import { LanguageServer } from "../lsp/language-server.js";
import { openEditorContext } from "../validation/context.js";
import { reloadOnChange } from "../watch-rules.js";

/** Serves an editor until it closes the connection. */
export const run: RunCommand = async (_, options, io) => {
  const dirs = locateRules(options.rules, io);
  const context = await reloadOnChange(
    dirs,
    () => openEditorContext(options, io),
    () => server.validateProposals(),
    // Open rule files show their errors themselves.
    () => {},
  );
  const connection = lsp.createConnection(lsp.ProposedFeatures.all, process.stdin, process.stdout);
  const server = new LanguageServer(connection, options, context, dirs);
  server.listen();
  const ended = new Promise<void>((resolve) => {
    connection.onShutdown(() => {});
    connection.onExit(() => resolve());
    process.stdin.once("end", resolve).once("close", resolve);
  });
  connection.listen();
  await ended;
  await context.close();
  connection.dispose();
  return 0;
};
