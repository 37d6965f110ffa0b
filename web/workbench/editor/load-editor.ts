import type { Editor, EditorOptions } from "./editor.js";

/**
 * Loads the editor, which is the largest part of the page, in place of the text that the server has drawn. It takes
 * over the focus of that text with `takeFocus`: where it was clicked, and what was typed meanwhile.
 */
export async function loadEditor(
  host: HTMLElement,
  options: () => EditorOptions,
): Promise<{ readonly editor: Editor; takeFocus(): void }> {
  let point: { x: number; y: number } | undefined;
  host.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
    point = { x, y };
  });
  let typed = "";
  const noteTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key.length === 1 && !ctrlKey && !metaKey && !altKey) typed += key;
  };
  host.addEventListener("keydown", noteTyped);
  const { Editor } = await import("./editor.js");
  host.removeEventListener("keydown", noteTyped);
  const isFocused = host.contains(document.activeElement);
  const editor = new Editor(host, options());
  return { editor, takeFocus: () => (isFocused ? editor.focus(point, typed) : undefined) };
}
