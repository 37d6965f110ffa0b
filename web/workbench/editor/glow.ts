import {
  type ChangeSet,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const LINE = Decoration.line({ class: "glow" });
const CHANGED_LINE = Decoration.line({ class: "changed" });
const CHANGED = Decoration.mark({ class: "changed" });

const setGlow = StateEffect.define<DecorationSet>();
const setChanged = StateEffect.define<DecorationSet>();

/** Decorations that hold for one text: the next change of it removes them. */
function decorations(effect: typeof setGlow): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, { effects, docChanged }) {
      for (const one of effects) if (one.is(effect)) return one.value;
      return docChanged ? Decoration.none : shown;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/**
 * Lines that glow while their card is pointed at, the line that is pointed at, and what a fix has
 * just changed.
 */
export function glow(onPointed: (line: number | undefined) => void): Extension {
  return [
    decorations(setGlow),
    decorations(setChanged),
    EditorView.domEventHandlers({
      mousemove: ({ clientX: x, clientY: y }, view) => {
        const position = view.posAtCoords({ x, y });
        onPointed(position === null ? undefined : view.state.doc.lineAt(position).number);
      },
      mouseleave: () => onPointed(undefined),
      animationend: (_, view) => view.dispatch({ effects: setChanged.of(Decoration.none) }),
    }),
  ];
}

export function glowAt(view: EditorView, lines: readonly number[]): void {
  const { doc } = view.state;
  const starts = lines
    .filter((line) => line <= doc.lines)
    .map((line) => LINE.range(doc.line(line).from));
  view.dispatch({ effects: setGlow.of(Decoration.set(starts, true)) });
}

/**
 * Marks what changes have inserted into a document; where they have only removed something, its
 * line.
 */
export function changedBy(changes: ChangeSet, doc: Text): StateEffect<DecorationSet> {
  const marks: Range<Decoration>[] = [];
  changes.iterChangedRanges((_from, _to, from, to) => {
    marks.push(from < to ? CHANGED.range(from, to) : CHANGED_LINE.range(doc.lineAt(from).from));
  });
  return setChanged.of(Decoration.set(marks, true));
}
