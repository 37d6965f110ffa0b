import { useRef } from "preact/hooks";
import type { Session } from "../session.js";
import { useStore } from "../store.js";
import { Help } from "./help.js";

/** Actions on the whole text of the editor. */
export function Tools({ session }: { session: Session }) {
  const { wraps } = useStore(session.store);
  const picker = useRef<HTMLInputElement>(null);
  const openPicked = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again.
    currentTarget.value = "";
    if (file !== undefined) void session.openFile(file);
  };
  return (
    <>
      <button type="button" onClick={() => session.format()}>
        Format
      </button>
      <button type="button" onClick={() => picker.current?.click()}>
        Open a file
      </button>
      <input ref={picker} type="file" accept=".json,.md,.txt,application/json" hidden onChange={openPicked} />
      <button type="button" onClick={() => session.download()}>
        Download
      </button>
      <button type="button" aria-pressed={wraps} onClick={() => session.wrap(!wraps)}>
        Wrap lines
      </button>
      <button type="button" onClick={() => session.startOver()}>
        Start over
      </button>
      <Help session={session} />
    </>
  );
}
