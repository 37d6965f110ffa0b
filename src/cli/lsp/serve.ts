import { setTimeout as pause } from "node:timers/promises";
import * as lsp from "vscode-languageserver/node";
import { cursorAt } from "../../json/cursor.js";
import { VERSION } from "../../version.js";
import { type EditorDependencies, openEditorDependencies } from "../check/dependencies.js";
import { type FollowedDependencies, followDependencies } from "../check/follow-dependencies.js";
import type { Options } from "../command.js";
import type { Io } from "../io.js";
import { locateRules } from "../locate.js";
import { RulesChecker } from "./check-rules.js";
import { toCompletion } from "./completion.js";
import { actionsFor, FIX_ALL, ruleDiagnostic, toDiagnostic } from "./diagnostics.js";
import { type OpenDocument, offsetAt, pathOf, placeAt, rangeOf, textOnDisk } from "./open-document.js";
import { checkDocument, explainAt, looksLikeProposal, suggestAt } from "./proposals.js";
import { completeRule, findDefinition, type OpenRuleFile, renameRule, ruleFileOf } from "./rule-file.js";

/** With indentation, a candidate is larger than the request that it is sent in. A longer file is no proposal. */
const MAX_TEXT_LENGTH = 1_000_000;
/** A rule is checked when its author pauses, because the check takes most of a second of another core. */
const RULES_PAUSE_MS = 300;

const CAPABILITIES: lsp.InitializeResult["capabilities"] = {
  textDocumentSync: { openClose: true, change: lsp.TextDocumentSyncKind.Full, save: true },
  codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix, FIX_ALL] },
  completionProvider: { triggerCharacters: ['"', "{", "/", ":"] },
  hoverProvider: true,
  definitionProvider: true,
  renameProvider: { prepareProvider: true },
};

/** Serves an editor until it closes the connection. */
export async function serve(options: Options, io: Io): Promise<number> {
  const roots = locateRules(options.rules, io);
  const dependencies = await followDependencies(roots, () => openEditorDependencies(options, io));
  const connection = lsp.createConnection(lsp.ProposedFeatures.all, process.stdin, process.stdout);
  const server = new LanguageServer(connection, options, dependencies, roots, new RulesChecker(io.worker as URL));
  server.listen();
  const ended = new Promise<void>((resolve) => {
    connection.onShutdown(() => {});
    connection.onExit(() => resolve());
    process.stdin.once("end", resolve).once("close", resolve);
  });
  connection.listen();
  await server.runUntil(ended);
  connection.dispose();
  return 0;
}

type OfDocument = { readonly textDocument: lsp.TextDocumentIdentifier };

class LanguageServer {
  readonly #documents = new Map<string, OpenDocument>();
  readonly #proposals: RegExp;

  constructor(
    private readonly connection: lsp.Connection,
    private readonly options: Options,
    private readonly dependencies: FollowedDependencies<EditorDependencies>,
    private readonly roots: readonly string[],
    private readonly rules: RulesChecker,
  ) {
    this.#proposals = expressionFor(withSlashes(options.files ?? "*.proposal.json"));
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize(() => ({ serverInfo: { name: "assay", version: VERSION }, capabilities: CAPABILITIES }));
    connection.onInitialized(() => {
      const { status: text } = this.dependencies.current;
      connection.console.info(text);
      void connection.sendNotification("assay/status", { text });
    });
    connection.onDidOpenTextDocument(({ textDocument: { uri, text, version } }) => {
      const document = { uri, path: pathOf(uri), text, version };
      this.#documents.set(uri, document);
      void this.#logFailure(this.#check(document));
    });
    connection.onDidChangeTextDocument(
      this.#inDocument((document, { textDocument: { version }, contentChanges }) => {
        const change = contentChanges.at(-1);
        if (change === undefined) return;
        Object.assign(document, { text: change.text, version });
        void this.#logFailure(this.#check(document));
      }),
    );
    connection.onDidSaveTextDocument(
      this.#inRuleFile(({ document }) => void this.#logFailure(this.#checkRuleFile(document, 0, true))),
    );
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      this.#documents.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    });
    connection.onCodeAction(this.#inDocument(actionsFor));
    connection.onHover(this.#inDocument((document, { position }) => hover(document, position)));
    connection.onCompletion(this.#inDocument((document, { position }) => this.#complete(document, position)));
    connection.onDefinition(
      this.#inRuleFile((file, { position }) => findDefinition(file, offsetAt(file.document.text, position))),
    );
    connection.onPrepareRename(
      this.#inRuleFile(({ document, rule }) =>
        rule === undefined ? null : { range: rangeOf(document.text, 0, 1), placeholder: rule },
      ),
    );
    connection.onRenameRequest(this.#inRuleFile((file, { newName }) => renameRule(file, newName)));
  }

  /** Follows changes of the rules until the editor ends the session. */
  async runUntil(ended: Promise<void>): Promise<void> {
    // If the rules have errors, the diagnostics of their files show them.
    this.dependencies.follow(
      () => this.#logFailure(this.#checkProposals()),
      () => {},
    );
    await ended;
    await this.dependencies.close();
    await this.rules.close();
  }

  #inDocument<Params extends OfDocument, Answer>(answer: (document: OpenDocument, params: Params) => Answer) {
    return (params: Params): Answer | undefined => {
      const document = this.#documents.get(params.textDocument.uri);
      return document && answer(document, params);
    };
  }

  #inRuleFile<Params extends OfDocument, Answer>(answer: (file: OpenRuleFile, params: Params) => Answer) {
    return this.#inDocument((document, params: Params) => {
      const file = this.#ruleFileOf(document);
      return file && answer(file, params);
    });
  }

  /** Nothing waits for a check, so its failure would end the server as an unhandled rejection. */
  #logFailure(check: Promise<void>): Promise<void> {
    return check.catch((error: Error) => this.connection.console.error(`the check failed: ${error.message}`));
  }

  async #checkProposals(): Promise<void> {
    for (const document of this.#documents.values())
      if (this.#isProposal(document)) await this.#checkProposal(document);
  }

  #ruleFileOf(document: OpenDocument): OpenRuleFile | undefined {
    const file = ruleFileOf(document.path, this.roots);
    return file && { ...file, document, textOf: this.#textOf };
  }

  #isProposal(document: OpenDocument): boolean {
    if (this.#ruleFileOf(document) !== undefined || document.text.length > MAX_TEXT_LENGTH) return false;
    return this.#proposals.test(withSlashes(document.path)) || looksLikeProposal(document.text);
  }

  async #check(document: OpenDocument): Promise<void> {
    if (this.#ruleFileOf(document) !== undefined) await this.#checkRuleFile(document, RULES_PAUSE_MS);
    else if (this.#isProposal(document)) await this.#checkProposal(document);
    else this.#show(document, []);
  }

  #show({ uri, version }: OpenDocument, diagnostics: lsp.Diagnostic[]): void {
    void this.connection.sendDiagnostics({ uri, version, diagnostics });
  }

  #isOpen(document: OpenDocument): boolean {
    return this.#documents.get(document.uri) === document;
  }

  async #checkProposal(document: OpenDocument): Promise<void> {
    const { version, text } = document;
    const checked = await checkDocument(document, this.options, this.dependencies.current);
    // A later change has a check of its own, and a closed document has no diagnostics.
    if (document.version !== version || !this.#isOpen(document)) return;
    // While the document is not valid JSON, completion uses its last valid state.
    document.checked = { ...checked, proposal: checked.proposal ?? document.checked?.proposal };
    const diagnostics = checked.notices.map((notice) => toDiagnostic(notice, text));
    this.#show(document, diagnostics);
  }

  async #checkRuleFile(document: OpenDocument, pauseMs: number, isSaved = false): Promise<void> {
    const { version } = document;
    const file = this.#ruleFileOf(document);
    if (file === undefined) return;
    const { root, domainId, version: name, folder, rule } = file;
    this.rules.cancel(folder);
    await pause(pauseMs);
    if (document.version !== version || !this.#isOpen(document)) return;
    const openFiles = [...this.#documents.values()].filter((open) => {
      const other = this.#ruleFileOf(open);
      return other?.root === root && other.domainId === domainId;
    });
    const unsaved = openFiles.map(({ path, text }) => ({ path, text }));
    // The search takes longer than all the rest, and finds little in a version with errors.
    for (const searches of isSaved ? [false, true] : [false]) {
      const errors = await this.rules.check({ root, domainId, version: name, unsaved, searches, rule });
      if (errors === undefined || document.version !== version) return;
      // An error may be in a file other than the one that was changed. Errors of other versions stay as they are.
      for (const open of openFiles.filter((file) => this.#isOpen(file))) {
        const ofOthers = open.errors?.filter((error) => error.version !== name) ?? [];
        open.errors = [...ofOthers, ...errors.filter(({ file: path }) => path === open.path)];
        const diagnostics = open.errors.map((error) => ruleDiagnostic(error, open.text));
        this.#show(open, diagnostics);
      }
      if (errors.length > 0) return;
    }
  }

  #complete(document: OpenDocument, position: lsp.Position): lsp.CompletionItem[] {
    const { text, checked } = document;
    const offset = offsetAt(text, position);
    const cursor = cursorAt(text, offset);
    if (cursor === undefined) return [];
    const file = this.#ruleFileOf(document);
    if (file !== undefined) return completeRule(file, cursor, offset);
    if (!this.#isProposal(document)) return [];
    return suggestAt(cursor, checked?.proposal, this.dependencies.current).map((suggestion) =>
      toCompletion(suggestion, text, cursor),
    );
  }

  readonly #textOf = (path: string): string =>
    [...this.#documents.values()].find((document) => document.path === path)?.text ?? textOnDisk(path);
}

function hover({ text, checked }: OpenDocument, position: lsp.Position): lsp.Hover | null {
  const place = placeAt(text, offsetAt(text, position));
  if (checked === undefined || place === undefined) return null;
  const value = explainAt(place.pointer, checked.notices, checked.proposal);
  return value === "" ? null : { contents: { kind: lsp.MarkupKind.Markdown, value }, range: place.range };
}

/** The regular expression of a pattern: `*` is any part of a name, `**` any folders. */
function expressionFor(pattern: string): RegExp {
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
