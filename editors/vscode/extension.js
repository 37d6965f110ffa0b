const { StatusBarAlignment, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

/** Starts `assay lsp`; everything else is the server's. */
exports.activate = async ({ subscriptions }) => {
  const [command, ...args] = workspace.getConfiguration("assay").get("command");
  const [folder] = workspace.workspaceFolders ?? [];
  const options = { cwd: folder?.uri.fsPath };
  const status = window.createStatusBarItem(StatusBarAlignment.Right);
  subscriptions.push(status);
  client = new LanguageClient(
    "assay",
    "assay",
    { command, args, options, transport: TransportKind.stdio },
    { documentSelector: [{ scheme: "file", language: "json" }] },
  );
  client.onNotification("assay/status", ({ text }) => {
    status.text = text;
    status.show();
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
