import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { coverageArgs, coverageEnv } from "../../support/coverage.js";
import { killAtExit } from "../../support/kill-at-exit.js";

export interface Position {
  line: number;
  character: number;
}
export interface Range {
  start: Position;
  end: Position;
}
export interface TextEdit {
  range: Range;
  newText: string;
}
export interface Diagnostic {
  range: Range;
  code?: string;
  message: string;
  severity: number;
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
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #texts = new Map<string, { text: string; version: number }>();
  #wakes: (() => void)[] = [];
  #received = Buffer.alloc(0);
  #ids = 0;

  private constructor(readonly process: ChildProcess) {
    process.stdout?.on("data", (data) => this.#receive(data));
  }

  static async start(args: string[] = [], cwd = resolve("."), env: Record<string, string> = {}): Promise<Editor> {
    const child = spawn(process.execPath, [...coverageArgs, resolve("dist/cli/main.js"), "lsp", "--stdio", ...args], {
      cwd,
      env: { PATH: process.env.PATH, ...coverageEnv, ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    killAtExit(child);
    const editor = new Editor(child);
    await editor.ask("initialize", { processId: null, rootUri: null, capabilities: {} });
    editor.tell("initialized", {});
    return editor;
  }

  /** The answer, or the error, of a request. */
  ask(method: string, params: object): Promise<Answer> {
    const id = ++this.#ids;
    this.#send({ id, method, params });
    return new Promise((answered) => this.#waiting.set(id, answered));
  }

  tell(method: string, params: object): void {
    this.#send({ method, params });
  }

  /** Opens a document, or changes it, and waits for what is found in it. */
  async write(path: string, text: string): Promise<Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    const known = this.#texts.get(uri);
    const version = (known?.version ?? 0) + 1;
    this.#texts.set(uri, { text, version });
    if (known === undefined)
      this.tell("textDocument/didOpen", { textDocument: { uri, languageId: "json", version, text } });
    else this.tell("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
    return this.found(path, version);
  }

  /** What was published about a version of a document. */
  async found(path: string, version: number): Promise<Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    for (;;) {
      const last = this.published().findLast((one) => one.uri === uri && one.version >= version);
      if (last !== undefined) return last.diagnostics;
      await new Promise<void>((wake) => this.#wakes.push(wake));
    }
  }

  published(): Published[] {
    return this.notified.filter(({ method }) => method === "textDocument/publishDiagnostics").map((one) => one.params);
  }

  /** Asks about the place of a string in a document. `{|}` in it is the cursor; without it, its start. */
  at(method: string, path: string, part: string, more: object = {}): Promise<Answer> {
    const uri = pathToFileURL(path).href;
    const { text } = this.#texts.get(uri) as { text: string };
    const [before = ""] = part.split("{|}");
    const found = text.indexOf(part.replace("{|}", ""));
    if (found < 0) throw new Error(`${part} is not there`);
    const position = positionAt(text, found + (part.includes("{|}") ? before.length : 0));
    return this.ask(method, { textDocument: { uri }, position, ...more });
  }

  async stop(): Promise<number | null> {
    await this.ask("shutdown", {});
    const exited = once(this.process, "exit");
    this.tell("exit", {});
    const [code] = await exited;
    return code;
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const [head, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#received.toString("latin1")) ?? [];
      const end = (head?.length ?? 0) + Number(length);
      if (head === undefined || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(head.length, end).toString());
      this.#received = this.#received.subarray(end);
      if (message.method === undefined) this.#waiting.get(message.id)?.(message.error ?? message.result);
      else this.notified.push(message);
      for (const wake of this.#wakes.splice(0)) wake();
    }
  }
}

export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

export function textIn(text: string, { start, end }: Range): string {
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (changed, { range, newText }) =>
      changed.slice(0, offsetOf(text, range.start)) + newText + changed.slice(offsetOf(text, range.end)),
    text,
  );
}

function offsetOf(text: string, { line, character }: Position): number {
  const before = text.split("\n").slice(0, line);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + character;
}
