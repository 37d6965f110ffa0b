import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

/** A squiggle, with what can be done about it. */
export type Mark = Diagnostic;

class LineMark extends GutterMarker {
  constructor(override readonly elementClass: string) {
    super();
  }
}
const ERROR = new LineMark("has-error");
const WARNING = new LineMark("has-warning");
const setLineMarks = StateEffect.define<RangeSet<GutterMarker>>();

/** The numbers of lines with an error or a warning have its color. */
export const markedLines = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, { effects, changes }) {
    for (const effect of effects) if (effect.is(setLineMarks)) return effect.value;
    return marks.map(changes);
  },
  provide: (field) => gutterLineClass.from(field),
});

export function showMarks(view: EditorView, marks: readonly Mark[]): void {
  const { doc } = view.state;
  const inside = (offset: number) => Math.min(offset, doc.length);
  const diagnostics = marks.map((mark) => ({
    ...mark,
    from: inside(mark.from),
    to: inside(mark.to),
  }));
  const lines = new Map<number, GutterMarker>();
  for (const { from, severity } of diagnostics) {
    const line = doc.lineAt(from).from;
    if (severity === "error" || !lines.has(line))
      lines.set(line, severity === "error" ? ERROR : WARNING);
  }
  const ranges = [...lines]
    .sort(([one], [other]) => one - other)
    .map(([line, mark]) => mark.range(line));
  const { effects = [], ...others } = setDiagnostics(view.state, diagnostics);
  view.dispatch({
    ...others,
    effects: [setLineMarks.of(RangeSet.of(ranges)), ...[effects].flat()],
  });
}
