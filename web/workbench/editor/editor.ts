import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  undo,
} from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { nextDiagnostic } from "@codemirror/lint";
import { Annotation, ChangeSet, Compartment, EditorState, Transaction } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { TextEdit } from "../../../src/ground/json/edit-text.js";
import type { Range } from "../../../src/ground/json/json-ranges.js";
import { element } from "../../page-tools.js";
import { complete, type DocumentInfo } from "./complete.js";
import { explain } from "./explain.js";
import { changedBy, glow, glowAt } from "./glow.js";
import { type Mark, markedLines, showMarks } from "./marks.js";
import { theme } from "./theme.js";

/** As long as CodeMirror itself waits for a Tab that leaves the editor. */
const TAB_LEAVES_MS = 2000;
const loaded = Annotation.define<boolean>();

/** A change of the text is made by the page, by pasting or dropping, or by typing. */
export type TextChange = "loaded" | "pasted" | "typed";

interface EditorOptions {
  readonly text: string;
  readonly wraps: boolean;
  /** For screen readers. */
  readonly label: string;
  readonly documentInfo: DocumentInfo;
  onChange(change: TextChange): void;
  /** A file that was dropped. */
  onFile(file: File): void;
  /** The pointer is over another line, or over none. */
  onPointed?(line: number | undefined): void;
}

/** The JSON editor. It lives in a shadow root, where its styles need no inline style element. */
export class Editor {
  readonly #view: EditorView;
  readonly #wrapping = new Compartment();
  readonly #search = new Compartment();

  constructor(
    host: HTMLElement,
    { text, wraps, label, documentInfo, onChange, onFile, onPointed }: EditorOptions,
  ) {
    const root = host.attachShadow({ mode: "open" });
    const helpText = "Press Escape, then Tab to leave the editor. F8 goes to the next problem.";
    root.append(element("p", { id: "help", hidden: true, textContent: helpText }));
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          this.#wrapping.of(wraps ? EditorView.lineWrapping : []),
          lineNumbers(),
          markedLines,
          glow((line) => onPointed?.(line)),
          history(),
          highlightActiveLine(),
          bracketMatching(),
          closeBrackets(),
          indentUnit.of("  "),
          json(),
          syntaxHighlighting(classHighlighter),
          autocompletion({ override: [complete(documentInfo)], icons: false }),
          explain(documentInfo),
          placeholder("Paste a candidate, or type {"),
          EditorView.contentAttributes.of({
            tabindex: "0",
            "aria-label": label,
            "aria-describedby": "help",
          }),
          EditorView.updateListener.of(({ docChanged, transactions }) => {
            if (docChanged) onChange(changeOf(transactions));
          }),
          EditorView.domEventHandlers({
            beforeinput: replaceSelection,
            drop: ({ dataTransfer }) => {
              const file = dataTransfer?.files[0];
              if (file !== undefined) onFile(file);
              return file !== undefined;
            },
          }),
          // Escape, then Tab leaves the editor, for people without a mouse. CodeMirror has the same
          // rule, but does not count an Escape that also closes a completion or ends a selection.
          EditorView.domEventObservers({
            keydown: ({ key }, view) => {
              if (key === "Escape") view.setTabFocusMode(TAB_LEAVES_MS);
            },
          }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap]),
          this.#search.of(keymap.of([{ key: "Mod-f", run: () => this.#startSearch() }])),
          keymap.of([{ key: "F8", run: nextDiagnostic }]),
          keymap.of([...historyKeymap, ...defaultKeymap, indentWithTab]),
          theme,
        ],
      }),
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces everything: another candidate. */
  load(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      annotations: [loaded.of(true), isolateHistory.of("full"), Transaction.userEvent.of("load")],
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
  }

  /**
   * Applies edits, each of the text after the one before, as one step of undo, and shows for a
   * moment what changed.
   */
  apply(edits: readonly TextEdit[]): void {
    const { doc } = this.#view.state;
    let changes = ChangeSet.empty(doc.length);
    for (const edit of edits) changes = changes.compose(ChangeSet.of(edit, changes.newLength));
    this.#view.dispatch({ changes, userEvent: "input.fix" });
    this.#showChanged(changes);
  }

  #showChanged(changes: ChangeSet): void {
    let first: number | undefined;
    changes.iterChangedRanges((_from, _to, from) => {
      first ??= from;
    });
    const seen = first === undefined ? [] : [EditorView.scrollIntoView(first)];
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#view.dispatch({
      effects: isStill ? seen : [...seen, changedBy(changes, this.#view.state.doc)],
    });
  }

  /** Replaces everything, as one step of undo. */
  replace(text: string): void {
    const changes = { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
  }

  /** Makes these lines glow, and no others. */
  glow(lines: readonly number[]): void {
    glowAt(this.#view, lines);
  }

  /** Searching takes a tenth of the editor's code, and few people need it. */
  #startSearch(): boolean {
    void import("@codemirror/search").then(({ openSearchPanel, search, searchKeymap }) => {
      this.#view.dispatch({
        effects: this.#search.reconfigure([search(), keymap.of(searchKeymap)]),
      });
      openSearchPanel(this.#view);
    });
    return true;
  }

  wrap(wraps: boolean): void {
    this.#view.dispatch({
      effects: this.#wrapping.reconfigure(wraps ? EditorView.lineWrapping : []),
    });
  }

  undo(): void {
    undo(this.#view);
  }

  mark(marks: readonly Mark[]): void {
    showMarks(this.#view, marks);
  }

  /**
   * Also puts the cursor to a point of the window, and inserts there what was typed before the
   * editor was loaded.
   */
  focus(point?: { readonly x: number; readonly y: number }, typed = ""): void {
    const anchor = point && this.#view.posAtCoords(point);
    if (anchor != null) this.#view.dispatch({ selection: { anchor } });
    this.#view.focus();
    if (typed !== "") this.#view.dispatch(this.#view.state.replaceSelection(typed));
  }

  select({ from, to }: Range): void {
    const { length } = this.#view.state.doc;
    const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
    this.#view.dispatch({
      selection,
      effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }),
    });
    this.#view.focus();
  }
}

function changeOf(transactions: readonly Transaction[]): TextChange {
  if (transactions.some((one) => one.annotation(loaded))) return "loaded";
  const isPasted = transactions.some(
    (one) => one.isUserEvent("input.paste") || one.isUserEvent("input.drop"),
  );
  return isPasted ? "pasted" : "typed";
}

/**
 * Inserts what is typed, and deletes a selection. Otherwise the browser would change the document
 * first and the editor would read it back; and Chromium would leave an element with an inline style
 * where it replaced a selection, which the policy of the page forbids. An input method goes on by
 * itself: what it composes cannot be prevented.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { inputType, data, isComposing, cancelable } = event;
  const { main } = view.state.selection;
  const text =
    inputType === "insertText" ? data : inputType.startsWith("deleteContent") ? "" : null;
  if (text === null || (text === "" && main.empty) || isComposing || view.composing || !cancelable)
    return false;
  const type = text === "" ? "delete.selection" : "input.type";
  const insert = () =>
    view.state.update(view.state.replaceSelection(text), { userEvent: type, scrollIntoView: true });
  const handlers = text === "" ? [] : view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert)))
    view.dispatch(insert());
  return true;
}
