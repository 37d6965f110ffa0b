import type { Session } from "../session.js";
import { asksService, isConfirmed } from "../state.js";
import { useStore } from "../store.js";

/** How far each piece of confetti flies. */
const PIECES = [-170, -148, -110, -76, -44, -16, 16, 46, 80, 114, 148, 172].map((x, at) => [
  x,
  at % 2 === 0 ? -34 : -56,
]);

/** Takes the place of the list of problems if there are none to list. */
export function Blank({ session }: { session: Session }) {
  const state = useStore(session.store);
  const { phase, checked } = state;
  if (phase === "offline" || phase === "failed")
    return (
      <Message title="Couldn't load the rules">
        Without them, this page cannot check anything.
        {session.text !== "" && " What you wrote stays in the editor."}
      </Message>
    );
  const kind = phase === "loading" ? undefined : checked?.verdict.kind;
  if (kind === undefined) return <Skeleton />;
  if (kind === "empty")
    return (
      <Message title="A blank page">
        <p>Paste a candidate into the editor, or start from one that has errors to fix.</p>
        <button type="button" class="primary" onClick={() => session.chooseStart({ kind: "flawed" })}>
          Start with several errors
        </button>
      </Message>
    );
  if (kind === "too-large")
    return <Message title="Too large for a request">Remove some of it. Checking resumes when it fits.</Message>;
  if (kind === "unreadable" || kind === "wrapped")
    return <Message title="Waiting for a candidate">Problems appear here as soon as it can be read.</Message>;
  if (asksService(state) && !isConfirmed(state))
    return (
      <Message title="Nothing found so far">
        Every rule that can be checked here passes. Ask the service whether the id is free.
      </Message>
    );
  return (
    <Message title="Nothing is wrong" isJoyful>
      Every rule passes. The package is ready to be sent.
    </Message>
  );
}

/** Says why there is nothing to show. */
export function Message(props: { title: string; isJoyful?: boolean; children: preact.ComponentChildren }) {
  return (
    <div class={props.isJoyful ? "blank joyful" : "blank"}>
      {props.isJoyful && (
        <div class="confetti" aria-hidden="true">
          {PIECES.map(([x, y]) => (
            <i key={x} style={{ "--to": `${x}px, ${y}px` }} />
          ))}
        </div>
      )}
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

function Skeleton() {
  return (
    <div class="list" aria-hidden="true">
      {[1, 2, 3].map((at) => (
        <div key={at} class="skeleton" />
      ))}
    </div>
  );
}
