import { editText } from "../../src/ground/json/edit-text.js";
import type { Range } from "../../src/ground/json/json-ranges.js";
import { type Operation, withPaths } from "../../src/ground/json/patch.js";
import { isEqual } from "../../src/ground/json/value.js";
import type { SpecDocument } from "../../src/specs/explain/describe-spec.js";
import { formatSpecText } from "../../src/specs/format-spec-file.js";
import { copyText, store, storeTabKey } from "../page-tools.js";
import type { Editor, TextChange } from "../workbench/editor/editor.js";
import { MAX_TEXT_LENGTH } from "../workbench/limits.js";
import { WorkerClient } from "../workbench/worker-client.js";
import type { PlaygroundCalls } from "./calls.js";
import type { CheckRequest } from "./check-text.js";
import { OWN_DOMAIN, OWN_VERSION, withOwnDomain } from "./own-schema.js";
import { marksOf, problemsOf } from "./problems-of.js";
import type { SchemaCalls } from "./schema-worker.js";
import { type Link, readFragment, resolveLink, toFragment } from "./share.js";
import type { Start } from "./start-text.js";
import {
  type Checked,
  domainOf,
  type Fix,
  isCurrent,
  isOwn,
  type State,
  type Tab,
} from "./state.js";

/**
 * A large candidate is checked when its author pauses: a verdict on every keystroke would come too
 * late.
 */
const MAX_PAUSE_MS = 300;
const CHARACTERS_PER_MS = 150;
const NOTICE_MS = 6000;
const REPLACED = "Your text was replaced.";

/** What every part of the page is drawn from. */
export interface View {
  readonly session: Session;
  readonly state: State;
}

/** Everything that a person can do with the playground. */
export class Session {
  #editor: Editor | undefined;
  #editorLoading: Promise<Editor> | undefined;
  readonly #worker: WorkerClient<PlaygroundCalls>;
  /** Checks by the schema of the person. It starts when there is one. */
  #schemaWorker: WorkerClient<SchemaCalls> | undefined;
  #candidate: unknown;
  /** What the schema of the person says. */
  #ownDocument: SpecDocument | undefined;
  /** The text of the last verdict. */
  #checkedText: string | undefined;
  /** Counts openings: if several overlap, only the last one is finished. */
  #openings = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #nextCheck: ReturnType<typeof setTimeout> | undefined;
  /** True if the text was pasted or opened: then a candidate is unwrapped without asking. */
  #isPasted = false;

  constructor(
    /** Replaced by `update` alone. */
    public state: State,
    private readonly host: HTMLElement,
    /** The candidate that the server has drawn, which is what the page starts with. */
    private readonly drawn: string,
    private readonly onChange: () => void,
  ) {
    this.#candidate = candidateOf(state.checked);
    if (state.checked !== undefined) this.#checkedText = drawn;
    this.#worker = this.#startWorker(state.instance.worker);
  }

  #startWorker<Calls extends PlaygroundCalls>(script: string): WorkerClient<Calls> {
    return new WorkerClient(script, () => this.update({ phase: "failed" }));
  }

  /** The worker that has the rules that are chosen. */
  get #checker(): WorkerClient<PlaygroundCalls> {
    return (isOwn(this.state) && this.#schemaWorker) || this.#worker;
  }

  update(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    if ("notice" in change) this.#closeLater();
    this.onChange();
  }

  /** A notice leaves by itself, unless somebody is about to use it. */
  #closeLater(): void {
    clearTimeout(this.#noticeTimer);
    if (this.state.notice === undefined) return;
    this.#noticeTimer = setTimeout(() => {
      if (document.querySelector("#notice:is(:hover, :focus-within)")) this.#closeLater();
      else this.update({ notice: undefined });
    }, NOTICE_MS);
  }

  get text(): string {
    return this.#editor?.text ?? this.drawn;
  }

  /** Loads the editor when it is first needed. */
  editor(): Promise<Editor> {
    this.#editorLoading ??= this.#loadEditor();
    return this.#editorLoading;
  }

  /**
   * The editor is the largest part of the page. It takes the place of the text that the server has
   * drawn, and takes over its focus: where it was clicked, and what was typed meanwhile.
   */
  async #loadEditor(): Promise<Editor> {
    const { host } = this;
    let point: { x: number; y: number } | undefined;
    host.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
      point = { x, y };
    });
    let typed = "";
    const noteTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typed += key;
    };
    host.addEventListener("keydown", noteTyped);
    const { Editor } = await import("../workbench/editor/editor.js");
    host.removeEventListener("keydown", noteTyped);
    const isFocused = host.contains(document.activeElement);
    const editor = new Editor(host, {
      text: this.drawn,
      wraps: this.state.wraps,
      label: "Candidate, as JSON",
      documentInfo: { spec: () => this.state.specDocument, candidate: () => this.#candidate },
      onChange: (change) => this.#changed(change),
      onFile: (file) => void this.openFile(file),
      onPointed: (line) => this.#pointAt(line),
    });
    this.#editor = editor;
    this.showMarks();
    if (isFocused) editor.focus(point, typed);
    return editor;
  }

  /**
   * A link that opens the page as it is now; undefined while it is opening, or if it is too large
   * to be kept.
   */
  get draft(): Link | undefined {
    const { domainId, version, start, phase, schema } = this.state;
    // As long as nothing was checked, what is to be opened may not be there yet.
    const isOpen = phase === "ready" && this.#checkedText !== undefined;
    if (phase === "loading" || (!isOpen && this.text === "") || this.text.length > MAX_TEXT_LENGTH)
      return undefined;
    const own = isOwn(this.state) ? { schema } : {};
    return {
      domainId,
      version,
      ...own,
      ...(start === "" ? { text: this.text } : { start: JSON.parse(start) }),
    };
  }

  /** Opens what an address says: a shared candidate, an example of a rule, or one to start with. */
  openAddress(fragment: string): Promise<void> {
    this.#isPasted = true;
    return this.open(readFragment(fragment));
  }

  async open(opened: Link | Promise<Link>, reason = REPLACED): Promise<void> {
    const opening = ++this.#openings;
    const [seen, own] = [this.text, this.#own];
    const link = await opened;
    if (opening !== this.#openings) return;
    if (link.schema !== undefined && link.schema !== this.state.schema) {
      const why = await this.useSchema(link.schema, link.text);
      if (why === undefined) return;
    }
    const { domainId, version, targetProduct, isDrawn, notServed } = resolveLink(link, this.state);
    await this.#useVersion(domainId, version, targetProduct);
    const { text, start = { kind: "flawed" } } = link;
    const loaded =
      text ?? (isDrawn && this.drawn !== "" ? this.drawn : await this.#startText(start));
    if (opening !== this.#openings) return;
    // Text that is typed while the rules load is not replaced.
    if (loaded === undefined || this.text !== seen) await this.check();
    else await this.#replace(loaded, text === undefined ? start : undefined, reason, own);
    const { notice } = this.state;
    const words = [notServed, notice?.text].filter((one) => one !== undefined);
    if (words.length > 0) this.update({ notice: { ...notice, text: words.join(" ") } });
  }

  /** Goes on with what was typed in another tab or another time. */
  async openDraft(draft: Link): Promise<void> {
    await this.open(draft);
    const action = { label: "Start over", run: () => void this.chooseStart({ kind: "flawed" }) };
    this.update({ notice: { text: "This is your draft from last time.", action } });
  }

  /** Opens a file that was chosen or dropped. */
  async openFile(file: File): Promise<void> {
    if (file.size > MAX_TEXT_LENGTH) return this.notify(`${file.name} is too large for a request.`);
    const text = await file.text();
    this.#isPasted = true;
    await this.#replace(text, undefined, `${file.name} is open.`);
  }

  async format(): Promise<void> {
    const editor = await this.editor();
    const formatted = formatSpecText(this.text)?.trimEnd();
    if (formatted === undefined) return this.notify("Only valid JSON can be formatted.");
    if (formatted === this.text) return this.notify("It is already formatted.");
    editor.replace(formatted);
    this.#offerUndo("The candidate is formatted.");
  }

  wrap(wraps: boolean): void {
    this.#editor?.wrap(wraps);
    store("assay-wrap", wraps ? "on" : undefined);
    this.update({ wraps });
  }

  /** Copies a link to the candidate. */
  async share(): Promise<void> {
    const { domainId, version } = this.state;
    if (isOwn(this.state)) return this.notify("A link has no room for your schema.");
    const link =
      location.href.replace(/#.*$/, "") +
      (await toFragment({ domainId, version, text: this.text }));
    const done =
      "The link is copied. It contains the candidate, in a part that no browser sends to a server.";
    await this.copy(link, done);
  }

  async chooseVersion(version: string): Promise<void> {
    await this.#useVersion(this.state.domainId, version);
    await this.check();
  }

  async chooseTarget(targetProduct: string): Promise<void> {
    this.update({ targetProduct, ...this.#withoutAnswer() });
    await this.check();
  }

  async chooseStart(start: Start): Promise<void> {
    const seen = this.text;
    const text = await this.#startText(start);
    if (text !== undefined && this.text === seen) await this.#replace(text, start);
  }

  clear(): void {
    void this.#replace("", undefined);
  }

  show(tab: Tab): void {
    this.update({ tab });
  }

  /**
   * Shows the field for the key, which a check with the service needs, and moves the focus there.
   */
  askForKey(): void {
    this.show("send");
    // The field is there as soon as the tab is.
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>("input[name=key]")?.focus(),
    );
  }

  useKey(key: string): void {
    storeTabKey(key);
    this.update({ key });
  }

  async goTo(range: Range): Promise<void> {
    (await this.editor()).select(range);
  }

  /** Makes lines of the editor glow, and no others. Before the editor is there, nothing glows. */
  glow(lines: readonly number[]): void {
    this.#editor?.glow(lines);
  }

  /** Makes the cards of a line glow. The page is drawn again only if a card changes. */
  #pointAt(line: number | undefined): void {
    const pointed = problemsOf(this.state).some(({ place }) => place.line === line)
      ? line
      : undefined;
    if (pointed !== this.state.pointed) this.update({ pointed });
  }

  applyFix({ title, patch }: Fix): void {
    void this.apply(patch, `${title}: done.`);
  }

  /** Applies the patch of several fixes or of the repair, and says so. */
  async apply(patch: readonly Operation[], done: string): Promise<void> {
    const editor = await this.editor();
    // A patch fits the text that was checked: the second click of a double click comes before the
    // next verdict.
    if (this.text !== this.#checkedText) return;
    // The paths of a patch start at the request, and the editor has only its candidate.
    const inside = patch.map((operation) =>
      withPaths(operation, (path) => path.slice("/candidate".length)),
    );
    editor.apply(editText(this.text, inside));
    this.#offerUndo(done);
  }

  notify(text: string): void {
    this.update({ notice: { text } });
  }

  /** Copies a text, and says `done` if the browser allowed it. */
  async copy(text: string, done: string): Promise<void> {
    this.notify((await copyText(text)) ? done : "Your browser did not allow copying.");
  }

  /** Retries what could not be loaded. */
  async retry(): Promise<void> {
    if (this.text === "") return this.openAddress(location.hash);
    await this.chooseVersion(this.state.version);
  }

  async check(): Promise<void> {
    const { phase, version } = this.state;
    if (phase !== "ready") return;
    const request = this.#request(version);
    const checked = await this.#checker.callLatest("check", request);
    // Meanwhile another candidate, version or target product may have been chosen.
    if (checked === undefined || !isEqual(request, this.#request(this.state.version))) return;
    this.#candidate = candidateOf(checked) ?? this.#candidate;
    this.#checkedText = request.text;
    this.update({ checked });
    this.showMarks();
    if (checked.verdict.kind === "wrapped" && this.#isPasted) await this.unwrap();
  }

  /** Goes on with the candidate inside a request, a package, a string or a fence. */
  async unwrap(): Promise<void> {
    const verdict = this.state.checked?.verdict;
    if (verdict?.kind !== "wrapped") return;
    const { kind, wrapper, ...link } = verdict;
    await this.open(link, `This is ${wrapper}; showing its candidate.`);
  }

  /** Removes what JSON does not have: comments and trailing commas. */
  async makeReadable(): Promise<void> {
    const editor = await this.editor();
    const verdict = this.state.checked?.verdict;
    if (
      verdict?.kind !== "unreadable" ||
      verdict.readable === undefined ||
      this.text !== this.#checkedText
    )
      return;
    editor.replace(verdict.readable);
    this.#offerUndo("Comments and trailing commas are removed.");
  }

  /** Squiggles of all diagnostics, those of the service too. */
  showMarks(): void {
    this.#editor?.mark(marksOf(this.state, (fix) => this.applyFix(fix)));
  }

  #request(version: string): CheckRequest {
    const { domainId, targetProduct, instance } = this.state;
    const { baseUrl, bodyLimit } = instance;
    const targetUrl =
      domainOf(this.state).targets.find(({ id }) => id === targetProduct)?.url ?? "";
    const target = {
      domainId,
      version,
      isCurrent: isCurrent(this.state, version),
      targetProduct,
      targetUrl,
    };
    return { text: this.text, baseUrl, bodyLimit, ...target };
  }

  #changed(change: TextChange): void {
    const isOwn = change !== "loaded";
    if (isOwn) this.#isPasted = change === "pasted";
    const { service, notice, start } = this.state;
    // While the rules load, no other verdict follows.
    if (this.state.phase === "loading") this.update({ checked: undefined });
    // Each change of the state draws the page again, and most keystrokes change nothing but the
    // text.
    if (service.isAsking || service.answer || notice || (isOwn && start !== ""))
      this.update({ ...this.#withoutAnswer(), notice: undefined, ...(isOwn && { start: "" }) });
    clearTimeout(this.#nextCheck);
    const pause =
      change === "typed" ? Math.min(MAX_PAUSE_MS, this.text.length / CHARACTERS_PER_MS) : 0;
    this.#nextCheck = setTimeout(() => void this.check(), pause);
  }

  /**
   * Drops the answer of the service, even one that has not arrived yet: it does not apply to
   * another request.
   */
  #withoutAnswer(): Pick<State, "service"> {
    const { budget, waitUntil } = this.state.service;
    return { service: { isAsking: false, extra: [], budget, waitUntil } };
  }

  #offerUndo(text: string): void {
    this.update({ notice: { text, action: { label: "Undo", run: () => this.#editor?.undo() } } });
  }

  /** The person's own text, and its version; undefined if the text is one of the examples. */
  get #own(): Link | undefined {
    const { domainId, version, targetProduct, start } = this.state;
    return start === "" && this.text.trim() !== ""
      ? { domainId, version, targetProduct, text: this.text }
      : undefined;
  }

  /**
   * Replaces the text. Without a start, the new text is the person's own. A notice offers to
   * restore `own`.
   */
  async #replace(
    text: string,
    start: Start | undefined,
    reason = REPLACED,
    own = this.#own,
  ): Promise<void> {
    // An editor that has this text already does not change.
    if (text === this.text) void this.check();
    else (await this.editor()).load(text);
    const restore = () => {
      this.#isPasted = false;
      if (own !== undefined) void this.open(own);
    };
    const isLost = own !== undefined && own.text !== text;
    this.update({
      start: start === undefined ? "" : JSON.stringify(start),
      notice: isLost ? { text: reason, action: { label: "Undo", run: restore } } : undefined,
    });
  }

  /** The text of a candidate to start with; undefined while the rules are not loaded. */
  async #startText(start: Start): Promise<string | undefined> {
    const { domainId, version, phase } = this.state;
    return phase === "ready"
      ? this.#checker.call("start", { domainId, version, start })
      : undefined;
  }

  async #useVersion(
    domainId: string,
    version: string,
    targetProduct = this.state.targetProduct,
  ): Promise<void> {
    const isOther = domainId !== this.state.domainId || version !== this.state.version;
    const ofOther = isOther ? { specDocument: undefined, checked: undefined } : {};
    this.update({
      domainId,
      version,
      targetProduct,
      phase: "loading",
      ...ofOther,
      ...this.#withoutAnswer(),
    });
    const specDocument = await this.#load(version);
    if (version !== this.state.version || domainId !== this.state.domainId) return;
    const { phase } = this.state;
    this.update({
      phase: specDocument ? "ready" : phase === "failed" ? "failed" : "offline",
      specDocument,
    });
  }

  /**
   * Checks by a JSON Schema of the person, which stays in the worker. Returns why it cannot be
   * used. A document that the person has not written is replaced.
   */
  async useSchema(
    schema: string,
    text = this.state.start === "" ? this.text : undefined,
  ): Promise<string | undefined> {
    this.#schemaWorker ??= this.#startWorker<SchemaCalls>(this.state.instance.schemaWorker);
    const made = await this.#schemaWorker.call("schema", { text: schema });
    if (made.why !== undefined) return made.why;
    this.#ownDocument = made.document;
    this.update({ schema, instance: withOwnDomain(this.state.instance, made.title ?? OWN_DOMAIN) });
    await this.open({ domainId: OWN_DOMAIN, version: OWN_VERSION, ...(text?.trim() && { text }) });
    return undefined;
  }

  /** Undefined if the package could not be loaded. */
  #load(version: string): Promise<SpecDocument | undefined> {
    const { domainId, instance } = this.state;
    if (isOwn(this.state)) return Promise.resolve(this.#ownDocument);
    return this.#worker.load(instance.basePath, domainId, version).catch(() => undefined);
  }
}

function candidateOf(checked: Checked | undefined): unknown {
  return checked?.verdict.kind === "checked" ? checked.verdict.candidate : undefined;
}
