import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  type Position,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver/node";
import { ASSAY, startProgram } from "../../support/program.js";

export interface Diagnostic {
  range: Range;
  code?: string;
  message: string;
}
interface Published {
  uri: string;
  version: number;
  diagnostics: Diagnostic[];
}

// biome-ignore lint/suspicious/noExplicitAny: what is expected of an answer, each test says.
type Answer = any;

/** An editor that speaks LSP to `assay lsp` as a process of its own. */
export class Editor {
  readonly notified: { method: string; params: Answer }[] = [];
  readonly #texts = new Map<string, { text: string; version: number }>();
  #wakes: (() => void)[] = [];

  private constructor(
    private readonly process: ChildProcess,
    private readonly connection: MessageConnection,
  ) {
    connection.onNotification((method, params) => {
      this.notified.push({ method, params });
      for (const wake of this.#wakes.splice(0)) wake();
    });
    connection.listen();
  }

  static async start(args: string[] = [], cwd = resolve(".")): Promise<Editor> {
    const child = startProgram(process.execPath, [ASSAY, "lsp", "--stdio", ...args], {
      cwd,
      env: { PATH: process.env.PATH },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const streams = [
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    ] as const;
    const editor = new Editor(child, createMessageConnection(...streams));
    await editor.ask("initialize", { processId: null, rootUri: null, capabilities: {} });
    await editor.tell("initialized", {});
    return editor;
  }

  /** The answer, or the error, of a request. */
  ask(method: string, params: object): Promise<Answer> {
    return this.connection.sendRequest(method, params).catch((error) => error);
  }

  tell(method: string, params: object): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  /** Opens a document, or changes it, and waits for what is found in it. */
  async write(path: string, text: string): Promise<Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    const known = this.#texts.get(uri);
    const version = (known?.version ?? 0) + 1;
    this.#texts.set(uri, { text, version });
    if (known === undefined)
      void this.tell("textDocument/didOpen", {
        textDocument: { uri, languageId: "json", version, text },
      });
    else
      void this.tell("textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
    for (;;) {
      const found = this.published().findLast((one) => one.uri === uri && one.version >= version);
      if (found !== undefined) return found.diagnostics;
      await new Promise<void>((wake) => this.#wakes.push(wake));
    }
  }

  published(): Published[] {
    return this.notified
      .filter(({ method }) => method === "textDocument/publishDiagnostics")
      .map((one) => one.params);
  }

  /**
   * Asks about the place of a string in a document. `{|}` in it is the cursor; without it, its
   * start.
   */
  at(method: string, path: string, part: string, more: object = {}): Promise<Answer> {
    const uri = pathToFileURL(path).href;
    const { text } = this.#texts.get(uri) as { text: string };
    const found = text.indexOf(part.replace("{|}", ""));
    if (found < 0) throw new Error(`${part} is not there`);
    const lines = text.slice(0, found + Math.max(0, part.indexOf("{|}"))).split("\n");
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    return this.ask(method, { textDocument: { uri }, position, ...more });
  }

  async stop(): Promise<number | null> {
    await this.ask("shutdown", {});
    const exited = once(this.process, "exit");
    await this.tell("exit", {});
    const [code] = await exited;
    return code;
  }
}

export function textIn(text: string, { start, end }: Range): string {
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (changed, { range, newText }) =>
      changed.slice(0, offsetOf(text, range.start)) +
      newText +
      changed.slice(offsetOf(text, range.end)),
    text,
  );
}

function offsetOf(text: string, { line, character }: Position): number {
  const before = text.split("\n").slice(0, line);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + character;
}
