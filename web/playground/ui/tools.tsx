import { useRef } from "preact/hooks";
import { download } from "../../page-tools.js";
import { Button, PlainButton } from "../../workbench/parts.js";
import type { Session, View } from "../session.js";
import { SchemaPick } from "./schema.js";

/** Actions on the whole text of the editor. */
export function Tools({ session, state }: View) {
  const picker = useRef<HTMLInputElement>(null);
  const openPicked = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again.
    currentTarget.value = "";
    if (file !== undefined) void session.openFile(file);
  };
  return (
    <>
      <PlainButton onClick={() => session.format()}>Format</PlainButton>
      <PlainButton onClick={() => picker.current?.click()}>Open a file</PlainButton>
      <input
        ref={picker}
        type="file"
        accept=".json,.md,.txt,application/json"
        hidden
        onChange={openPicked}
      />
      <PlainButton onClick={() => download("candidate.json", session.text)}>Download</PlainButton>
      <PlainButton aria-pressed={state.wraps} onClick={() => session.wrap(!state.wraps)}>
        Wrap lines
      </PlainButton>
      <PlainButton onClick={() => session.chooseStart({ kind: "flawed" })}>Start over</PlainButton>
      <Help />
      <SchemaPick session={session} state={state} />
    </>
  );
}

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

const help = () => document.getElementById("help") as HTMLDialogElement;

function showHelp(): void {
  if (!help().open) help().showModal();
}

/** The list of shortcuts. The browser keeps the focus inside, and Escape closes it. */
function Help() {
  return (
    <>
      <PlainButton aria-label="Shortcuts (?)" onClick={showHelp}>
        ?
      </PlainButton>
      <dialog id="help" aria-labelledby="shortcuts">
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
        <Button onClick={() => help().close()}>Close</Button>
      </dialog>
    </>
  );
}

/** The shortcuts that work wherever the focus is. The editor handles its own. */
export function listenForShortcuts(session: Session): void {
  document.addEventListener(
    "keydown",
    (event) => {
      const { key, code, shiftKey, altKey, ctrlKey, metaKey } = event;
      const [target] = event.composedPath();
      const isTyping = (target as Element).matches?.(
        "input, textarea, select, [contenteditable=true]",
      );
      if (key === "?" && !isTyping) showHelp();
      else if (key === "Enter" && (ctrlKey || metaKey))
        document.querySelector<HTMLElement>(".next .primary")?.click();
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
