import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../session.js";
import { useStore } from "../store.js";

const SHORTCUTS = [
  ["Ctrl+Enter", "Press the button beside the verdict"],
  ["F8", "Go to the next problem"],
  ["Ctrl+Space", "Complete a name or a value"],
  ["Shift+Alt+F", "Format"],
  ["Ctrl+F", "Find and replace"],
  ["Ctrl+Z", "Undo"],
  ["Escape, then Tab", "Leave the editor"],
  ["?", "Show this list"],
] as const;

/** The list of shortcuts. The browser keeps the focus inside, and Escape closes it. */
export function Help({ session: { store } }: { session: Session }) {
  const { isHelpOpen } = useStore(store);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isHelpOpen]);
  return (
    <>
      <button type="button" aria-label="Shortcuts (?)" onClick={() => store.update({ isHelpOpen: true })}>
        ?
      </button>
      <dialog ref={dialog} aria-labelledby="shortcuts" onClose={() => store.update({ isHelpOpen: false })}>
        <h2 id="shortcuts">Shortcuts</h2>
        <dl class="shortcuts">
          {SHORTCUTS.map(([keys, meaning]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">On a Mac, Ctrl is Cmd.</p>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}
