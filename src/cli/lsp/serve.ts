import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  createConnection,
  type InitializeResult,
  type Location,
  MarkupKind,
  ProposedFeatures,
  ResponseError,
  TextDocumentSyncKind,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { JsonRanges } from "../../json/json-ranges.js";
import { parse as parsePointer } from "../../json/pointer.js";
import { UNKNOWN_REGISTRY } from "../../registry/registry.js";
import { openSpecs } from "../../specs/load-specs.js";
import { isRuleName } from "../../specs/names.js";
import { namesIn } from "../../specs/read-package.js";
import { VERSION } from "../../version.js";
import type { DependencyOptions } from "../check/dependencies.js";
import { type OpenDependencies, openDependencies } from "../check/dependencies.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { locateOwn, locateRules } from "../locate.js";
import { changesIn } from "../watch-folders.js";
import { type Cursor, cursorAt } from "./cursor.js";
import { ruleDiagnostic, toDiagnostic } from "./diagnostics.js";
import { offsetAt, parsed, placeAt, rangeOf, stringAt } from "./positions.js";
import { type CheckedProposal, checkProposal, explainAt, looksLikeProposal, suggestAt } from "./proposals.js";
import { actionsFor, FIX_ALL } from "./quick-fixes.js";
import { definitionOf, referenceAt, suggestInRule } from "./rule-words.js";
import { type RuleError, type RuleFile, RulesChecker, ruleFileOf, ruleNameOf } from "./rules-check.js";
import type { Suggestion } from "./suggest.js";

const PROPOSALS = "*.proposal.json";
/** With indentation, a candidate is larger than the request that it is sent in. A longer file is no proposal. */
const MAX_TEXT_LENGTH = 1_000_000;
/** The text of a rule is checked when its author pauses: the check takes most of a second of another core. */
const RULES_PAUSE_MS = 300;

interface Open {
  readonly uri: string;
  readonly path: string;
  text: string;
  version: number;
  /** The last result for a proposal. */
  checked?: CheckedProposal;
  /** The last errors of a rule file. */
  errors?: readonly RuleError[];
}

/** Serves an editor until it closes the connection. */
export async function serve(options: LspOptions, io: Io): Promise<number> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const roots = locateRules(options.rules, io);
  const pattern = options.files ?? PROPOSALS;
  const expression = expressionFor(pattern);
  const rules = new RulesChecker(io.worker as URL);
  const documents = new Map<string, Open>();
  const ending = new AbortController();
  let dependencies = await open(options, io);

  connection.onInitialize((): InitializeResult => {
    return {
      serverInfo: { name: "assay", version: VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full, save: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        completionProvider: { triggerCharacters: ['"', "{", "/", ":"] },
        hoverProvider: true,
        definitionProvider: true,
        renameProvider: { prepareProvider: true },
      },
    };
  });
  connection.onInitialized(() => {
    const { text } = dependencies;
    connection.console.info(text);
    void connection.sendNotification("assay/status", { text });
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, text, version } }) => {
    documents.set(uri, { uri, path: pathOf(uri), text, version });
    void check(documents.get(uri) as Open);
  });
  /** Handles what an editor asks about an open document. */
  const inDocument =
    <Params extends { readonly textDocument: { readonly uri: string } }, Answer>(
      answer: (document: Open, params: Params) => Answer,
    ) =>
    (params: Params): Answer | undefined => {
      const document = documents.get(params.textDocument.uri);
      return document && answer(document, params);
    };
  /** The same for a file of a spec package. */
  const inRuleFile = <Params extends { readonly textDocument: { readonly uri: string } }, Answer>(
    answer: (document: Open, file: RuleFile, params: Params) => Answer,
  ) =>
    inDocument((document, params: Params) => {
      const file = fileOf(document);
      return file && answer(document, file, params);
    });
  connection.onDidChangeTextDocument(
    inDocument((document, { textDocument: { version }, contentChanges }) => {
      const change = contentChanges.at(-1);
      if (change === undefined) return;
      Object.assign(document, { text: change.text, version });
      void check(document);
    }),
  );
  connection.onDidSaveTextDocument(inRuleFile((document) => void checkRuleFile(document, 0, true)));
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  connection.onCodeAction(inDocument((document, { range, context }) => actionsFor(document, range, context.only)));
  connection.onHover(
    inDocument((document, { position }) => {
      const place = placeAt(document.text, offsetAt(document.text, position));
      if (document.checked === undefined || place === undefined) return null;
      const value = explainAt(place.pointer, document.checked.notices, document.checked.subject);
      return value === "" ? null : { contents: { kind: MarkupKind.Markdown, value }, range: place.range };
    }),
  );
  connection.onCompletion(
    inDocument((document, { position }) => {
      const offset = offsetAt(document.text, position);
      const cursor = cursorAt(document.text, offset);
      if (cursor === undefined) return [];
      const file = fileOf(document);
      if (file !== undefined) return completeRule(document, file, cursor, offset);
      if (!isProposal(document)) return [];
      const found = suggestAt(cursor, document.checked?.subject, dependencies);
      return found.map((one) => completion(one, document.text, cursor));
    }),
  );
  connection.onDefinition(
    inRuleFile((document, file, { position }) => define(document, file, offsetAt(document.text, position))),
  );
  connection.onPrepareRename(
    inRuleFile((document, file) => {
      const name = ruleNameOf(file);
      return name === undefined ? null : { range: rangeOf(document.text, 0, 1), placeholder: name };
    }),
  );
  connection.onRenameRequest(inRuleFile((document, file, { newName }) => renameRule(document, file, newName)));

  const ended = new Promise<void>((resolve) => {
    connection.onShutdown(() => {});
    connection.onExit(() => resolve());
    process.stdin.once("end", resolve).once("close", resolve);
  });
  connection.listen();
  const watching = followRules();
  await ended;
  ending.abort();
  await watching;
  await rules.close();
  dependencies.close();
  connection.dispose();
  return 0;

  /** Changed rules change what is wrong with every open proposal. */
  async function followRules(): Promise<void> {
    const changes = changesIn(roots, ending.signal);
    await changes.next();
    for await (const _ of changes) {
      try {
        const before = dependencies;
        dependencies = await open(options, io);
        before.close();
      } catch {
        // The last good rules stay in use: the diagnostics of the rule files say what is wrong.
        continue;
      }
      for (const document of documents.values()) if (isProposal(document)) await checkOpen(document);
    }
  }

  function fileOf({ path }: Open): RuleFile | undefined {
    return ruleFileOf(path, roots);
  }

  function isProposal(document: Open): boolean {
    if (fileOf(document) !== undefined || document.text.length > MAX_TEXT_LENGTH) return false;
    const name = pattern.includes("/") ? document.path : basename(document.path);
    return expression.test(name) || looksLikeProposal(document.text);
  }

  async function check(document: Open): Promise<void> {
    if (fileOf(document) !== undefined) await checkRuleFile(document, RULES_PAUSE_MS);
    else if (isProposal(document)) await checkOpen(document);
    else void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics: [] });
  }

  async function checkOpen(document: Open): Promise<void> {
    const { version, text, path, uri } = document;
    const checked = await checkProposal(path, text, options.domain, dependencies);
    // A later change is checked by itself.
    if (document.version !== version) return;
    // Completion in a document that is not JSON at the moment uses what it was when it last was.
    document.checked = { ...checked, subject: checked.subject ?? document.checked?.subject };
    const diagnostics = checked.notices.map((notice) => toDiagnostic(notice, text));
    void connection.sendDiagnostics({ uri, version, diagnostics });
  }

  async function checkRuleFile(document: Open, pause: number, isSaved = false): Promise<void> {
    const { version } = document;
    rules.cancel();
    await new Promise((resolve) => setTimeout(resolve, pause));
    const file = fileOf(document);
    if (document.version !== version || file === undefined || !documents.has(document.uri)) return;
    const { root, domainId, version: name } = file;
    const unsaved = [...documents.values()].filter((one) => {
      const other = fileOf(one);
      return other?.root === root && other.domainId === domainId;
    });
    const texts = unsaved.map(({ path, text }) => ({ path, text }));
    // The search takes longer than all the rest, and finds little in a version with errors.
    for (const searches of isSaved ? [false, true] : [false]) {
      const task = { root, domainId, version: name, unsaved: texts, searches, rule: ruleNameOf(file) };
      const errors = await rules.check(task);
      if (errors === undefined || document.version !== version) return;
      // An error may be in another file of the version than the one that was changed.
      for (const one of unsaved) {
        one.errors = errors.filter(({ file: path }) => path === one.path);
        const diagnostics = one.errors.map((error) => ruleDiagnostic(error, one.text));
        void connection.sendDiagnostics({ uri: one.uri, version: one.version, diagnostics });
      }
      if (errors.length > 0) return;
    }
  }

  function completeRule(document: Open, file: RuleFile, cursor: Cursor, offset: number): CompletionItem[] {
    const folder = join(file.root, file.domainId, file.version);
    const parts = {
      shape: parsed(textOf(join(folder, "candidate.schema.json"))),
      spec: parsed(textOf(join(folder, "spec.json"))),
      // A rule that is being written is mostly no JSON: without its check, the common placeholders are left.
      rule: parsed(document.text) ?? parsed(textOnDisk(document.path)),
    };
    const found = suggestInRule(cursor, parts);
    if (referenceAt(cursor.tokens) !== "template") return found.map((one) => completion(one, document.text, cursor));
    // A placeholder is inserted into a string, and replaces the part of it that was typed.
    const [typed = ""] = /\{\w*$/.exec(document.text.slice(cursor.from, offset)) ?? [];
    return found.map((one) => completion(one, document.text, { from: offset - typed.length, to: offset }));
  }

  function define(document: Open, file: RuleFile, offset: number): Location | null {
    const place = placeAt(document.text, offset);
    const value = place && stringAt(document.text, place.pointer);
    const found = place && value !== undefined ? definitionOf(parsePointer(place.pointer), value) : undefined;
    if (found === undefined) return null;
    const path = found.file === "rule" ? document.path : join(file.root, file.domainId, file.version, found.file);
    const text = textOf(path);
    const read = JsonRanges.read(text);
    const range = "error" in read ? undefined : (read.ranges.key(found.pointer) ?? read.ranges.value(found.pointer));
    return range === undefined ? null : { uri: uriOf(path), range: rangeOf(text, range.from, range.to) };
  }

  /** The name of a rule is that of its file, and whole examples name the codes that they expect. */
  function renameRule(document: Open, file: RuleFile, newName: string): WorkspaceEdit | null {
    const name = ruleNameOf(file);
    if (name === undefined) return null;
    if (!isRuleName(newName))
      throw new ResponseError(0, "the name of a rule is in kebab-case, such as names-are-unique");
    const newPath = join(dirname(document.path), `${newName}.json`);
    if (existsSync(newPath)) throw new ResponseError(0, `there is already a rule ${newName}`);
    const examples = join(file.root, file.domainId, file.version, "examples");
    const edits = (existsSync(examples) ? namesIn(examples) : []).flatMap((example) => {
      const path = join(examples, example);
      const text = textOf(path);
      const found = [...text.matchAll(/"code"\s*:\s*("[^"\n]*")/g)].flatMap(({ 0: whole, 1: code = "", index }) => {
        const from = index + whole.length - code.length;
        return code === JSON.stringify(name)
          ? [{ range: rangeOf(text, from, from + code.length), newText: JSON.stringify(newName) }]
          : [];
      });
      return found.length === 0 ? [] : [{ textDocument: { uri: uriOf(path), version: null }, edits: found }];
    });
    return { documentChanges: [...edits, { kind: "rename", oldUri: document.uri, newUri: uriOf(newPath) }] };
  }

  /** As it is in the editor, or else on the disk. */
  function textOf(path: string): string {
    return [...documents.values()].find((one) => one.path === path)?.text ?? textOnDisk(path);
  }
}

/**
 * What proposals are checked with: the versions without errors, since the others are being written. Without a targets
 * file of the user, no registry is known.
 */
async function open(options: LspOptions, io: Io): Promise<OpenDependencies & { readonly text: string }> {
  const load = async (dirs: string[]) => (await openSpecs(dirs)).catalog;
  const isNamed = options.targets !== undefined || Boolean(io.env.TARGETS_FILE?.trim());
  let off = "there is no targets file";
  if (isNamed || existsSync(locateOwn("TARGETS_FILE", options.targets, io))) {
    try {
      const opened = await openDependencies(options, io, load);
      await Promise.all(opened.targets.list().map(({ id }) => opened.prepare(id)));
      return Object.assign(opened, { text: "assay: rules of registries are on" });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      off = error.message;
    }
  }
  const specs = await load(locateRules(options.rules, io));
  const registry = { current: () => UNKNOWN_REGISTRY, retryAfterSeconds: () => 1 };
  const target = (id: string) => ({ id, url: "http://localhost", domains: [...specs.keys()], registry });
  const baseUrl = options["base-url"] ?? io.env.BASE_URL?.trim();
  return {
    specs,
    targets: { list: () => [target("any")], find: target },
    baseUrl: baseUrl || "http://localhost:8080",
    hasLinks: Boolean(baseUrl),
    prepare: async () => {},
    close: () => {},
    text: `assay: rules of registries are off: ${off}`,
  };
}

function completion(one: Suggestion, text: string, { from, to }: { from: number; to: number }): CompletionItem {
  const hasValue = one.kind === "key" && /^\s*:/.test(text.slice(to, to + 20));
  const newText = hasValue ? JSON.stringify(one.label) : one.insert;
  return {
    label: one.label,
    kind: one.kind === "key" ? CompletionItemKind.Property : CompletionItemKind.Value,
    // Editors compare this with the typed text, which includes the quotes.
    filterText: text[from] === '"' ? newText : one.label,
    textEdit: { range: rangeOf(text, from, to), newText },
    ...(one.detail !== undefined && { detail: one.detail }),
    ...(one.documentation !== undefined && { documentation: one.documentation }),
  };
}

function textOnDisk(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function pathOf(uri: string): string {
  return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** `*` is any part of a name, `**` any folders. */
function expressionFor(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/?|\*)/).map((part) => {
    if (part.startsWith("**")) return ".*";
    return part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`(^|/)${parts.join("")}$`);
}

export interface LspOptions extends DependencyOptions {
  /** The domain of candidates without an envelope. */
  readonly domain?: string;
  /** A pattern of files that are proposals. */
  readonly files?: string;
}
