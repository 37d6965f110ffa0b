import { useRef, useState } from "preact/hooks";
import { Button, PlainButton, PrimaryButton } from "../../workbench/parts.js";
import type { View } from "../session.js";

/** Lets a person check by a JSON Schema of their own. */
export function SchemaPick({ session, state }: View) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const use = async () => {
    const why = await session.useSchema(field.current?.value ?? "");
    setError(why);
    if (why === undefined) dialog.current?.close();
  };
  return (
    <>
      <PlainButton class="bring" onClick={() => dialog.current?.showModal()}>
        Your schema
      </PlainButton>
      <dialog ref={dialog} class="schema" aria-labelledby="schema-title">
        <h2 id="schema-title">Your schema</h2>
        <label class="hint" for="schema-text">
          Paste a JSON Schema, in one file. It stays in your browser.
        </label>
        <textarea
          ref={field}
          id="schema-text"
          rows={14}
          spellcheck={false}
          aria-invalid={error !== undefined}
          aria-describedby="schema-error"
          defaultValue={state.schema}
        />
        <p id="schema-error" class="error" role="alert">
          {error}
        </p>
        <PrimaryButton onClick={use}>Use this schema</PrimaryButton>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </dialog>
    </>
  );
}
