import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as lsp from "vscode-languageserver/node";
import { findCursor } from "../../ground/json/cursor.js";
import { VERSION } from "../../version.js";
import type { Options } from "../command.js";
import { MAX_DOCUMENT_BYTES } from "../inputs.js";
import type { EditorContext } from "../validation/context.js";
import type { AutoReloaded } from "../watch-rules.js";
import { checkRuleFiles } from "./check-rule-files.js";
import { FIX_ALL, listCodeActions, proposalDiagnostic, ruleDiagnostic } from "./diagnostics.js";
import {
  findRuleFile,
  findValueAt,
  type OpenDocument,
  type RuleFile,
  readText,
  toOffset,
} from "./open-document.js";
import { looksLikeProposal, suggestInProposal, validateDocument, writeHover } from "./proposals.js";
import { completeRuleFile, findDefinition, type OpenRuleFile } from "./rule-file.js";
import { toCompletionItem } from "./suggestion.js";

/** Rules are checked when their author pauses, because that takes most of a second. */
const RULES_PAUSE_MS = 300;

const CAPABILITIES: lsp.InitializeResult["capabilities"] = {
  textDocumentSync: { openClose: true, change: lsp.TextDocumentSyncKind.Full, save: true },
  codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix, FIX_ALL] },
  completionProvider: { triggerCharacters: ['"', "{", "/", ":"] },
  hoverProvider: true,
  definitionProvider: true,
};

export class LanguageServer {
  readonly #documents = new lsp.TextDocuments<OpenDocument>({
    create: (uri, _, version, text) => {
      const path = uri.startsWith("file:") ? fileURLToPath(uri) : uri;
      return { uri, path, ruleFile: findRuleFile(path, this.roots), text, version };
    },
    update: (document, changes, version) =>
      Object.assign(document, { text: changes.at(-1)?.text, version }),
  });
  /** By the folder of a version: how often its check was started. */
  readonly #startedChecks = new Map<string, number>();
  readonly #proposalFiles: RegExp;

  constructor(
    private readonly connection: lsp.Connection,
    private readonly options: Options,
    private readonly context: AutoReloaded<EditorContext>,
    private readonly roots: readonly string[],
  ) {
    this.#proposalFiles = compileGlob(withSlashes(options.files ?? "*.proposal.json"));
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize(() => ({
      serverInfo: { name: "assay", version: VERSION },
      capabilities: CAPABILITIES,
    }));
    connection.onInitialized(() => {
      const { status: text } = this.context.current;
      connection.console.info(text);
      void connection.sendNotification("assay/status", { text });
    });
    this.#documents.onDidChangeContent(
      ({ document }) => void this.#logFailure(this.#check(document)),
    );
    this.#documents.onDidSave(({ document: { ruleFile } }) => {
      if (ruleFile !== undefined) void this.#logFailure(this.#checkVersion(ruleFile, 0));
    });
    this.#documents.onDidClose(
      ({ document: { uri } }) => void connection.sendDiagnostics({ uri, diagnostics: [] }),
    );
    this.#documents.listen(connection);
    connection.onCodeAction((params) => {
      const document = this.#find(params);
      return document && listCodeActions(document, params);
    });
    connection.onHover((params) => this.#hover(params));
    connection.onCompletion((params) => this.#complete(params));
    connection.onDefinition((params) => {
      const document = this.#find(params);
      const file = document && this.#toOpenRuleFile(document);
      return file && findDefinition(file, toOffset(document.text, params.position));
    });
  }

  /** Validates all proposals again, because the rules have changed. */
  async validateProposals(): Promise<void> {
    const proposals = this.#documents.all().filter((document) => this.#isProposal(document));
    await this.#logFailure(Promise.all(proposals.map((document) => this.#validate(document))));
  }

  #find({ textDocument }: lsp.TextDocumentPositionParams | lsp.CodeActionParams) {
    return this.#documents.get(textDocument.uri);
  }

  /** Nothing waits for a check, so its failure would end the server as an unhandled rejection. */
  async #logFailure(check: Promise<unknown>): Promise<void> {
    await check.catch((error: Error) =>
      this.connection.console.error(`the check failed: ${error.message}`),
    );
  }

  async #check(document: OpenDocument): Promise<void> {
    if (document.ruleFile !== undefined)
      await this.#checkVersion(document.ruleFile, RULES_PAUSE_MS);
    else if (this.#isProposal(document)) await this.#validate(document);
    else this.#publish(document, []);
  }

  #isProposal({ ruleFile, path, text }: OpenDocument): boolean {
    if (ruleFile !== undefined) return false;
    return this.#proposalFiles.test(withSlashes(path)) || looksLikeProposal(text);
  }

  #publish({ uri, version }: OpenDocument, diagnostics: lsp.Diagnostic[]): void {
    void this.connection.sendDiagnostics({ uri, version, diagnostics });
  }

  async #validate(document: OpenDocument): Promise<void> {
    const { uri, version, text } = document;
    const validated = await validateDocument(document, this.options, this.context.current);
    // The document was closed, or a later change has its own validation.
    if (document.version !== version || this.#documents.get(uri) !== document) return;
    // While the document is not valid JSON, completion uses its last valid state.
    const proposal = validated.proposal ?? document.validated?.proposal;
    document.validated = { ...validated, proposal };
    const diagnostics = validated.annotations.map((one) => proposalDiagnostic(one, text));
    this.#publish(document, diagnostics);
  }

  /** Checks the version of a file, unless a later change of the version starts over. */
  async #checkVersion(file: RuleFile, pauseMs: number): Promise<void> {
    const { root, domainId, version, folder } = file;
    const check = (this.#startedChecks.get(folder) ?? 0) + 1;
    this.#startedChecks.set(folder, check);
    await sleep(pauseMs);
    if (this.#startedChecks.get(folder) !== check) return;
    const openFiles = this.#documents
      .all()
      .filter(({ ruleFile }) => ruleFile?.root === root && ruleFile.domainId === domainId);
    const errors = await checkRuleFiles(file, openFiles);
    if (this.#startedChecks.get(folder) !== check) return;
    for (const document of openFiles) {
      if (this.#documents.get(document.uri) !== document) continue;
      // The error may be in another file than the change. Errors of other versions stay.
      const others = document.errors?.filter((error) => error.version !== version) ?? [];
      document.errors = [...others, ...errors.filter((error) => error.file === document.path)];
      const diagnostics = document.errors.map((error) => ruleDiagnostic(error, document.text));
      this.#publish(document, diagnostics);
    }
  }

  #hover(params: lsp.HoverParams): lsp.Hover | undefined {
    const document = this.#find(params);
    if (document?.validated === undefined) return undefined;
    const found = findValueAt(document.text, toOffset(document.text, params.position));
    if (found === undefined) return undefined;
    const value = writeHover(found.pointer, document.validated);
    if (value === "") return undefined;
    return { contents: { kind: lsp.MarkupKind.Markdown, value }, range: found.range };
  }

  #complete(params: lsp.CompletionParams): lsp.CompletionItem[] | undefined {
    const document = this.#find(params);
    if (document === undefined) return undefined;
    const { text, validated } = document;
    const offset = toOffset(text, params.position);
    const cursor = text.length > MAX_DOCUMENT_BYTES ? undefined : findCursor(text, offset);
    if (cursor === undefined) return [];
    const file = this.#toOpenRuleFile(document);
    if (file !== undefined) return completeRuleFile(file, cursor, offset);
    if (!this.#isProposal(document)) return [];
    const suggestions = suggestInProposal(cursor, validated?.proposal, this.context.current);
    return suggestions.map((suggestion) => toCompletionItem(suggestion, text, cursor));
  }

  #toOpenRuleFile(document: OpenDocument): OpenRuleFile | undefined {
    if (document.ruleFile === undefined) return undefined;
    const readOpenText = (path: string) =>
      this.#documents.all().find((open) => open.path === path)?.text ?? readText(path);
    return { ...document.ruleFile, document, readOpenText };
  }
}

/** In the pattern, `*` is any part of a name, and `**` any folders. */
function compileGlob(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*\*|[.+*?^${}()|[\]\\]/g, (part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    return part === "*" ? "[^/]*" : `\\${part}`;
  });
  return new RegExp(`(^|/)${source}$`);
}

/** On Windows, paths have backslashes, and patterns may have either. */
function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
