import { setTimeout as pause } from "node:timers/promises";
import * as lsp from "vscode-languageserver/node";
import { findCursor } from "../../ground/json/cursor.js";
import { VERSION } from "../../version.js";
import { type EditorDependencies, openEditorDependencies } from "../check/dependencies.js";
import type { Options, RunCommand } from "../command.js";
import { MAX_DOCUMENT_BYTES } from "../inputs.js";
import { locateRules } from "../locate.js";
import { type Reloading, reloadOnChange } from "../watch-rules.js";
import { BoundedHeaders } from "./bounded-headers.js";
import { checkRuleFiles } from "./check-rules.js";
import { toCompletion } from "./completion.js";
import { FIX_ALL, listActions, ruleDiagnostic, toDiagnostic } from "./diagnostics.js";
import {
  findPlace,
  findRuleFile,
  type OpenDocument,
  type RuleFile,
  textOnDisk,
  toOffset,
  toPath,
} from "./open-document.js";
import { checkDocument, explainPlace, looksLikeProposal, suggest } from "./proposals.js";
import { completeRule, findDefinition } from "./rule-file.js";

/** A rule is checked when its author pauses, because the check takes most of a second. */
const RULES_PAUSE_MS = 300;

const CAPABILITIES: lsp.InitializeResult["capabilities"] = {
  textDocumentSync: { openClose: true, change: lsp.TextDocumentSyncKind.Full, save: true },
  codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix, FIX_ALL] },
  completionProvider: { triggerCharacters: ['"', "{", "/", ":"] },
  hoverProvider: true,
  definitionProvider: true,
};

/** Serves an editor until it closes the connection. */
export const run: RunCommand = async (_, options, io) => {
  const roots = locateRules(options.rules, io);
  const dependencies = await reloadOnChange(
    roots,
    () => openEditorDependencies(options, io),
    () => server.checkProposals(),
    // The diagnostics of the files of the rules show their errors.
    () => {},
  );
  const input = process.stdin.pipe(new BoundedHeaders());
  const connection = lsp.createConnection(lsp.ProposedFeatures.all, input, process.stdout);
  const server = new LanguageServer(connection, options, dependencies, roots);
  server.listen();
  // The connection ends the process with 1 when its input closes early.
  input.once("error", ({ message }) => void io.stderr.write(`error: ${message}\n`));
  const ended = new Promise<void>((resolve) => {
    connection.onShutdown(() => {});
    connection.onExit(() => resolve());
    process.stdin.once("end", resolve).once("close", resolve);
  });
  connection.listen();
  await ended;
  await dependencies.close();
  connection.dispose();
  return 0;
};

type OfDocument = { readonly textDocument: lsp.TextDocumentIdentifier };

class LanguageServer {
  readonly #documents = new lsp.TextDocuments<OpenDocument>({
    create: (uri, _, version, text) => {
      const path = toPath(uri);
      return { uri, path, file: findRuleFile(path, this.roots), text, version };
    },
    update: (document, changes, version) =>
      Object.assign(document, { text: changes.at(-1)?.text, version }),
  });
  /** By the folder of a version: its checks so far. */
  readonly #versions = new Map<string, { checks: number }>();
  readonly #proposals: RegExp;

  constructor(
    private readonly connection: lsp.Connection,
    private readonly options: Options,
    private readonly dependencies: Reloading<EditorDependencies>,
    private readonly roots: readonly string[],
  ) {
    this.#proposals = compileGlob(withSlashes(options.files ?? "*.proposal.json"));
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize(() => ({
      serverInfo: { name: "assay", version: VERSION },
      capabilities: CAPABILITIES,
    }));
    connection.onInitialized(() => {
      const { status: text } = this.dependencies.current;
      connection.console.info(text);
      void connection.sendNotification("assay/status", { text });
    });
    this.#documents.onDidChangeContent(
      ({ document }) => void this.#logFailure(this.#check(document)),
    );
    this.#documents.onDidSave(({ document: { file } }) => {
      if (file !== undefined) void this.#logFailure(this.#checkVersion(file, true));
    });
    this.#documents.onDidClose(
      ({ document: { uri } }) => void connection.sendDiagnostics({ uri, diagnostics: [] }),
    );
    this.#documents.listen(connection);
    connection.onCodeAction(this.#inDocument(listActions));
    connection.onHover(this.#inDocument((document, { position }) => hover(document, position)));
    connection.onCompletion(
      this.#inDocument((document, { position }) => this.#complete(document, position)),
    );
    connection.onDefinition(
      this.#inDocument((document, { position }) => {
        const file = document.file && { ...document.file, document, textOf: this.#textOf };
        return file && findDefinition(file, toOffset(document.text, position));
      }),
    );
  }

  /** Checks all proposals again, because the rules have changed. */
  checkProposals(): Promise<void> {
    const proposals = this.#documents.all().filter((document) => this.#isProposal(document));
    return this.#logFailure(
      Promise.all(proposals.map((document) => this.#checkProposal(document))),
    );
  }

  #inDocument<Params extends OfDocument, Answer>(
    answer: (document: OpenDocument, params: Params) => Answer,
  ) {
    return (params: Params): Answer | undefined => {
      const document = this.#documents.get(params.textDocument.uri);
      return document && answer(document, params);
    };
  }

  /** Nothing waits for a check, so its failure would end the server as an unhandled rejection. */
  async #logFailure(check: Promise<unknown>): Promise<void> {
    await check.catch((error: Error) =>
      this.connection.console.error(`the check failed: ${error.message}`),
    );
  }

  #isProposal({ file, path, text }: OpenDocument): boolean {
    if (file !== undefined) return false;
    return this.#proposals.test(withSlashes(path)) || looksLikeProposal(text);
  }

  async #check(document: OpenDocument): Promise<void> {
    if (document.file !== undefined) await this.#checkVersion(document.file, false);
    else if (this.#isProposal(document)) await this.#checkProposal(document);
    else this.#show(document, []);
  }

  #show({ uri, version }: OpenDocument, diagnostics: lsp.Diagnostic[]): void {
    void this.connection.sendDiagnostics({ uri, version, diagnostics });
  }

  async #checkProposal(document: OpenDocument): Promise<void> {
    const { version, text } = document;
    const checked = await checkDocument(document, this.options, this.dependencies.current);
    // The document was closed, or a later change has its own check.
    if (document.version !== version || this.#documents.get(document.uri) !== document) return;
    // While the document is not valid JSON, completion uses its last valid state.
    document.checked = { ...checked, proposal: checked.proposal ?? document.checked?.proposal };
    const diagnostics = checked.notices.map((notice) => toDiagnostic(notice, text));
    this.#show(document, diagnostics);
  }

  /** Checks the version of a file, unless a later change of the version starts over. */
  async #checkVersion(file: RuleFile, isSaved: boolean): Promise<void> {
    const { root, domainId, version: name, folder } = file;
    const state = this.#versions.get(folder) ?? { checks: 0 };
    this.#versions.set(folder, state);
    const check = ++state.checks;
    await pause(isSaved ? 0 : RULES_PAUSE_MS);
    if (state.checks !== check) return;
    const openFiles = this.#documents
      .all()
      .filter(({ file: other }) => other?.root === root && other.domainId === domainId);
    const unsaved = openFiles.map(({ path, text }) => ({ path, text }));
    const errors = await checkRuleFiles({ ...file, unsaved });
    if (state.checks !== check) return;
    // An error may be in a file other than the one that was changed. Errors of other versions stay
    // as they are.
    for (const open of openFiles.filter((one) => this.#documents.get(one.uri) === one)) {
      const ofOthers = open.errors?.filter((error) => error.version !== name) ?? [];
      open.errors = [...ofOthers, ...errors.filter(({ file: path }) => path === open.path)];
      const diagnostics = open.errors.map((error) => ruleDiagnostic(error, open.text));
      this.#show(open, diagnostics);
    }
  }

  #complete(document: OpenDocument, position: lsp.Position): lsp.CompletionItem[] {
    const { text, checked, file } = document;
    const offset = toOffset(text, position);
    const cursor = text.length > MAX_DOCUMENT_BYTES ? undefined : findCursor(text, offset);
    if (cursor === undefined) return [];
    if (file !== undefined)
      return completeRule({ ...file, document, textOf: this.#textOf }, cursor, offset);
    if (!this.#isProposal(document)) return [];
    return suggest(cursor, checked?.proposal, this.dependencies.current).map((suggestion) =>
      toCompletion(suggestion, text, cursor),
    );
  }

  readonly #textOf = (path: string): string =>
    this.#documents.all().find((document) => document.path === path)?.text ?? textOnDisk(path);
}

function hover({ text, checked }: OpenDocument, position: lsp.Position): lsp.Hover | null {
  const place = findPlace(text, toOffset(text, position));
  if (checked === undefined || place === undefined) return null;
  const value = explainPlace(place.pointer, checked.notices, checked.proposal);
  return value === ""
    ? null
    : { contents: { kind: lsp.MarkupKind.Markdown, value }, range: place.range };
}

/** The regular expression of a pattern: `*` is any part of a name, `**` any folders. */
function compileGlob(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/?|\*)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`(^|/)${parts.join("")}$`);
}

/** On Windows, paths have backslashes, and patterns may have either. */
function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
