import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const WARM_UP = 50;
const PROBE = new URL("../servers/probe.js", import.meta.url).href;
const URI = "file:///large.proposal.json";

/** The CPU milliseconds of the language server for a keystroke in a proposal of 60 KiB with 432 errors. */
export async function keystroke({ quick }) {
  const child = spawn(process.execPath, ["--import", PROBE, "dist/cli/main.js", "lsp", "--stdio"], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let published = () => {};
  connection.onNotification("textDocument/publishDiagnostics", ({ version }) => published(version));
  connection.listen();
  await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  const write = (version) =>
    new Promise((resolve) => {
      published = (one) => one === version && resolve();
      const text = proposal(`Tide table ${version}`);
      const textDocument = { uri: URI, languageId: "json", version, text };
      if (version === 1) connection.sendNotification("textDocument/didOpen", { textDocument });
      else
        connection.sendNotification("textDocument/didChange", {
          textDocument,
          contentChanges: [{ text }],
        });
    });
  const cpuMillis = async () => {
    child.send("usage");
    const [{ cpuMicros }] = await once(child, "message");
    return cpuMicros / 1e3;
  };
  for (let version = 1; version <= WARM_UP; version++) await write(version);
  const [before, strokes] = [await cpuMillis(), quick ? 50 : 300];
  for (let version = WARM_UP + 1; version <= WARM_UP + strokes; version++) await write(version);
  const used = (await cpuMillis()) - before;
  connection.end();
  child.kill();
  await once(child, "exit");
  return used / strokes;
}

/** Every record has a string where a number is declared. */
function proposal(title) {
  const { candidate } = JSON.parse(readFileSync("examples/tide-table.json", "utf8"));
  const sampleRecords = Array.from({ length: 432 }, (_, at) => ({
    harbour: "x".repeat(85) + at,
    metres: `${at}.5`,
  }));
  return JSON.stringify(
    { ...candidate, generatorName: title, supportedStrategies: ["fast"], sampleRecords },
    null,
    2,
  );
}
