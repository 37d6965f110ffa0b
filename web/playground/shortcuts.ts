import type { Session } from "./session.js";

/** The shortcuts that work wherever the focus is. Those of the editor are its own. */
export function listenForShortcuts(session: Session): void {
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
      const [target] = event.composedPath();
      const isTyping = (target as Element).matches?.("input, textarea, select, [contenteditable=true]");
      if (key === "?" && !isTyping) session.store.update({ isHelpOpen: true });
      else if (key === "Enter" && (ctrlKey || metaKey)) session.improve();
      // On a Mac, Option changes the key.
      else if (code === "KeyF" && shiftKey && altKey) session.format();
      else return;
      event.preventDefault();
      // The editor has other uses for some of these.
      event.stopPropagation();
    },
    true,
  );
}
